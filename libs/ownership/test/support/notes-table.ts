import { defineTable, number, text } from '@mayfly/store';

/** What owners write, under the fence of the bucket. */
export const notes = defineTable({
  name: 'notes',
  format: 1,
  columns: { bucket: number(), note: text() },
  key: ['bucket'],
  partition: 1,
});
