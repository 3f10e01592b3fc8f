import { defineTable, number } from '@mayfly/store';

/** How many turns of a bucket were written. Each turn expects the one before, so one in doubt cannot land later. */
export const turnsTable = defineTable({
  name: 'frontierTurns',
  format: 1,
  columns: { bucket: number(), turn: number() },
  key: ['bucket'],
  partition: 1,
});
