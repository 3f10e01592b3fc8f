import type { Clock } from '@mayfly/clock';

/** Waits for something, but not longer than that. */
export async function atMost(clock: Clock, ms: number, done: Promise<void>): Promise<void> {
  const enough = new AbortController();
  const late = clock.sleep(ms, enough.signal).catch(() => {});
  await Promise.race([done, late]);
  enough.abort();
}
