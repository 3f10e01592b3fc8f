/** Bytes that come in pieces, of which some can be looked at before they are taken. */
export class ComingBytes {
  readonly #pieces: AsyncIterator<Uint8Array>;
  /** What has come and was not taken. */
  here: Uint8Array = new Uint8Array();

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** Waits until so many are here, or all that there are. */
  async wait(bytes: number): Promise<void> {
    const came = [this.here];
    let { length } = this.here;
    while (length < bytes) {
      const next = await this.#pieces.next();
      if (next.done === true) break;
      came.push(next.value);
      length += next.value.length;
    }
    if (came.length > 1) this.here = Buffer.concat(came);
  }

  /** Takes the next piece, as large as it comes; an empty one where there is no more. */
  async next(): Promise<Uint8Array> {
    await this.wait(1);
    const piece = this.here;
    this.skip(piece.length);
    return piece;
  }

  skip(bytes: number): void {
    this.here = this.here.subarray(bytes);
  }

  /** No more of them is wanted. */
  async close(): Promise<void> {
    await this.#pieces.return?.();
  }
}
