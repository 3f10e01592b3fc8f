import { defineTable, json, number, text } from '@mayfly/store';

/** Of each host with visits inside of a crawl, what was applied last. */
export const visitHostsTable = defineTable({
  name: 'schedulerVisitHosts',
  format: 1,
  columns: {
    bucket: number(),
    host: text(),
    position: number(),
    late: json<readonly string[]>(),
    /** The day on which something was last applied. */
    heardDay: number(),
  },
  key: ['bucket', 'host'],
  partition: 1,
  indexes: { heard: ['bucket', 'heardDay'] },
});
