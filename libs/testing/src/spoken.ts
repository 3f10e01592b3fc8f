/** Messages of a stream, said one by one while answers come. */
export class Spoken<T> implements AsyncIterable<T> {
  readonly #messages: T[] = [];
  #hasEnded = false;
  #wake: (() => void) | undefined;

  say(message: T): void {
    this.#messages.push(message);
    this.#wake?.();
  }

  end(): void {
    this.#hasEnded = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const next = this.#messages.shift();
      if (next !== undefined) yield next;
      else if (this.#hasEnded) return;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}
