import { bytes, defineTable, number, text } from '@mayfly/store';

/** Marks that are in no kept page yet: eight bytes each, one after another. */
export const readerMarksTable = defineTable({
  name: 'schedulerReaderMarks',
  format: 1,
  columns: { bucket: number(), day: number(), name: text(), marks: bytes() },
  key: ['bucket', 'day', 'name'],
  partition: 1,
});
