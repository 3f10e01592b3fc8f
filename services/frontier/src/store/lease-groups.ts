import type { Url } from '@mayfly/url';
import type { RowId } from '../core/row-id.ts';
import type { Kind, LeaseRow } from '../core/rows.ts';

const NAMED = 1;
const ORPHAN = 2;
const OF_URL = 4;

/** What leases that were given together share; behind it stand their attempts, each with what it was for. */
type Group = readonly [
  crawl: string,
  kind: Kind,
  fetcher: string,
  leasedMs: number,
  durationMs: number,
  flags: number,
  ...attempts: (number | string)[],
];
const SHARED = 6;

/** The leases of a host as text. A host's row is written with every lease of it, so that nothing is said twice. */
export function packedLeases(leases: readonly LeaseRow[]): string {
  const groups: (number | string)[][] = [];
  let first: LeaseRow | undefined;
  let group: (number | string)[] = [];
  for (const lease of leases) {
    if (first === undefined || !isOneGroup(first, lease)) {
      first = lease;
      group = sharedBy(lease);
      groups.push(group);
    }
    group.push(lease.attempt, lease.id ?? lease.url ?? '');
  }
  return JSON.stringify(groups);
}

export function unpackedLeases(text: string | undefined): LeaseRow[] {
  if (text === undefined) return [];
  const leases: LeaseRow[] = [];
  for (const group of JSON.parse(text) as Group[]) {
    for (let at = SHARED; at < group.length; at += 2) {
      leases.push(leaseOf(group, group[at] as number, group[at + 1] as string));
    }
  }
  return leases;
}

function isOneGroup(one: LeaseRow, other: LeaseRow): boolean {
  return (
    one.leasedMs === other.leasedMs &&
    one.expiresMs === other.expiresMs &&
    one.crawl === other.crawl &&
    one.kind === other.kind &&
    one.fetcher === other.fetcher &&
    flagsOf(one) === flagsOf(other)
  );
}

function sharedBy(lease: LeaseRow): (number | string)[] {
  const { crawl, kind, fetcher, leasedMs, expiresMs } = lease;
  return [crawl, kind, fetcher, leasedMs, expiresMs - leasedMs, flagsOf(lease)];
}

function flagsOf({ named, orphan, id }: LeaseRow): number {
  const ofUrl = id === undefined ? OF_URL : 0;
  return (named === true ? NAMED : 0) + (orphan === true ? ORPHAN : 0) + ofUrl;
}

function leaseOf(shared: Group, attempt: number, what: string): LeaseRow {
  const [crawl, kind, fetcher, leasedMs, durationMs, flags] = shared;
  const isUrl = (flags & OF_URL) !== 0;
  return {
    attempt,
    crawl,
    url: isUrl ? (what as Url) : undefined,
    id: isUrl ? undefined : (what as RowId),
    kind,
    fetcher,
    named: (flags & NAMED) === 0 ? undefined : true,
    leasedMs,
    expiresMs: leasedMs + durationMs,
    orphan: (flags & ORPHAN) === 0 ? undefined : true,
  };
}
