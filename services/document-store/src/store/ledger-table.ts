import {
  absent,
  bigint,
  defineTable,
  matches,
  number,
  type Part,
  put,
  type RowOf,
  type Store,
  text,
} from '@mayfly/store';
import type { HostKey } from '@mayfly/url';
import {
  addCounts,
  type Counts,
  type HostLedger,
  type LedgerBucket,
  NEW_HOST,
  NO_COUNTS,
} from '../core/ledger.ts';
import type { Ledger } from '../core/ports.ts';
import { allApplied } from './all-applied.ts';
import { defined } from './defined.ts';

/**
 * Counts per host. A bucket is the partition of the stream that a host's messages come through, so a batch writes its hosts
 * in one part, together with the sum of the bucket, which stands under no host and carries the revision.
 */
export const ledgerTable = defineTable({
  name: 'documentLedger',
  format: 1,
  columns: {
    bucket: number(),
    host: text(),
    newVersions: number(),
    unchanged: number(),
    duplicates: number(),
    withoutDocument: number(),
    late: number(),
    mainPosition: bigint().optional(),
    retryPosition: bigint().optional(),
    revision: number().optional(),
  },
  key: ['bucket', 'host'],
  partition: 1,
});

type Row = RowOf<typeof ledgerTable>;

const SUM = '';

/** How hosts are spread: stored rows depend on it, and it never changes. */
export interface LedgerBuckets {
  readonly count: number;
  readonly of: (host: HostKey) => number;
}

export function ledgerIn(store: Store, buckets: LedgerBuckets): Ledger {
  return {
    read: async (hosts) => {
      const keys = hosts.map((host) => ({ bucket: buckets.of(host), host: host }));
      const numbers = [...new Set(keys.map(({ bucket }) => bucket))];
      const sums = numbers.map((bucket) => ({ bucket, host: SUM }));
      const rows = await store.getMany(ledgerTable, [...sums, ...keys]);
      return numbers.map((bucket, at): LedgerBucket => {
        const sum = rows[at];
        const own = keys.flatMap((key, index): [string, HostLedger][] =>
          key.bucket === bucket ? [[key.host, hostLedgerOf(rows[numbers.length + index])]] : [],
        );
        const { revision = 0 } = sum ?? {};
        return { bucket, revision, sum: countsOf(sum), hosts: new Map(own) };
      });
    },
    write: async (changed) => allApplied(await store.write(changed.map(partOf))),
    sum: async (host) => {
      if (host !== undefined) {
        return countsOf(await store.get(ledgerTable, { bucket: buckets.of(host), host }));
      }
      const keys = Array.from({ length: buckets.count }, (_, bucket) => ({ bucket, host: SUM }));
      const rows = await store.getMany(ledgerTable, keys);
      return rows.map(countsOf).reduce(addCounts, NO_COUNTS);
    },
  };
}

/** The sum's revision guards all hosts of the bucket: whoever counted meanwhile has raised it. */
function partOf({ bucket, revision, sum, hosts }: LedgerBucket): Part {
  const key = { bucket, host: SUM };
  const next = put(ledgerTable, { ...key, ...sum, revision: revision + 1 });
  const rows = [...hosts].map(([host, { counts, ...positions }]) =>
    put(ledgerTable, defined({ bucket, host, ...counts, ...positions })),
  );
  const isUnmoved =
    revision === 0 ? absent(ledgerTable, key) : matches(ledgerTable, key, { revision });
  return { writes: [next, ...rows], conditions: [isUnmoved] };
}

function hostLedgerOf(row: Row | undefined): HostLedger {
  if (row === undefined) return NEW_HOST;
  const { mainPosition, retryPosition } = row;
  return { counts: countsOf(row), mainPosition, retryPosition };
}

function countsOf(row: Row | undefined): Counts {
  if (row === undefined) return NO_COUNTS;
  const { newVersions, unchanged, duplicates, withoutDocument, late } = row;
  return { newVersions, unchanged, duplicates, withoutDocument, late };
}
