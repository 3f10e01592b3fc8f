import { bytes, defineTable, number } from '@mayfly/store';

/** One secret a day. */
export const readerSaltsTable = defineTable({
  name: 'schedulerReaderSalts',
  format: 1,
  columns: { bucket: number(), day: number(), salt: bytes() },
  key: ['bucket', 'day'],
  partition: 1,
});
