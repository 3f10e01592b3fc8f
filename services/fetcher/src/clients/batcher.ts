import type { Clock } from '@mayfly/clock';

interface Entry<T, R> {
  readonly item: T;
  readonly resolve: (answer: R) => void;
  readonly reject: (error: unknown) => void;
}

/** Hands items over together: those that come within a moment of each other, up to a number. */
export class Batcher<T, R> {
  readonly #options: BatcherOptions<T, R>;
  #waiting: Entry<T, R>[] = [];

  constructor(options: BatcherOptions<T, R>) {
    this.#options = options;
  }

  add(item: T): Promise<R> {
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    this.#waiting.push({ item, resolve, reject });
    if (this.#waiting.length === 1) void this.#later();
    if (this.#waiting.length >= this.#options.most) void this.#flush();
    return promise;
  }

  async #later(): Promise<void> {
    await this.#options.clock.sleep(this.#options.withinMs);
    await this.#flush();
  }

  async #flush(): Promise<void> {
    const entries = this.#waiting;
    if (entries.length === 0) return;
    this.#waiting = [];
    try {
      const answers = await this.#options.handOver(entries.map(({ item }) => item));
      entries.forEach(({ resolve }, at) => resolve(answers[at] as R));
    } catch (error) {
      for (const { reject } of entries) reject(error);
    }
  }
}

interface BatcherOptions<T, R> {
  readonly most: number;
  readonly withinMs: number;
  readonly clock: Clock;
  /** Answers one each, in their order. */
  readonly handOver: (items: readonly T[]) => Promise<readonly R[]>;
}
