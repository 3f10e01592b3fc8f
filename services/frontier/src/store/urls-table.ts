import { bytes, defineTable, type MigratedRow, number, text } from '@mayfly/store';

/**
 * Ages stand in places in so many parts of a millisecond, which are those that they have: whole numbers are shorter in
 * keys. A power of two, so that nothing is lost on the way.
 */
export const PARTS_OF_MS = 4_096;

/**
 * Every URL ever seen, once for each crawl that heard of it. There may be billions, so that a row says nothing twice:
 * `url-record.ts` knows what a column that is absent stands for.
 */
export const urlsTable = defineTable({
  name: 'frontierUrls',
  format: 2,
  columns: {
    bucket: number(),
    crawl: text(),
    hostId: bytes(),
    id: bytes(),
    path: text(),
    state: number(),
    flags: number(),
    line: number().optional(),
    first: number().optional(),
    second: number().optional(),
    source: text(),
    sourceAttempt: number(),
    depth: number(),
    discoverMs: number().optional(),
    group: text().optional(),
    hops: number().optional(),
    priority: number().optional(),
    notBeforeMs: number().optional(),
    ageMs: number().optional(),
    lastAttempt: number().optional(),
    lastOutcome: number().optional(),
    lastEnd: number().optional(),
    settleMs: number().optional(),
    failures: number().optional(),
    expiries: number().optional(),
    etag: text().optional(),
    lastModified: text().optional(),
    traceparent: text().optional(),
    keptPriority: number().optional(),
    keptNotBeforeMs: number().optional(),
  },
  key: ['bucket', 'crawl', 'hostId', 'id'],
  partition: 1,
  indexes: {
    line: ['bucket', 'crawl', 'line', 'hostId', 'first', 'second'],
    group: ['bucket', 'crawl', 'group', 'line'],
  },
  migrate: { 1: withWholeAge },
});

/** In format 1 the age in a place was in milliseconds, with a fraction. */
function withWholeAge(row: MigratedRow): MigratedRow {
  const { second } = row;
  return typeof second === 'number' ? { ...row, second: second * PARTS_OF_MS } : row;
}
