import { defineTable, number, text } from '@mayfly/store';

/** Budgets as each bucket drew from them last: the latest of all buckets holds. */
export const budgetsTable = defineTable({
  name: 'frontierBudgets',
  format: 1,
  columns: { bucket: number(), name: text(), crawl: text(), fullMs: number() },
  key: ['bucket', 'name'],
  partition: 1,
});
