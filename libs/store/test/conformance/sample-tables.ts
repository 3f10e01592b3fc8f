import { bigint, bytes, defineTable, flag, json, number, type RowOf, text } from '@mayfly/store';

/** Rows of one bucket can be written together. */
export const hostsTable = defineTable({
  name: 'hosts',
  format: 1,
  columns: {
    bucket: number(),
    host: text(),
    nextAllowedMs: number().optional(),
    robots: bytes().optional(),
    note: json<{ readonly words: readonly string[] } | null>().optional(),
    fetched: bigint().optional(),
    isBlocked: flag().optional(),
  },
  key: ['bucket', 'host'],
  partition: 1,
  indexes: { due: ['bucket', 'nextAllowedMs'], blocked: ['isBlocked', 'robots'] },
});
export type HostRow = RowOf<typeof hostsTable>;

/** A second table with the same partition key, so that a part can span both. */
export const bucketsTable = defineTable({
  name: 'buckets',
  format: 1,
  columns: { bucket: number(), leases: number(), owner: text().optional() },
  key: ['bucket'],
  partition: 1,
});

/** A key of one column, which MongoDB holds without a wrapper. */
export const urlsTable = defineTable({
  name: 'urls',
  format: 1,
  columns: { url: text(), state: text(), size: number().optional() },
  key: ['url'],
  partition: 1,
  indexes: { byState: ['state'] },
});
