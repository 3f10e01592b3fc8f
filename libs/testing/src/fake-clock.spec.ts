import { describe, expect, it } from '@jest/globals';
import type { Clock } from '@mayfly/clock';
import { FakeClock } from './fake-clock.ts';

describe('FakeClock', () => {
  it('can be handed to whatever takes a clock', () => {
    const clock: Clock = new FakeClock(1_000);
    expect(clock.nowMs()).toBe(1_000);
  });

  it('stands still until it is turned', async () => {
    const clock = new FakeClock(1_000);
    expect([clock.nowMs(), clock.monotonicMs()]).toEqual([1_000, 0]);
    await clock.advance(250);
    expect([clock.nowMs(), clock.monotonicMs()]).toEqual([1_250, 250]);
  });

  it('wakes sleepers in order of time, each at its own time', async () => {
    const clock = new FakeClock();
    const woken: string[] = [];
    const sleeper = async (name: string, ms: number) => {
      await clock.sleep(ms);
      woken.push(`${name} at ${clock.monotonicMs()}`);
    };
    const all = Promise.all([sleeper('late', 30), sleeper('early', 10), sleeper('twin', 10)]);
    await clock.advance(100);
    await all;
    expect(woken).toEqual(['early at 10', 'twin at 10', 'late at 30']);
  });

  it('lets a woken loop fall asleep again within the same advance', async () => {
    const clock = new FakeClock();
    const turns: number[] = [];
    void (async () => {
      for (;;) {
        await clock.sleep(10);
        turns.push(clock.monotonicMs());
      }
    })();
    await clock.advance(35);
    expect(turns).toEqual([10, 20, 30]);
    expect(clock.sleepers).toBe(1);
  });

  it('comes to an end with a loop that sleeps for no time at all', async () => {
    const clock = new FakeClock();
    let turns = 0;
    void (async () => {
      for (;;) {
        await clock.sleep(0);
        turns += 1;
      }
    })();
    await clock.advance(5);
    expect(turns).toBe(5);
  });

  it('leaves a sleeper asleep whose time has not come', async () => {
    const clock = new FakeClock();
    let woken = false;
    void clock.sleep(100).then(() => (woken = true));
    await clock.advance(99);
    expect([woken, clock.sleepers]).toEqual([false, 1]);
    await clock.advance(1);
    expect([woken, clock.sleepers]).toEqual([true, 0]);
  });

  it('jumps the wall clock and nothing else', async () => {
    const clock = new FakeClock(5_000);
    let woken = false;
    void clock.sleep(10).then(() => (woken = true));
    clock.jump(-3_000);
    await clock.advance(0);
    expect([clock.nowMs(), clock.monotonicMs(), woken]).toEqual([2_000, 0, false]);
  });

  it('wakes a sleeper with the reason of the abort and forgets it', async () => {
    const clock = new FakeClock();
    const stop = new AbortController();
    const sleeping = clock.sleep(1_000, stop.signal);
    stop.abort(new Error('enough'));
    await expect(sleeping).rejects.toThrow('enough');
    expect(clock.sleepers).toBe(0);
  });

  it('does not fall asleep when it was aborted before', async () => {
    const clock = new FakeClock();
    await expect(clock.sleep(1, AbortSignal.abort(new Error('no')))).rejects.toThrow('no');
    expect(clock.sleepers).toBe(0);
  });

  it('refuses to go back', async () => {
    await expect(new FakeClock().advance(-1)).rejects.toThrow(RangeError);
  });
});
