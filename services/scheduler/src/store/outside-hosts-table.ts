import type { Hitter } from '@mayfly/readers';
import { defineTable, json, number } from '@mayfly/store';

/** Hosts of no crawl: one sketch a bucket, which is all that there is of them. */
export const outsideHostsTable = defineTable({
  name: 'schedulerOutsideHosts',
  format: 1,
  columns: {
    bucket: number(),
    hosts: json<readonly Hitter[]>(),
    late: json<readonly string[]>(),
  },
  key: ['bucket'],
  partition: 1,
});
