import type { Clock } from '@mayfly/clock';
import type { LifecycleLog } from './log.ts';
import { TELEMETRY } from './telemetry-names.ts';

/** What one turn of a loop found to do. */
export type Turn = 'more' | 'done';

/** A loop: work that nobody calls for, only time. */
export interface LoopOptions {
  readonly name: string;
  /** One turn. `more` asks for the next one at once. A throw is logged, and the loop waits longer each time. */
  readonly turn: (signal: AbortSignal) => Promise<Turn | void>;
  /** Rest after a turn that found nothing more; `wake` ends it early. */
  readonly everyMs: number;
  readonly clock: Clock;
  readonly log: LifecycleLog;
}

const LONGEST_BACKOFF_MS = 5_000;

/** Runs a turn again and again until it is stopped. Turns never overlap. */
export class Loop {
  readonly #options: LoopOptions;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #woken = Promise.withResolvers<void>();
  #failures = 0;

  constructor(options: LoopOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** There is something to do: the next turn begins now, or right after the one that runs. */
  wake(): void {
    this.#woken.resolve();
  }

  /** Lets the turn that runs come to its end, its signal aborted; no further one begins. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error(`loop ${this.#options.name} stops`));
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      this.#woken = Promise.withResolvers<void>();
      const turn = await this.#turn(signal);
      if (turn !== 'more' && !signal.aborted) await this.#rest(signal);
    }
  }

  async #turn(signal: AbortSignal): Promise<Turn | void> {
    const { name, turn, log } = this.#options;
    try {
      const found = await turn(signal);
      this.#failures = 0;
      return found;
    } catch (error) {
      if (signal.aborted) return 'done';
      this.#failures += 1;
      log.warn(
        { event: TELEMETRY.turnFailed.name, loop: name, failures: this.#failures, err: error },
        'a turn failed and is tried again',
      );
      return 'done';
    }
  }

  async #rest(signal: AbortSignal): Promise<void> {
    const { clock, everyMs } = this.#options;
    const rest = new AbortController();
    const failing = this.#failures > 0;
    const backoffMs = Math.min(LONGEST_BACKOFF_MS, 50 * 2 ** Math.min(this.#failures, 10));
    const asleep = clock
      .sleep(
        failing ? Math.max(everyMs, backoffMs) : everyMs,
        AbortSignal.any([signal, rest.signal]),
      )
      .catch(() => {});
    // A loop that fails is not woken: what it needs is away, and everybody wakes it.
    await (failing ? asleep : Promise.race([asleep, this.#woken.promise]));
    rest.abort();
    await asleep;
  }
}
