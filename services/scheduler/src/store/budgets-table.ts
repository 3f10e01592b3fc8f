import { defineTable, number, text } from '@mayfly/store';

/** Budgets of all crawls together: a row for that of all, which has the revisions, and one for each site. */
export const budgetsTable = defineTable({
  name: 'schedulerBudgets',
  format: 1,
  columns: {
    bucket: number(),
    /** Empty for that of all. */
    site: text(),
    requestsPerSecond: number().optional(),
    revision: number().optional(),
    handedOver: number().optional(),
  },
  key: ['bucket', 'site'],
  partition: 1,
});
