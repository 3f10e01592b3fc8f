import { defineTable, json, number, text } from '@mayfly/store';

/** The counts of a crawl in one bucket, written together with what they count. */
export const ledgersTable = defineTable({
  name: 'frontierLedgers',
  format: 1,
  columns: {
    bucket: number(),
    crawl: text(),
    known: number(),
    parked: number(),
    waiting: number(),
    leased: number(),
    atRest: json<Readonly<Record<string, number>>>(),
    given: number(),
    settled: number(),
    released: number(),
    expired: number(),
    out: number(),
    pages: number(),
    refused: json<Readonly<Record<string, number>>>(),
  },
  key: ['bucket', 'crawl'],
  partition: 1,
});
