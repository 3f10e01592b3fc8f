import { describe, expect, it } from '@jest/globals';
import { atMost } from './at-most.ts';
import type { Clock } from './clock.ts';

/** A clock with one sleeper, whose time is over when the test says so. libs/testing stands on this library. */
function oneSleep() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const asked: number[] = [];
  let asleep = false;
  const end = (settle: () => void) => () => {
    asleep = false;
    settle();
  };
  const clock: Clock = {
    nowMs: () => 0,
    monotonicMs: () => 0,
    sleep: (ms, signal) => {
      asleep = true;
      asked.push(ms);
      signal?.addEventListener(
        'abort',
        end(() => reject(new Error('aborted'))),
      );
      return promise;
    },
  };
  return { clock, asked, timeIsOver: end(resolve), isAsleep: () => asleep };
}

describe('atMost', () => {
  it('gives the answer that came in time, and leaves nobody asleep', async () => {
    const { clock, isAsleep } = oneSleep();
    expect(await atMost(clock, 100, Promise.resolve(7))).toBe(7);
    expect(isAsleep()).toBe(false);
  });

  it('gives up on what takes longer', async () => {
    const { clock, asked, timeIsOver } = oneSleep();
    const end = atMost(clock, 100, new Promise(() => {}));
    timeIsOver();
    expect(await end).toBeUndefined();
    expect(asked).toEqual([100]);
  });

  it('lets a failure through, and leaves nobody asleep', async () => {
    const { clock, isAsleep } = oneSleep();
    await expect(atMost(clock, 100, Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(isAsleep()).toBe(false);
  });
});
