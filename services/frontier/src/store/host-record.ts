import type { RowOf } from '@mayfly/store';
import type { HostKey } from '@mayfly/url';
import { COUNTS, type Counts, NO_COUNTS } from '../core/ledger.ts';
import type { EndedLease, HostRow, Rest } from '../core/rows.ts';
import { hostIdOf } from './host-id.ts';
import type { hostsTable } from './hosts-table.ts';
import { packedLeases, unpackedLeases } from './lease-groups.ts';

/** A host as its table keeps it. */
export type HostRecord = RowOf<typeof hostsTable>;

export function recordOfHost(row: HostRow): HostRecord {
  const { robots, leases, ended } = row;
  return {
    bucket: row.bucket,
    hostId: hostIdOf(row.host),
    host: row.host,
    attempt: row.attempt,
    urls: row.urls === 0 ? undefined : row.urls,
    nextAllowedMs: row.nextAllowedMs,
    restMs: row.restMs,
    restReason: row.restReason,
    failures: row.failures,
    counts: JSON.stringify(packedCounts(row.counts)),
    active: row.active,
    ended: ended.length === 0 ? undefined : JSON.stringify(ended.map(packedEnd)),
    leases: leases.length === 0 ? undefined : packedLeases(leases),
    robots: Object.keys(robots).length === 0 ? undefined : robots,
    robotsFailures: row.robotsFailures === 0 ? undefined : row.robotsFailures,
    crawlDelayMs: row.crawlDelayMs,
    policy: row.policy,
    block: row.block,
    address: row.address,
    novelty: row.novelty,
  } as HostRecord;
}

export function hostOfRecord(record: HostRecord): HostRow {
  return {
    bucket: record.bucket,
    host: record.host as HostKey,
    attempt: record.attempt,
    urls: record.urls ?? 0,
    policy: record.policy,
    robots: record.robots ?? {},
    robotsFailures: record.robotsFailures ?? 0,
    crawlDelayMs: record.crawlDelayMs,
    nextAllowedMs: record.nextAllowedMs,
    restMs: record.restMs,
    restReason: record.restReason as Rest,
    failures: record.failures,
    block: record.block as HostRow['block'],
    address: record.address,
    novelty: record.novelty,
    counts: unpackedCounts(unpacked<PackedCounts>(record.counts)),
    leases: unpackedLeases(record.leases),
    ended: unpacked<number[]>(record.ended ?? '[]').map(unpackedEnd),
    active: record.active,
  };
}

type PackedCounts = Record<string, readonly unknown[]>;

const unpacked = <T>(text: string) => JSON.parse(text) as T;

/** The numbers in their order, those by outcome behind them. */
function packedCounts(counts: HostRow['counts']): PackedCounts {
  const packed: PackedCounts = {};
  for (const [crawl, each] of Object.entries(counts)) {
    const numbers: unknown[] = COUNTS.map((count) => each[count]);
    packed[crawl] = Object.keys(each.atRest).length === 0 ? numbers : [...numbers, each.atRest];
  }
  return packed;
}

function unpackedCounts(packed: PackedCounts): Record<string, Counts> {
  const counts: Record<string, Counts> = {};
  for (const [crawl, values] of Object.entries(packed)) {
    const each: Record<string, unknown> = { ...NO_COUNTS };
    COUNTS.forEach((count, at) => (each[count] = values[at]));
    each['atRest'] = values[COUNTS.length] ?? {};
    counts[crawl] = each as unknown as Counts;
  }
  return counts;
}

const ENDS = 4;
const packedEnd = ({ attempt, end }: EndedLease) => attempt * ENDS + end;
const unpackedEnd = (packed: number): EndedLease => ({
  attempt: Math.floor(packed / ENDS),
  end: (packed % ENDS) as EndedLease['end'],
});
