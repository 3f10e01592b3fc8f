import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@mayfly/testing';
import { atMost } from './at-most.ts';

describe('atMost', () => {
  it('gives the answer that came in time, and leaves nobody asleep', async () => {
    const clock = new FakeClock();
    expect(await atMost(clock, 100, Promise.resolve(7))).toBe(7);
    expect(clock.sleepers).toBe(0);
  });

  it('gives up on what takes longer', async () => {
    const clock = new FakeClock();
    const end = atMost(clock, 100, new Promise(() => {}));
    await clock.advance(100);
    expect(await end).toBeUndefined();
  });

  it('lets a failure through, and leaves nobody asleep', async () => {
    const clock = new FakeClock();
    await expect(atMost(clock, 100, Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(clock.sleepers).toBe(0);
  });
});
