/** Those who want to hear of something. */
export class Listeners<T> {
  readonly #listeners = new Set<(item: T) => void>();
  #count = 0;

  /** How many were told so far, whether anybody listened or not. */
  get count(): number {
    return this.#count;
  }

  /** Calls the listener from now on; what it returns ends that. */
  add(listener: (item: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(item: T): void {
    this.#count += 1;
    for (const listener of this.#listeners) listener(item);
  }

  /**
   * What is told from the first `next` on, until the signal is aborted. Of what is not read yet only the newest
   * `most` are kept: a reader that has gone away must not fill the memory.
   */
  async *stream(signal?: AbortSignal, most = 10_000): AsyncGenerator<T, void> {
    const waiting: T[] = [];
    let woken = Promise.withResolvers<void>();
    const wake = (): void => woken.resolve();
    const remove = this.add((item) => {
      waiting.push(item);
      if (waiting.length > most) waiting.shift();
      wake();
    });
    signal?.addEventListener('abort', wake, { once: true });
    try {
      while (signal?.aborted !== true) {
        if (waiting.length === 0) await woken.promise;
        woken = Promise.withResolvers<void>();
        yield* waiting.splice(0);
      }
    } finally {
      remove();
      signal?.removeEventListener('abort', wake);
    }
  }
}
