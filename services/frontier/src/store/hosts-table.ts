import { bytes, defineTable, json, number, text } from '@mayfly/store';

/**
 * Every host ever heard of: how it is to be treated, its counts, and its leases that are out. What changes with every
 * lease is packed into text by `host-record.ts`.
 */
export const hostsTable = defineTable({
  name: 'frontierHosts',
  format: 2,
  columns: {
    bucket: number(),
    hostId: bytes(),
    host: text(),
    attempt: number(),
    nextAllowedMs: number(),
    restMs: number(),
    restReason: number(),
    failures: number(),
    counts: text(),
    active: number().optional(),
    ended: text().optional(),
    leases: text().optional(),
    robots: json<object>().optional(),
    robotsFailures: number().optional(),
    crawlDelayMs: number().optional(),
    policy: json<object>().optional(),
    block: json<object>().optional(),
    address: text().optional(),
    novelty: number().optional(),
    urls: number().optional(),
  },
  key: ['bucket', 'hostId'],
  partition: 1,
  indexes: { active: ['bucket', 'active'] },
  // Nothing in the rows has changed: but who does not count a host's URLs would not find those that are numbered.
  migrate: { 1: (row) => row },
});
