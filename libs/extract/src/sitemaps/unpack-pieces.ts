import { crc32, createInflateRaw, type InflateRaw } from 'node:zlib';
import type { ComingBytes } from './coming-bytes.ts';
import {
  gzipHeadBytes,
  isMember,
  isTailOf,
  LONGEST_HEAD_BYTES,
  MOST_MEMBERS,
  TAIL_BYTES,
} from './gzip-member.ts';

/**
 * Unpacks what comes, member by member, and hands it on as long as more is wanted. Says whether it is broken or cut
 * off; what came before that was handed on. What follows the end is nothing.
 */
export async function unpackPieces(
  coming: ComingBytes,
  take: (bytes: Uint8Array) => boolean,
): Promise<{ readonly isBroken: boolean }> {
  let isBroken = false;
  for (let count = 0; count < MOST_MEMBERS; count += 1) {
    const member = new Member(take);
    await member.unpack(coming);
    isBroken ||= member.isBroken;
    if (!member.hasEnded) return { isBroken };
    await coming.wait(TAIL_BYTES);
    if (!isMember(coming.here)) return { isBroken };
  }
  return { isBroken: true };
}

class Member {
  isBroken = false;
  /** Whether its end has come: there the next may begin. */
  hasEnded = false;
  readonly #take: (bytes: Uint8Array) => boolean;
  readonly #inflate: InflateRaw = createInflateRaw();
  #isWanted = true;
  #sum = 0;
  #length = 0;
  #settle = (): void => {};

  constructor(take: (bytes: Uint8Array) => boolean) {
    this.#take = take;
    this.#inflate.on('data', (bytes: Buffer) => this.#hear(bytes));
    this.#inflate.on('error', () => {
      this.isBroken = true;
      this.#settle();
    });
  }

  async unpack(coming: ComingBytes): Promise<void> {
    await coming.wait(LONGEST_HEAD_BYTES);
    coming.skip(gzipHeadBytes(coming.here));
    await this.#unpackData(coming);
    this.#inflate.destroy();
    if (!this.hasEnded) return;
    await coming.wait(TAIL_BYTES);
    this.isBroken ||= !isTailOf(coming.here, this.#sum, this.#length);
    coming.skip(TAIL_BYTES);
  }

  async #unpackData(coming: ComingBytes): Promise<void> {
    let written = 0;
    while (this.#isWanted && !this.isBroken && !this.hasEnded) {
      await coming.wait(1);
      const { here } = coming;
      if (here.length === 0) {
        this.isBroken = true;
        return;
      }
      await this.#write(here);
      written += here.length;
      const unused = written - this.#inflate.bytesWritten;
      coming.skip(here.length - unused);
      this.hasEnded = unused > 0 && this.#isWanted && !this.isBroken;
    }
  }

  /** Waits until it is unpacked, or cannot be: then nobody calls back. */
  async #write(bytes: Uint8Array): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#settle = resolve;
    this.#inflate.write(bytes, () => resolve());
    await promise;
  }

  #hear(bytes: Buffer): void {
    this.#sum = crc32(bytes, this.#sum);
    this.#length += bytes.length;
    this.#isWanted &&= this.#take(bytes);
    // What is not wanted is not unpacked.
    if (this.#isWanted) return;
    this.#inflate.destroy();
    this.#settle();
  }
}
