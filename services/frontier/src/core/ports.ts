import type { CrawlRow } from './crawl.ts';
import type { Ledger } from './ledger.ts';
import type { BudgetRow, HostRow, LeaseRow, UrlKey, UrlRow } from './rows.ts';

/** A ledger of one bucket with the crawl it belongs to. */
export interface LedgerRow extends Ledger {
  readonly bucket: number;
  readonly crawl: string;
}

/** What names a lease. */
export type LeaseKey = Pick<LeaseRow, 'bucket' | 'host' | 'attempt'>;

/** Everything that one turn of a bucket writes: all of it or nothing. */
export interface Changes {
  readonly urls: readonly UrlRow[];
  readonly removedUrls: readonly UrlKey[];
  readonly hosts: readonly HostRow[];
  readonly leases: readonly LeaseRow[];
  readonly removedLeases: readonly LeaseKey[];
  readonly ledgers: readonly LedgerRow[];
  readonly removedLedgers: readonly string[];
  readonly budgets: readonly BudgetRow[];
  readonly removedBudgets: readonly string[];
  readonly crawls: readonly CrawlRow[];
}

/** What is read of a bucket before it can be worked on. */
export interface BucketState {
  /** How many turns were written; `write` wants it, so that a write in doubt cannot land later. */
  readonly turn: number;
  readonly ledgers: readonly LedgerRow[];
  /** With their hosts, which may have nothing else to be in memory for. */
  readonly leasesOut: readonly { readonly row: LeaseRow; readonly host: HostRow }[];
  readonly budgets: readonly BudgetRow[];
  readonly activeHosts: readonly HostRow[];
}

/** Part of a list, and where to go on. */
export interface UrlPage {
  readonly rows: readonly UrlRow[];
  readonly cursor?: string | undefined;
}

/** What is listed: the URLs of a crawl in one bucket, of one host or of all, or only the parked ones. */
export interface UrlSelection {
  readonly bucket: number;
  readonly crawl: string;
  readonly host?: string | undefined;
  readonly onlyParked?: boolean;
  readonly limit: number;
  readonly after?: string | undefined;
}

/** The tables, as the rules need them. Everything throws STORE_AWAY when the store is. */
export interface Tables {
  urls(keys: readonly UrlKey[]): Promise<(UrlRow | undefined)[]>;
  hosts(keys: readonly Pick<HostRow, 'bucket' | 'host'>[]): Promise<(HostRow | undefined)[]>;
  leases(keys: readonly LeaseKey[]): Promise<(LeaseRow | undefined)[]>;
  /** The best of the URLs that wait for a host and whose time has come. */
  best(queue: QueueName, limit: number): Promise<UrlRow[]>;
  /** Those that wait for their time, soonest first. */
  later(queue: QueueName, limit: number): Promise<UrlRow[]>;
  list(selection: UrlSelection): Promise<UrlPage>;
  /** Leases of a bucket that ended before that time. */
  endedLeases(bucket: number, beforeMs: number, limit: number): Promise<LeaseRow[]>;
  crawls(): Promise<CrawlRow[]>;
  bucketState(bucket: number): Promise<BucketState>;
  /** Writes one turn. `moved` when the bucket is not at that turn; throws OWNER_LOST when it is not ours any more. */
  write(bucket: number, turn: number, changes: Changes): Promise<'applied' | 'moved' | 'unknown'>;
}

/** The queue of one crawl at one host. */
export interface QueueName {
  readonly bucket: number;
  readonly crawl: string;
  readonly host: string;
}
