import { describe, expect, it } from '@jest/globals';
import { systemClock } from './clock.ts';

describe('systemClock', () => {
  it('never lets the monotonic clock go back', () => {
    const first = systemClock.monotonicMs();
    expect(systemClock.monotonicMs()).toBeGreaterThanOrEqual(first);
  });

  it('wakes a sleeper with the reason of the abort', async () => {
    const stop = new AbortController();
    const sleeping = systemClock.sleep(60_000, stop.signal);
    stop.abort(new Error('enough'));
    await expect(sleeping).rejects.toThrow('enough');
  });

  it('does not fall asleep when it was aborted before', async () => {
    await expect(systemClock.sleep(60_000, AbortSignal.abort(new Error('no')))).rejects.toThrow(
      'no',
    );
  });

  it('does not take a month for a moment', async () => {
    const stop = new AbortController();
    let woke = false;
    const sleeping = systemClock.sleep(2 ** 31, stop.signal).then(
      () => (woke = true),
      () => undefined,
    );
    await systemClock.sleep(5);
    expect(woke).toBe(false);
    stop.abort();
    await sleeping;
  });
});
