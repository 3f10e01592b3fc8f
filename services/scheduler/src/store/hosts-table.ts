import {
  defineTable,
  json,
  type KeyOf,
  number,
  put,
  type RowOf,
  text,
  type Write,
} from '@mayfly/store';
import type { HintTrust } from '@mayfly/echo';
import { type Applied, NOTHING_APPLIED } from '../core/applied.ts';
import type { AppliedReports } from '../core/applied-reports.ts';
import { addTotals, NO_TOTALS, type Totals } from '../core/totals.ts';
import { bucketOfCrawl } from './buckets.ts';

/** Counts of a crawl, a row a host, each with what was applied last; one row belongs to the loops. */
export const hostsTable = defineTable({
  name: 'schedulerHosts',
  format: 1,
  columns: {
    bucket: number(),
    crawl: text(),
    host: text(),
    position: number(),
    part: number(),
    step: number(),
    late: json<readonly string[]>(),
    pages: number(),
    withoutDocument: number(),
    newLinks: number(),
    candidates: number(),
    submitted: number(),
    revisits: number(),
    /** How far dates that the host gives have proved true. */
    hints: json<HintTrust>().optional(),
    /** The visits to its pages that the crawl has learned from. */
    reports: json<AppliedReports>().optional(),
  },
  key: ['bucket', 'crawl', 'host'],
  partition: 1,
});

/** Where loops and RPCs count: no announcement has this host. */
export const OWN_ROW = '-';

export function hostKey(crawl: string, host: string): KeyOf<typeof hostsTable> {
  return { bucket: bucketOfCrawl(crawl), crawl, host };
}

/** A host's row as it is worked on. */
export interface HostState {
  readonly applied: Applied;
  readonly totals: Totals;
  readonly hints?: HintTrust | undefined;
  readonly reports?: AppliedReports | undefined;
}

export function hostStateOf(row: RowOf<typeof hostsTable> | undefined): HostState {
  if (row === undefined) return { applied: NOTHING_APPLIED, totals: NO_TOTALS };
  const { position, part, step, late, hints, reports } = row;
  const applied = { position, part, step, late };
  return { applied, totals: addTotals(NO_TOTALS, row), hints, reports };
}

export function putHost(crawl: string, host: string, state: HostState): Write {
  const { applied, totals, hints, reports } = state;
  return put(hostsTable, {
    ...{ ...hostKey(crawl, host), ...applied, ...totals },
    ...(hints === undefined ? {} : { hints }),
    ...(reports === undefined ? {} : { reports }),
  });
}
