import { insert, remove, replace, type Store } from '@mayfly/store';
import { HOST_BUCKETS } from '@mayfly/url';
import type { SliceTables } from '../core/ports.ts';
import { ledgersTable } from './ledgers-table.ts';
import { ownersTable } from './owners-table.ts';
import { slicesTable } from './slices-table.ts';

const BUCKETS = Array.from({ length: HOST_BUCKETS }, (_, bucket) => bucket);

/** What is read and written to share limits with other replicas. */
export function sliceRows(store: Store): SliceTables {
  return {
    slice: (name) => store.get(slicesTable, { name }),
    putSlice: async ({ before, after }) => {
      const write =
        before === undefined
          ? insert(slicesTable, after)
          : replace(slicesTable, after, { matches: { version: before.version } });
      const [answer] = await store.write([{ writes: [write] }]);
      return answer?.outcome === 'refused' ? 'moved' : (answer?.outcome ?? 'unknown');
    },
    removeSlices: async (names) => {
      const parts = names.map((name) => ({ writes: [remove(slicesTable, { name })] }));
      if (parts.length > 0) await store.write(parts);
    },
    owners: async () => {
      const rows = await store.getMany(
        ownersTable,
        BUCKETS.map((bucket) => ({ bucket })),
      );
      // A row that names nobody is of a bucket that is free.
      return rows.map((row) => (row?.replica === '' ? undefined : row?.replica));
    },
    ledgersOf: async (crawl) => {
      const keys = BUCKETS.map((bucket) => ({ bucket, crawl }));
      const rows = await store.getMany(ledgersTable, keys);
      return rows.filter((row) => row !== undefined);
    },
  };
}
