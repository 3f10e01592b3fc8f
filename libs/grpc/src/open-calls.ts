/** Calls that have begun and not ended, and a way to wait until there are none. */
export class OpenCalls<T> implements Iterable<T> {
  readonly #calls = new Set<T>();
  #waiting: (() => void)[] = [];

  get size(): number {
    return this.#calls.size;
  }

  add(call: T): void {
    this.#calls.add(call);
  }

  /** Whether it was there. */
  delete(call: T): boolean {
    const wasThere = this.#calls.delete(call);
    if (this.#calls.size === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    return wasThere;
  }

  /** Those of this moment: ending them while walking is fine. */
  [Symbol.iterator](): Iterator<T> {
    return [...this.#calls].values();
  }

  /** Resolves when there is none. */
  async idle(): Promise<void> {
    if (this.#calls.size === 0) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
