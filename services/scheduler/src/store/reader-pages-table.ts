import { bytes, defineTable, number } from '@mayfly/store';

/** Sketches of who read what, page by page. */
export const readerPagesTable = defineTable({
  name: 'schedulerReaderPages',
  format: 1,
  columns: {
    bucket: number(),
    day: number(),
    page: number(),
    capacity: number(),
    bits: number(),
    hashes: number(),
    bytes: bytes(),
  },
  key: ['bucket', 'day', 'page'],
  partition: 1,
});
