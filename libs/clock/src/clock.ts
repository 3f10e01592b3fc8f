import { setTimeout as delay } from 'node:timers/promises';

/** Time as it is handed to code, so that tests and the lab can turn it by hand. */
export interface Clock {
  /** Milliseconds since 1970. May jump when somebody sets the machine's clock. */
  nowMs(): number;
  /** Milliseconds since an unknown moment. Never goes back: use it for deadlines and durations. */
  monotonicMs(): number;
  /** Resolves after that long; rejects with the signal's reason if it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The machine's own clock. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep: async (ms, signal) => {
    const untilMs = performance.now() + ms;
    // A longer timer would fire at once: Node counts in 32 bits.
    for (let restMs = ms; restMs > LONGEST_TIMER_MS; restMs = untilMs - performance.now()) {
      await timer(LONGEST_TIMER_MS, signal);
    }
    await timer(Math.max(0, untilMs - performance.now()), signal);
  },
};

async function timer(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  try {
    await delay(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
