import { setTimeout as delay } from 'node:timers/promises';

/** How long `eventually` looks, how often, and what it is waiting for (for the failure). */
export interface EventuallyOptions {
  readonly what: string;
  readonly withinMs?: number;
  readonly everyMs?: number;
}

/**
 * Looks again and again until the check neither throws nor answers `false`, and gives its answer.
 * The failure shows the last error, so a red test says what was wrong at the end.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { what, withinMs = 60_000, everyMs = 10 }: EventuallyOptions,
): Promise<Exclude<T, false>> {
  const deadline = performance.now() + withinMs;
  let last: unknown = new Error('the check did not come to an end');
  do {
    const outcome = await tryOnce(check, deadline - performance.now());
    if ('value' in outcome && outcome.value !== false) {
      return outcome.value as Exclude<T, false>;
    }
    if (outcome !== UNFINISHED) {
      last = 'error' in outcome ? outcome.error : new Error('the check said false');
    }
    await delay(everyMs);
  } while (performance.now() < deadline);
  const reason = last instanceof Error ? last.message : String(last);
  throw new Error(`not within ${withinMs} ms: ${what}: ${reason}`, { cause: last });
}

const UNFINISHED = {};

type Outcome<T> = { value: T } | { error: unknown } | typeof UNFINISHED;

/** A check that hangs must not hang the test past its bound. */
async function tryOnce<T>(check: () => T | Promise<T>, leftMs: number): Promise<Outcome<T>> {
  const stop = new AbortController();
  try {
    return await Promise.race([
      Promise.resolve()
        .then(check)
        .then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        ),
      delay(Math.max(1, leftMs), UNFINISHED, { signal: stop.signal }),
    ]);
  } finally {
    stop.abort();
  }
}
