import { describe, expect, it } from '@jest/globals';
import { eventually, FakeClock } from '@mayfly/testing';
import { Loop, type LoopOptions } from './loop.ts';

function started(turn: LoopOptions['turn'], everyMs = 1_000) {
  const clock = new FakeClock();
  const warnings: object[] = [];
  const quiet = () => {};
  const log = {
    info: quiet,
    error: quiet,
    fatal: quiet,
    warn: (fields: object) => void warnings.push(fields),
  };
  return { clock, warnings, loop: new Loop({ name: 'test', turn, everyMs, clock, log }) };
}

describe('Loop', () => {
  it('rests between turns', async () => {
    let turns = 0;
    const { clock, loop } = started(async () => void (turns += 1));
    await clock.advance(2_500);
    await loop.stop();
    expect(turns).toBe(3);
  });

  it('goes on at once while there is more', async () => {
    let turns = 0;
    const { clock, loop } = started(async () => ((turns += 1) < 5 ? 'more' : 'done'));
    await eventually(() => clock.sleepers === 1, { what: 'the loop to rest' });
    expect(turns).toBe(5);
    await loop.stop();
  });

  it('is woken from its rest, and once more when it was woken in its turn', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let turns = 0;
    const { loop, clock } = started(async () => {
      await gates[turns]?.promise;
      turns += 1;
    }, 1_000_000);
    loop.wake();
    gates[0]!.resolve();
    gates[1]!.resolve();
    await eventually(() => turns === 2 && clock.sleepers === 1, { what: 'two turns' });
    loop.wake();
    await eventually(() => turns === 3, { what: 'a third turn' });
    await loop.stop();
  });

  it('tells a failure, waits longer after each, and goes on', async () => {
    let turns = 0;
    const { clock, warnings, loop } = started(async () => {
      turns += 1;
      if (turns < 8) throw new Error('away');
    }, 1);
    await clock.advance(100);
    const early = turns;
    await clock.advance(60_000);
    await loop.stop();
    expect(early).toBeLessThan(3);
    expect(turns).toBeGreaterThan(8);
    expect(warnings).toHaveLength(7);
  });

  it('lets a turn come to its end when it is stopped, and begins no other', async () => {
    const gate = Promise.withResolvers<void>();
    let [turns, told] = [0, false];
    const { loop } = started(async (signal) => {
      turns += 1;
      await gate.promise;
      told = signal.aborted;
      return 'more';
    });
    const stopped = loop.stop();
    gate.resolve();
    await stopped;
    expect([turns, told]).toEqual([1, true]);
  });
});
