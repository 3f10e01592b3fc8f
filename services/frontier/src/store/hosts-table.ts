import { defineTable, json, number, text } from '@mayfly/store';

/** Every host ever heard of, and how it is to be treated. */
export const hostsTable = defineTable({
  name: 'frontierHosts',
  format: 1,
  columns: {
    bucket: number(),
    host: text(),
    attempt: number(),
    policy: json<object>().optional(),
    robots: json<object>(),
    robotsFailures: number(),
    crawlDelayMs: number().optional(),
    nextAllowedMs: number(),
    restMs: number(),
    restReason: number(),
    failures: number(),
    waiting: json<Readonly<Record<string, number>>>(),
    active: number().optional(),
  },
  key: ['bucket', 'host'],
  partition: 1,
  indexes: { active: ['bucket', 'active'] },
});
