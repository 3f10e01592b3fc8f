import { defineTable, flag, json, number, text } from '@mayfly/store';

/** The crawls as the scheduler told them last. Any replica may be told. */
export const crawlsTable = defineTable({
  name: 'frontierCrawls',
  format: 1,
  columns: {
    name: text(),
    revision: number(),
    settings: json<object>(),
    paused: flag(),
    deleted: flag(),
    forgotten: flag(),
  },
  key: ['name'],
  partition: 1,
});
