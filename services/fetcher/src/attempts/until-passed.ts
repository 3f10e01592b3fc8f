import type { Clock } from '@mayfly/clock';
import { isRetryable } from '@mayfly/errors';

const FIRST_REST_MS = 50;
const LONGEST_REST_MS = 2_000;

interface Waiting {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told the first time that it has to be tried again. */
  readonly waits: (error: unknown) => void;
}

/** Does something again and again while what it needs is away: an outage is waited out. Ends with the signal's reason. */
export async function untilPassed<T>(work: () => Promise<T>, waiting: Waiting): Promise<T> {
  const { clock, signal, waits } = waiting;
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!isRetryable(error)) throw error;
      if (failures === 0) waits(error);
      await clock.sleep(Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** failures), signal);
    }
  }
}
