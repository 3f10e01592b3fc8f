import { defineTable, flag, json, number, text } from '@mayfly/store';

/** The crawls as the scheduler told them last; all in bucket 0. */
export const crawlsTable = defineTable({
  name: 'frontierCrawls',
  format: 1,
  columns: {
    bucket: number(),
    name: text(),
    revision: number(),
    settings: json<object>(),
    paused: flag(),
    deleted: flag(),
    forgotten: flag(),
  },
  key: ['bucket', 'name'],
  partition: 1,
});
