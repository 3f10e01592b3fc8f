import { describe, expect, it } from '@jest/globals';
import type { Store } from '@mayfly/store';
import { FEW_BUCKETS, MANY_BUCKETS } from '../core/buckets.ts';
import { bucketsOf } from './buckets-of.ts';

/** A store whose owners' rows are those of so many buckets. */
const ownedBuckets = (count: number) =>
  ({
    get: async (_: unknown, { bucket }: { bucket: number }) =>
      bucket < count ? { bucket } : undefined,
  }) as unknown as Pick<Store, 'get'>;

describe('bucketsOf', () => {
  it.each([
    { what: 'a new data folder', isExclusive: true, owned: 0, count: FEW_BUCKETS },
    {
      what: 'a data folder cut into few',
      isExclusive: true,
      owned: FEW_BUCKETS,
      count: FEW_BUCKETS,
    },
    {
      what: 'one cut into many before',
      isExclusive: true,
      owned: MANY_BUCKETS,
      count: MANY_BUCKETS,
    },
    { what: 'tables that others share', isExclusive: false, owned: 0, count: MANY_BUCKETS },
  ])('cuts $what into $count', async ({ isExclusive, owned, count }) => {
    expect((await bucketsOf(ownedBuckets(owned), isExclusive)).count).toBe(count);
  });
});
