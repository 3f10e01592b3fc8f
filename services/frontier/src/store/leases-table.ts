import { bytes, defineTable, flag, number, text } from '@mayfly/store';

/** Leases that are out, and for a while those that have ended: so a late or a repeated settlement is answered right. */
export const leasesTable = defineTable({
  name: 'frontierLeases',
  format: 1,
  columns: {
    bucket: number(),
    host: text(),
    attempt: number(),
    crawl: text(),
    url: text(),
    id: bytes().optional(),
    kind: number(),
    fetcher: text(),
    named: flag().optional(),
    leasedMs: number(),
    expiresMs: number(),
    orphan: flag().optional(),
    outMs: number().optional(),
    ended: number().optional(),
    endedMs: number().optional(),
  },
  key: ['bucket', 'host', 'attempt'],
  partition: 1,
  indexes: { out: ['bucket', 'outMs'], ended: ['bucket', 'endedMs'] },
});
