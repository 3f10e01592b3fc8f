import type { Store } from '@mayfly/store';
import { Buckets, FEW_BUCKETS, MANY_BUCKETS } from '../core/buckets.ts';
import { ownersTable } from './owners-table.ts';

/**
 * Into how many buckets these tables are cut: few where no other process can have them. Each bucket has an owner's row
 * before it has any other, so a data folder that an earlier Mayfly cut into many is known by the last of them.
 */
export async function bucketsOf(store: Pick<Store, 'get'>, isExclusive: boolean): Promise<Buckets> {
  if (!isExclusive) return new Buckets(MANY_BUCKETS);
  const last = await store.get(ownersTable, { bucket: MANY_BUCKETS - 1 });
  return new Buckets(last === undefined ? FEW_BUCKETS : MANY_BUCKETS);
}
