import { absent, matches, put, type Store } from '@mayfly/store';
import { bucketsTable, hostsTable } from './sample-tables.ts';

/** Adds one to a count until it succeeds, as somebody does who shares it with others. */
export async function addOne(store: Store, bucket: number): Promise<void> {
  for (;;) {
    const found = await store.get(bucketsTable, { bucket });
    const leases = (found?.leases ?? 0) + 1;
    const writes = [
      put(bucketsTable, { bucket, leases }),
      put(hostsTable, { bucket, host: 'count', nextAllowedMs: leases }),
    ];
    const conditions = [
      found === undefined
        ? absent(bucketsTable, { bucket })
        : matches(bucketsTable, { bucket }, { leases: found.leases }),
    ];
    const [answer] = await store.write([{ writes, conditions }]);
    if (answer!.outcome === 'applied') return;
    if (answer!.outcome === 'unknown') throw new Error('unknown', { cause: answer!.cause });
  }
}
