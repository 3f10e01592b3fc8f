import {
  type BadEncoding,
  BodyTooLarge,
  decodeWhole,
  DecodingStream,
  encodingsOf,
  isAfterEnd,
} from './decode-body.ts';

/** How large a body may be, unpacked, and whether a larger one is cut there or refused. */
export interface BodyLimit {
  readonly maxBodyBytes: number;
  readonly cut: boolean;
}

/** Up to these a packed body that has come is unpacked on the spot: the way to a thread and back costs more. */
const SMALL_BYTES = 262_144;
const SMALL_DECODED_BYTES = 4_000_000;

/**
 * Takes the body of one answer in, within its limit. What is packed and small is unpacked when it is whole; what is
 * large, or slow to come, is unpacked while it comes, and is over in the moment in which it has given more than it may.
 */
export class BodyReader {
  /** Whether more than the limit came, and was cut there. */
  truncated = false;
  /** Bytes as they came. */
  bytes = 0;
  readonly #limit: BodyLimit;
  readonly #encodings: readonly string[];
  readonly #enough: (error?: Error) => void;
  #came: Uint8Array[] = [];
  #decoded: Uint8Array[] = [];
  #decodedBytes = 0;
  #stream: DecodingStream | undefined;
  #over: PromiseWithResolvers<void> | undefined;
  #failure: Error | undefined;
  /** Whether it gives too much to be unpacked on the spot. */
  #isGreat = false;

  /** `enough` is told when nothing more is wanted, with the reason where the body is refused. */
  constructor(
    contentEncoding: string | undefined,
    limit: BodyLimit,
    enough: (error?: Error) => void,
  ) {
    this.#limit = limit;
    this.#enough = enough;
    this.#encodings = encodingsOf(contentEncoding);
  }

  push(chunk: Buffer): void {
    const { maxBodyBytes } = this.#limit;
    const before = this.bytes;
    this.bytes += chunk.length;
    const isTooMuch = this.bytes > maxBodyBytes;
    const taken = isTooMuch ? chunk.subarray(0, maxBodyBytes - before) : chunk;
    // What is small is kept also while it is unpacked: it may have to be seen whether it is whole.
    if (this.#stream === undefined || this.bytes <= SMALL_BYTES) this.#came.push(taken);
    this.#stream?.write(taken);
    if (isTooMuch) this.#tooMuch();
    else if (this.bytes > SMALL_BYTES) this.decodeFromNow();
  }

  /** Unpacks from now on what comes, and what has come. */
  decodeFromNow(): void {
    if (this.#encodings.length === 0 || this.#stream !== undefined) return;
    const over = (this.#over = Promise.withResolvers<void>());
    over.promise.catch(() => {});
    const stream = new DecodingStream(
      this.#encodings,
      {
        data: (chunk) => this.#pushDecoded(chunk),
        tooMuch: () => this.#tooMuch(),
        end: () => over.resolve(),
        fail: (error) => this.#failDecoding(error),
      },
      this.#limit.maxBodyBytes,
    );
    this.#stream = stream;
    for (const chunk of this.#came) stream.write(chunk);
    if (this.bytes > SMALL_BYTES) this.#came = [];
  }

  /** The body, once nothing more comes of it; rejects where it is refused. */
  async whole(): Promise<Uint8Array> {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#encodings.length === 0) return joined(this.#came);
    if (this.#stream === undefined) {
      const { maxBodyBytes, cut } = this.#limit;
      const packed = joined(this.#came);
      const most = cut ? SMALL_DECODED_BYTES : Math.min(SMALL_DECODED_BYTES, maxBodyBytes);
      const decoded = decodeWhole(packed, this.#encodings, { maxBytes: most });
      if (decoded !== undefined) return this.#within(decoded);
      if (most === maxBodyBytes) throw tooLarge(maxBodyBytes);
      this.#isGreat = true;
      this.decodeFromNow();
    }
    const stream = this.#stream;
    stream?.end();
    await this.#over?.promise;
    return this.#stream === stream ? joined(this.#decoded) : this.whole();
  }

  /** Whether a packed body says by itself that it is whole, whatever was announced of its length. */
  endsItself(): boolean {
    if (this.#encodings.length === 0 || this.bytes > SMALL_BYTES) return false;
    try {
      const options = { maxBytes: SMALL_DECODED_BYTES, lenient: false };
      const decoded = decodeWhole(joined(this.#came), this.#encodings, options);
      return decoded !== undefined && decoded.length > 0;
    } catch {
      return false;
    }
  }

  #within(decoded: Uint8Array): Uint8Array {
    const { maxBodyBytes } = this.#limit;
    if (decoded.length <= maxBodyBytes) return decoded;
    this.truncated = true;
    return decoded.subarray(0, maxBodyBytes);
  }

  #pushDecoded(chunk: Buffer): void {
    const room = this.#limit.maxBodyBytes - this.#decodedBytes;
    this.#decodedBytes += chunk.length;
    if (chunk.length <= room) this.#decoded.push(chunk);
    else {
      if (room > 0) this.#decoded.push(chunk.subarray(0, room));
      this.#tooMuch();
    }
  }

  #tooMuch(): void {
    if (!this.#limit.cut) {
      this.#fail(tooLarge(this.#limit.maxBodyBytes));
      return;
    }
    this.truncated = true;
    if (this.#stream !== undefined && this.#decodedBytes >= this.#limit.maxBodyBytes) {
      this.#stream.destroy();
      this.#over?.resolve();
    }
    this.#enough();
  }

  /** What was unpacked until something followed the end is lost; small bodies are still here, and can be unpacked whole. */
  #failDecoding(error: BadEncoding): void {
    if (this.bytes > SMALL_BYTES || this.#isGreat || !isAfterEnd(error.cause)) {
      this.#fail(error);
      return;
    }
    this.#stream = undefined;
    this.#decoded = [];
    this.#decodedBytes = 0;
    this.#over?.resolve();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#stream?.destroy();
    this.#over?.reject(error);
    this.#enough(error);
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

function tooLarge(maxBytes: number): BodyTooLarge {
  return new BodyTooLarge(`more than ${maxBytes} bytes`);
}
