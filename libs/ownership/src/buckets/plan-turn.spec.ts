import { describe, expect, it } from '@jest/globals';
import { planTurn, type Situation } from './plan-turn.ts';

/** One letter a bucket: who owns it; a dot where nobody does. */
const rowsOf = (owners: string) =>
  [...owners].map((letter, bucket) => {
    const replica = letter === '.' ? '' : letter;
    return { bucket, epoch: 1, replica, address: replica };
  });

function planOf(owners: string, over: Partial<Situation> = {}) {
  const rows = rowsOf(owners);
  const mine = rows.filter(({ replica }) => replica === 'a');
  const owned = new Map(mine.map(({ bucket, epoch }) => [bucket, epoch]));
  const around = { buckets: owners.length, me: 'a', rows, owned, leaving: new Set<number>() };
  return planTurn({ ...around, living: ['a', 'b', 'c'], ...over });
}

describe('planTurn', () => {
  it('does nothing when everybody has a share', () => {
    expect(planOf('aabbcc')).toEqual({ lost: [], takeable: [], takes: 0, gives: 0 });
  });

  it('takes up to its share of what is free, of what never had an owner, and of the dead', () => {
    const rows = rowsOf('..bddd');
    const { takeable, takes } = planOf('..bddd', { rows: [undefined, ...rows.slice(1)] });
    expect(takeable).toEqual([0, 1, 3, 4, 5]);
    expect(takes).toBe(2);
  });

  it('gives what others lack, and nothing for which there is something free', () => {
    expect(planOf('aaaabb')).toMatchObject({ gives: 2 });
    expect(planOf('aaa.bb')).toMatchObject({ gives: 1 });
    expect(planOf('aaa..b')).toMatchObject({ gives: 1 });
    expect(planOf('aaa...')).toMatchObject({ gives: 1 });
    expect(planOf('aaaabb', { living: ['a', 'b'] })).toMatchObject({ gives: 1 });
  });

  it('counts what is leaving as gone', () => {
    expect(planOf('aaaabb', { leaving: new Set([0, 1]) })).toMatchObject({ gives: 0, takes: 0 });
  });

  it('sees what was taken from it, and takes once more what names it and is not its own', () => {
    const owned = new Map([
      [0, 1],
      [2, 1],
      [3, 9],
    ]);
    const { lost, takeable } = planOf('aabacc', { owned });
    expect(lost).toEqual([2, 3]);
    expect(takeable).toEqual([1, 3]);
  });

  it('never plans to take what is leaving', () => {
    expect(planOf('a.....', { leaving: new Set([0]) }).takeable).not.toContain(0);
  });
});
