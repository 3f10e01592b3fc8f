import { setImmediate as roundOfEventLoop } from 'node:timers/promises';
import type { Clock } from '@mayfly/clock';

interface Sleeper {
  readonly wakeAtMs: number;
  readonly wake: () => void;
}

/** Timers of the machine never fire in the same millisecond, so a loop of empty sleeps ends here too. */
const SHORTEST_SLEEP_MS = 1;

/** Time that stands still until a test turns it. */
export class FakeClock implements Clock {
  #wallMs: number;
  #monotonicMs = 0;
  #sleepers: readonly Sleeper[] = [];

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#wallMs = startMs;
  }

  nowMs(): number {
    return this.#wallMs;
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  /** How many calls of `sleep` wait now: poll it to know that the code under test has gone to sleep. */
  get sleepers(): number {
    return this.#sleepers.length;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const sleeper = {
      wakeAtMs: this.#monotonicMs + (ms >= SHORTEST_SLEEP_MS ? ms : SHORTEST_SLEEP_MS),
      wake: resolve,
    };
    const giveUp = () => {
      this.#forget(sleeper);
      reject(signal?.reason as Error);
    };
    this.#sleepers = [...this.#sleepers, sleeper].sort((a, b) => a.wakeAtMs - b.wakeAtMs);
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  /**
   * Lets that much time pass. Sleepers wake one by one in order of time, and what each does next
   * (as far as it needs no real I/O) happens before the following one wakes.
   */
  async advance(ms: number): Promise<void> {
    if (!(ms >= 0)) throw new RangeError(`time does not go back: advance(${ms})`);
    await roundOfEventLoop();
    const untilMs = this.#monotonicMs + ms;
    for (let next = this.#sleepers[0]; next !== undefined; next = this.#sleepers[0]) {
      if (next.wakeAtMs > untilMs) break;
      this.#turnTo(next.wakeAtMs);
      this.#forget(next);
      next.wake();
      await roundOfEventLoop();
    }
    this.#turnTo(untilMs);
  }

  /** Somebody sets the machine's clock, forwards or back: nobody wakes, and the monotonic clock knows nothing of it. */
  jump(ms: number): void {
    this.#wallMs += ms;
  }

  #turnTo(monotonicMs: number): void {
    const passedMs = Math.max(0, monotonicMs - this.#monotonicMs);
    this.#monotonicMs += passedMs;
    this.#wallMs += passedMs;
  }

  #forget(sleeper: Sleeper): void {
    this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
  }
}
