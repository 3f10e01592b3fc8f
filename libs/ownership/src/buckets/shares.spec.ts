import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sharesOf } from './shares.ts';

describe('sharesOf', () => {
  it('gives one replica everything', () => {
    expect([...sharesOf(['a'], 1_024)]).toEqual([['a', 1_024]]);
  });

  it('is the same whoever asks, adds up, and differs by one at most', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 1_024 }),
        (living, buckets) => {
          const shares = sharesOf(living, buckets);
          expect([...sharesOf(living.toReversed(), buckets)]).toEqual([...shares]);
          const each = [...shares.values()];
          expect(each.reduce((sum, share) => sum + share, 0)).toBe(buckets);
          expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
