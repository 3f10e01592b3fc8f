import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HeavyHitters } from './heavy-hitters.ts';

describe('heavy hitters', () => {
  it('are counted exactly while there is room', () => {
    const hitters = new HeavyHitters(2);
    hitters.add('a', 2, 7);
    hitters.add('b', 5, 8);
    hitters.add('a', 1, 9);
    expect(hitters.all()).toEqual([
      { name: 'b', count: 5, over: 0, position: 8 },
      { name: 'a', count: 3, over: 0, position: 9 },
    ]);
  });

  it('never count too low, nor too high by more than all ÷ room', () => {
    const names = fc.array(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 300 });
    const holds = (all: string[], room: number) => {
      const hitters = new HeavyHitters(room);
      all.forEach((name, at) => hitters.add(name, 1, at));
      const truth = (name: string) => all.filter((each) => each === name).length;
      const bound = all.length / room;
      const kept = hitters.all();
      return (
        kept.length <= room &&
        kept.every(({ name, count, over }) => {
          const exact = truth(name);
          return count >= exact && count - over <= exact && over <= bound;
        }) &&
        [...new Set(all)].every((name) => truth(name) <= bound || hitters.find(name) !== undefined)
      );
    };
    fc.assert(fc.property(names, fc.integer({ min: 1, max: 12 }), holds));
  });

  it('go on from what was kept', () => {
    const first = new HeavyHitters(2);
    first.add('a', 4, 1);
    const second = new HeavyHitters(2, first.all());
    second.add('a', 1, 2);
    expect(second.find('a')).toMatchObject({ count: 5, position: 2 });
  });
});
