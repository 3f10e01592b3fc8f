import type { HostKey, Url } from '@mayfly/url';
import type { Counts } from './ledger.ts';
import type { Manners } from './manners.ts';
import type { RowId, UrlHash } from './row-id.ts';

/** Where a URL of a crawl is; the numbers are those of the contract. */
export const STATE = { parked: 1, waiting: 2, leased: 3, atRest: 4 } as const;
export type State = (typeof STATE)[keyof typeof STATE];

/** What a request is made for; the numbers are those of the contract. */
export const KIND = { page: 1, robots: 2 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

/** Why a host is not asked; the numbers are those of the contract. */
export const REST = {
  none: 1,
  delay: 2,
  busy: 3,
  failing: 4,
  robots: 5,
  restart: 6,
  tripped: 7,
} as const;
export type Rest = (typeof REST)[keyof typeof REST];

/** How a lease ended. */
export const END = { settled: 1, released: 2, expired: 3 } as const;
export type End = (typeof END)[keyof typeof END];

/** What names the row of a URL of a crawl. */
export interface UrlKey {
  readonly bucket: number;
  readonly crawl: string;
  readonly host: HostKey;
  readonly id: RowId;
}

/** What a URL of a crawl is found by, whatever its row is called. */
export interface UrlName {
  readonly bucket: number;
  readonly crawl: string;
  readonly host: HostKey;
  readonly hash: UrlHash;
}

/** A URL of a crawl, with all that is remembered of it. */
export interface UrlRow extends UrlKey {
  readonly url: Url;
  readonly state: State;
  /** Who found it first. */
  readonly source: string;
  readonly sourceAttempt: number;
  readonly discoverMs: number;
  readonly depth: number;
  readonly hops: number;
  readonly seed: boolean;
  readonly traceparent?: string | undefined;
  /** The order it waits by, or by which it was leased. */
  readonly priority?: number | undefined;
  readonly notBeforeMs?: number | undefined;
  /** Since when it waits; its place among equals. */
  readonly ageMs?: number | undefined;
  /** Its place in the queue of its host: only while it waits and its time has come. */
  readonly rank?: number | undefined;
  /** Its place among those whose time has not come: only while it waits for that. */
  readonly laterMs?: number | undefined;
  readonly lastAttempt?: number | undefined;
  readonly lastOutcome?: number | undefined;
  /** How the lease of that attempt ended; absent while it is out. */
  readonly lastEnd?: End | undefined;
  readonly settleMs?: number | undefined;
  readonly failures: number;
  readonly expiries: number;
  /** An order that came while it was leased. */
  readonly keptPriority?: number | undefined;
  readonly keptNotBeforeMs?: number | undefined;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  /** The key under which it is priced together with others. */
  readonly group?: string | undefined;
}

/** Where a URL stands in the queue of its host: all that is known of it before its row is read. */
export interface Place {
  readonly id: RowId;
  readonly rank: number;
  readonly ageMs: number;
}

/** Which robots.txt attempt holds for an origin, and until when. */
export interface RobotsState {
  readonly attempt: number;
  readonly expiresMs: number;
}

export type Scheme = 'http' | 'https';

export interface HostRow {
  readonly bucket: number;
  readonly host: HostKey;
  /** The number of its last attempt. */
  readonly attempt: number;
  /** How many rows of URLs it was ever given, of all crawls: it tells what the next one is called. */
  readonly urls: number;
  readonly policy?: Partial<Manners> | undefined;
  readonly robots: Readonly<Partial<Record<Scheme, RobotsState>>>;
  readonly robotsFailures: number;
  readonly crawlDelayMs?: number | undefined;
  /** By the wall clock; only read when the host is met again, and never believed beyond `restMs`. */
  readonly nextAllowedMs: number;
  readonly restMs: number;
  readonly restReason: Rest;
  /** Failures that it has not made up for: each adds one, each success halves them. */
  readonly failures: number;
  readonly block?: Block | undefined;
  /** The address that answered last. */
  readonly address?: string | undefined;
  /** How much of what it brought lately was new, from 0 to 1; absent before the first page. */
  readonly novelty?: number | undefined;
  /** The counts of each crawl that has or had URLs of it. */
  readonly counts: Readonly<Record<string, Counts>>;
  /** Leases that are out. */
  readonly leases: readonly LeaseRow[];
  /** The attempts whose leases ended last, each with how: so a repeated or late word about one is answered right. */
  readonly ended: readonly EndedLease[];
  /** There while something waits or a lease is out: the hosts to be found at a start. */
  readonly active?: number | undefined;
}

/** A host that people do not want to be asked. */
export interface Block {
  /** By the wall clock; for good where absent. */
  readonly untilMs?: number | undefined;
  readonly reason: string;
}

export interface EndedLease {
  readonly attempt: number;
  readonly end: End;
}

/** A lease that is out. */
export interface LeaseRow {
  readonly attempt: number;
  readonly crawl: string;
  /** Of robots.txt; that of a page is in its own row. */
  readonly url?: Url | undefined;
  /** The URL of the crawl; absent for robots.txt. */
  readonly id?: RowId | undefined;
  readonly kind: Kind;
  readonly fetcher: string;
  /** Asked for by name. */
  readonly named?: boolean | undefined;
  readonly leasedMs: number;
  /** By the wall clock; only read at a start. */
  readonly expiresMs: number;
  /** The crawl is gone: its end concerns the host alone. */
  readonly orphan?: boolean | undefined;
}

/** A budget as it was when the last lease of a bucket drew from it. */
export interface BudgetRow {
  readonly bucket: number;
  readonly name: string;
  readonly crawl: string;
  /** When it would be full again, by the wall clock. */
  readonly fullMs: number;
}
