import type { Clock } from '@mayfly/clock';

/** A time in which this process did nothing, and so saw nothing. */
export interface Stall {
  readonly fromMs: number;
  readonly toMs: number;
}

const LOOK_EVERY_MS = 10;
const STALLED_FROM_MS = 20;

/** Notices when this process has to wait for its turn on a busy machine: what it wrote down then, it wrote down late. */
export class StallWatch implements Disposable {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #stalls: Stall[] = [];
  readonly #timer: NodeJS.Timeout;
  #lastMs: number;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
    this.#lastMs = clock.monotonicMs();
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** The earliest that something can have been which was written down then. */
  earliest(writtenMs: number): number {
    return earliest(this.#stalls, writtenMs);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#lastMs >= STALLED_FROM_MS) {
      this.#stalls.push({ fromMs: this.#lastMs, toMs: nowMs });
    }
    this.#lastMs = nowMs;
  }
}

/** What is written down within a stall, or by the turn that ends it, may be as old as its beginning. */
export function earliest(stalls: readonly Stall[], writtenMs: number): number {
  const during = stalls.findLast(
    ({ fromMs, toMs }) => fromMs <= writtenMs && writtenMs <= toMs + LOOK_EVERY_MS,
  );
  return during?.fromMs ?? writtenMs;
}
