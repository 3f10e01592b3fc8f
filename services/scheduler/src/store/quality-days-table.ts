import { defineTable, json, number, text } from '@mayfly/store';
import type { KeptDay } from '../core/quality/quality-day.ts';

/** What a crawl brought, a row a day. */
export const qualityDaysTable = defineTable({
  name: 'schedulerQualityDays',
  format: 1,
  columns: { bucket: number(), crawl: text(), day: number(), kept: json<KeptDay>() },
  key: ['bucket', 'crawl', 'day'],
  partition: 1,
  indexes: { day: ['bucket', 'day'] },
});
