import { defineTable, json, number, text } from '@mayfly/store';

/** Visits of a host on one day, hour by hour. */
export const visitDaysTable = defineTable({
  name: 'schedulerVisitDays',
  format: 1,
  columns: { bucket: number(), host: text(), day: number(), hours: json<readonly number[]>() },
  key: ['bucket', 'host', 'day'],
  partition: 1,
  indexes: { day: ['bucket', 'day'] },
});
