import type { Clock } from '@mayfly/clock';
import type { Turn } from '@mayfly/lifecycle';
import type { Attempts } from '../attempts/attempts.ts';
import type { Frontier } from '../attempts/frontier.ts';
import { heldBackFor, leasesReleased } from '../events.ts';

interface Parts {
  readonly frontier: Pick<Frontier, 'lease' | 'release'>;
  readonly attempts: Pick<Attempts, 'run' | 'size' | 'changed'>;
  /** Why no leases may be taken now; empty where they may. */
  readonly holdBack: () => Promise<string>;
  readonly clock: Clock;
  readonly maxLeases: number;
  readonly waitMs: number;
}

/** While few places are free, more are waited for this long: one call for many leases costs as much as one for one. */
const GATHER_MS = 10;
const GATHER_BELOW = 8;
/** How long an answer may still take when the loop stops. */
const LAST_ANSWER_MS = 300;

/** Keeps as many leases as there are places for. */
export class FetchLoop {
  readonly #parts: Parts;
  #heldBack = '';

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Why it takes no leases now; empty where it does. */
  get heldBack(): string {
    return this.#heldBack;
  }

  /** One turn: wait for places, ask for leases, start them. */
  readonly turn = async (signal: AbortSignal): Promise<Turn> => {
    const { frontier, attempts, holdBack, maxLeases, waitMs } = this.#parts;
    await this.#places(signal);
    if (signal.aborted) return 'done';
    const reason = await holdBack();
    heldBackFor(reason, this.#heldBack);
    this.#heldBack = reason;
    if (reason !== '') return 'done';
    const max = Math.min(1_000, maxLeases - attempts.size);
    if (max <= 0) return 'more';
    const tasks = await this.#unlessStopped(signal, (patient) =>
      frontier.lease({ max, waitMs }, { signal: patient }),
    );
    if (signal.aborted && tasks.length > 0) {
      leasesReleased(tasks.length, 'not-attempted');
      await frontier.release(tasks, 'not-attempted');
      return 'done';
    }
    for (const task of tasks) void attempts.run(task);
    return 'more';
  };

  /** A call that is cancelled while its answer is on the way loses the leases in it, so a moment is left for that. */
  async #unlessStopped<T>(signal: AbortSignal, call: (signal: AbortSignal) => Promise<T>) {
    const [patient, over] = [new AbortController(), new AbortController()];
    const cancelSoon = (): void => {
      const rest = this.#parts.clock.sleep(LAST_ANSWER_MS, over.signal);
      rest.then(
        () => patient.abort(signal.reason),
        () => {},
      );
    };
    signal.addEventListener('abort', cancelSoon, { once: true });
    try {
      return await call(patient.signal);
    } finally {
      signal.removeEventListener('abort', cancelSoon);
      over.abort();
    }
  }

  async #places(signal: AbortSignal): Promise<void> {
    const { attempts, clock, maxLeases } = this.#parts;
    const { promise: stopped, resolve } = Promise.withResolvers<void>();
    const stop = (): void => resolve();
    signal.addEventListener('abort', stop);
    while (attempts.size >= maxLeases && !signal.aborted) {
      await Promise.race([attempts.changed(), stopped]);
    }
    // The signal lives as long as the process, and would remember every turn.
    signal.removeEventListener('abort', stop);
    if (attempts.size > 0 && maxLeases - attempts.size < maxLeases / GATHER_BELOW) {
      await clock.sleep(GATHER_MS, signal).catch(() => {});
    }
  }
}
