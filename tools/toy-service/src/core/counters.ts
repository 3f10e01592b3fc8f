import type { Clock } from '@mayfly/clock';

/** What a counter holds, and since when. */
export interface Counter {
  readonly value: number;
  readonly setAtMs: number;
}

/** Named counters, and who watches them. */
export class Counters {
  readonly #clock: Clock;
  readonly #counters = new Map<string, Counter>();
  readonly #watchers = new Map<string, Set<() => void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(name: string): Counter | undefined {
    return this.#counters.get(name);
  }

  set(name: string, value: number): void {
    this.#counters.set(name, { value, setAtMs: this.#clock.nowMs() });
    for (const wake of this.#watchers.get(name) ?? []) wake();
  }

  add(name: string, amount: number): number {
    const value = (this.get(name)?.value ?? 0) + amount;
    this.set(name, value);
    return value;
  }

  /** The value now and after each change, until one of the signals is aborted. A slow reader misses values in between. */
  async *watch(name: string, signals: readonly AbortSignal[]): AsyncGenerator<number> {
    const stop = AbortSignal.any([...signals]);
    while (!stop.aborted) {
      const changed = this.#changeOf(name, stop);
      yield this.get(name)?.value ?? 0;
      await changed;
    }
  }

  async #changeOf(name: string, stop: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const watchers = this.#watchers.get(name) ?? new Set();
    const wake = (): void => resolve();
    this.#watchers.set(name, watchers.add(wake));
    stop.addEventListener('abort', wake);
    await promise;
    stop.removeEventListener('abort', wake);
    watchers.delete(wake);
    if (watchers.size === 0) this.#watchers.delete(name);
  }
}
