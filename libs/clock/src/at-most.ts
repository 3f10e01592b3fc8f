import type { Clock } from './clock.ts';

/** Waits for something, but not longer than that; undefined when the time is over first. */
export async function atMost<T>(
  clock: Clock,
  ms: number,
  work: Promise<T> | T,
): Promise<T | undefined> {
  const enough = new AbortController();
  const late = clock.sleep(ms, enough.signal).then(
    () => undefined,
    () => undefined,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    enough.abort();
  }
}
