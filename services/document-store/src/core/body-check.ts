import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createZstdDecompress } from 'node:zlib';
import { CrawlError } from '@mayfly/errors';
import type { BodyHead } from './ports.ts';

/** A body may have this many bytes, packed and unpacked. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/**
 * Hands packed pieces on as they come and throws BODY_MISMATCH in place of the end when they are not what was announced. It
 * holds no more than one piece and what the unpacking needs.
 */
export async function* checkedPieces(
  pieces: AsyncIterable<Uint8Array>,
  { sha256, size, isZstd }: Pick<BodyHead, 'sha256' | 'size'> & { readonly isZstd: boolean },
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let [packed, unpacked] = [0, 0];
  const take = (bytes: Uint8Array): void => {
    unpacked += bytes.length;
    if (unpacked > size) throw mismatch(`more than the ${size} bytes that were announced`);
    hash.update(bytes);
  };
  const unpacking = isZstd ? new Unpacking(take) : undefined;
  try {
    for await (const piece of pieces) {
      packed += piece.length;
      if (packed > MAX_BODY_BYTES) throw new CrawlError('BODY_TOO_LARGE', 'bytes: above 64 MB');
      if (unpacking === undefined) take(piece);
      else await unpacking.add(piece);
      yield piece;
    }
    await unpacking?.end();
  } finally {
    unpacking?.destroy();
  }
  if (unpacked !== size) throw mismatch(`${unpacked} bytes came, and ${size} were announced`);
  if (Buffer.compare(hash.digest(), sha256) !== 0) throw mismatch('the hash is another one');
}

/** Unpacks beside the stream that is stored; a failure shows at the next call. */
class Unpacking {
  readonly #zstd = createZstdDecompress();
  readonly #ended: Promise<unknown>;
  #failure: Error | undefined;

  constructor(take: (bytes: Uint8Array) => void) {
    this.#zstd.on('data', (bytes: Uint8Array) => {
      try {
        take(bytes);
      } catch (error) {
        this.#zstd.destroy(error as Error);
      }
    });
    this.#zstd.on('error', (error) => {
      this.#failure ??=
        error instanceof CrawlError ? error : mismatch('they cannot be unpacked', error);
    });
    this.#ended = once(this.#zstd, 'close');
    // A failure is told by the next call, not by a promise that nobody waits for yet.
    this.#ended.catch(() => {});
  }

  async add(piece: Uint8Array): Promise<void> {
    this.#throwIfFailed();
    const isRoom = this.#zstd.write(piece);
    if (!isRoom) await Promise.race([once(this.#zstd, 'drain'), this.#ended]).catch(() => {});
    this.#throwIfFailed();
  }

  async end(): Promise<void> {
    this.#zstd.end();
    await this.#ended.catch(() => {});
    this.#throwIfFailed();
  }

  destroy(): void {
    this.#zstd.destroy();
  }

  #throwIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}

function mismatch(reason: string, cause?: Error): CrawlError {
  return new CrawlError(
    'BODY_MISMATCH',
    `bytes: ${reason}`,
    cause === undefined ? undefined : { cause },
  );
}
