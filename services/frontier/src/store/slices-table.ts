import { defineTable, json, number, text } from '@mayfly/store';

/** What replicas share of limits: a row and a partition key for each, so that replicas draw from it one after another. */
export const slicesTable = defineTable({
  name: 'frontierSlices',
  format: 1,
  columns: {
    name: text(),
    crawl: text(),
    version: number(),
    slices: json<Readonly<Record<string, number>>>(),
    fullMs: number(),
  },
  key: ['name'],
  partition: 1,
});
