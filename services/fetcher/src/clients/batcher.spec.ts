import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@mayfly/testing';
import { Batcher } from './batcher.ts';

function open(
  most: number,
  handOver = async (items: readonly number[]) => items.map((item) => -item),
) {
  const clock = new FakeClock();
  const batches: (readonly number[])[] = [];
  const batcher = new Batcher<number, number>({
    ...{ most, withinMs: 5, clock },
    handOver: (items) => {
      batches.push(items);
      return handOver(items);
    },
  });
  return { clock, batches, batcher };
}

describe('a batcher', () => {
  it('hands over what comes within a moment, and each gets its own answer', async () => {
    const { clock, batches, batcher } = open(10);
    const answers = Promise.all([batcher.add(1), batcher.add(2)]);
    await clock.advance(5);
    const later = batcher.add(3);
    await clock.advance(5);
    expect([await answers, await later, batches]).toEqual([[-1, -2], -3, [[1, 2], [3]]]);
  });

  it('does not wait when there are enough', async () => {
    const { batches, batcher } = open(2);
    await Promise.all([batcher.add(1), batcher.add(2)]);
    expect(batches).toEqual([[1, 2]]);
  });

  it('tells each of a failure', async () => {
    const { clock, batcher } = open(10, () => Promise.reject(new Error('away')));
    const both = Promise.allSettled([batcher.add(1), batcher.add(2)]);
    await clock.advance(5);
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
