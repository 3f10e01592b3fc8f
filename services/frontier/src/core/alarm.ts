import type { Clock } from '@mayfly/clock';
import { Heap } from './heap.ts';

interface Call<T> {
  readonly atMs: number;
  readonly what: T;
}

/** Made once: an abort without a reason makes an error with a stack each time. */
const WOKEN = new Error('woken');
/** Not every millisecond: what is due together rings together. */
const SHORTEST_MS = 1;

/** Rings for things at their time, by the clock that never jumps. */
export class Alarm<T> {
  readonly #clock: Clock;
  readonly #ring: (due: readonly T[]) => void;
  readonly #calls = new Heap<Call<T>>((one, other) => one.atMs < other.atMs);
  readonly #stop = new AbortController();
  #sleep: { readonly untilMs: number; readonly end: AbortController } | undefined;

  constructor(clock: Clock, ring: (due: readonly T[]) => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  set(atMs: number, what: T): void {
    if (this.#stop.signal.aborted) return;
    this.#calls.push({ atMs, what });
    this.#arm();
  }

  stop(): void {
    this.#stop.abort();
    this.#sleep?.end.abort(WOKEN);
  }

  #arm(): void {
    const next = this.#calls.peek();
    if (next === undefined || this.#stop.signal.aborted) return;
    if (this.#sleep !== undefined && this.#sleep.untilMs <= next.atMs) return;
    this.#sleep?.end.abort(WOKEN);
    const nowMs = this.#clock.monotonicMs();
    const sleep = { untilMs: next.atMs, end: new AbortController() };
    this.#sleep = sleep;
    this.#clock.sleep(Math.max(SHORTEST_MS, next.atMs - nowMs), sleep.end.signal).then(
      () => this.#woken(sleep),
      () => {},
    );
  }

  #woken(sleep: object): void {
    if (this.#sleep !== sleep) return;
    this.#sleep = undefined;
    const nowMs = this.#clock.monotonicMs();
    const due: T[] = [];
    for (let next = this.#calls.peek(); next !== undefined; next = this.#calls.peek()) {
      if (next.atMs > nowMs) break;
      this.#calls.pop();
      due.push(next.what);
    }
    if (due.length > 0) this.#ring(due);
    this.#arm();
  }
}
