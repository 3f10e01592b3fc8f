import type { Writable } from 'node:stream';

/** Bytes that may be under way before the writer waits. */
const MAX_UNSENT_BYTES = 256 * 1_024;

/** What a message that waits costs beside its bytes: many small ones are a burden too. */
const OVERHEAD_BYTES = 1_024;

/**
 * Writes messages no faster than the other end reads them. Counted in bytes: a stream that counts
 * objects would hold sixteen of the largest messages.
 */
export class PacedWriter {
  readonly #stream: Writable;
  readonly #over: AbortSignal;
  #unsentBytes = 0;
  #wake: (() => void) | undefined;

  /** The signal ends the waiting when the call is over, because its writes are then never answered. */
  constructor(stream: Writable, over: AbortSignal) {
    this.#stream = stream;
    this.#over = over;
    over.addEventListener('abort', () => this.#wake?.(), { once: true });
  }

  /** Resolves when there is room for another message; throws the reason when the call is over. */
  async write(bytes: Buffer): Promise<void> {
    this.#over.throwIfAborted();
    const cost = bytes.length + OVERHEAD_BYTES;
    this.#unsentBytes += cost;
    this.#stream.write(bytes, () => {
      this.#unsentBytes -= cost;
      if (this.#unsentBytes < MAX_UNSENT_BYTES) this.#wake?.();
    });
    if (this.#unsentBytes < MAX_UNSENT_BYTES) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = undefined;
    this.#over.throwIfAborted();
  }
}
