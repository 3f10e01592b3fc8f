import { bytes, defineTable, number, text } from '@mayfly/store';

/** What the rows of URLs are called that are not called by their hash: those of hosts with many (`row-id.ts`). */
export const numberedTable = defineTable({
  name: 'frontierNumbered',
  format: 1,
  columns: { bucket: number(), crawl: text(), hostId: bytes(), hash: bytes(), id: bytes() },
  key: ['bucket', 'crawl', 'hostId', 'hash'],
  partition: 1,
});
