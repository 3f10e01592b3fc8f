import type { HostKey } from '@mayfly/url';
import type { CrawlRow } from './crawl.ts';
import type { Ledger } from './ledger.ts';
import type { RowId } from './row-id.ts';
import type { BudgetRow, HostRow, Place, UrlKey, UrlName, UrlRow } from './rows.ts';
import type { SiteLimits } from './site-rates.ts';
import type { SliceRow } from './slice.ts';

/** A ledger of one bucket with the crawl it belongs to. */
export interface LedgerRow extends Ledger {
  readonly bucket: number;
  readonly crawl: string;
}

/** Everything that one turn of a bucket writes: all of it or nothing. */
export interface Changes {
  readonly urls: readonly Change<UrlRow>[];
  /** Of new rows, those that are not called by their hash. */
  readonly numbered: readonly NumberedRow[];
  readonly removedUrls: readonly UrlRow[];
  readonly hosts: readonly Change<HostRow>[];
  readonly ledgers: readonly LedgerRow[];
  readonly removedLedgers: readonly string[];
  readonly budgets: readonly BudgetRow[];
  readonly removedBudgets: readonly string[];
}

/** What the row of a URL is called. */
export interface NumberedRow extends UrlName {
  readonly id: RowId;
}

/** A row as it becomes, and as it was; a row that was not there has no `before`. */
export interface Change<Row> {
  readonly before: Row | undefined;
  readonly after: Row;
}

/** What is read of a bucket before it can be worked on. */
export interface BucketState {
  /** How many turns were written; `write` wants it, so that a write in doubt cannot land later. */
  readonly turn: number;
  readonly ledgers: readonly LedgerRow[];
  readonly budgets: readonly BudgetRow[];
  /** Hosts where something waits or a lease is out. */
  readonly activeHosts: readonly HostRow[];
}

/** Part of a list, and where to go on. */
export interface UrlPage {
  readonly rows: readonly UrlRow[];
  readonly cursor?: string | undefined;
}

/** Some of a queue, best first. */
export interface QueuePart {
  readonly places: readonly Place[];
  /** Whether nothing stands behind them. */
  readonly isAll: boolean;
}

/** One that waits for its time. */
export interface LaterPlace {
  readonly id: RowId;
  readonly laterMs: number;
}

/** What is listed: the URLs of a crawl in one bucket, of one host or of all, or only the parked ones. */
export interface UrlSelection {
  readonly bucket: number;
  readonly crawl: string;
  readonly host?: HostKey | undefined;
  readonly onlyParked?: boolean;
  readonly limit: number;
  readonly after?: string | undefined;
}

/** URLs of one group in one bucket. */
export interface GroupSelection {
  readonly bucket: number;
  readonly crawl: string;
  readonly group: string;
  readonly limit: number;
  readonly after?: string | undefined;
}

/** What replicas share, and what they must know of each other for it. */
export interface SliceTables {
  slice(name: string): Promise<SliceRow | undefined>;
  /** Puts a row in place of what it was; `moved` when it is something else by now. */
  putSlice(change: Change<SliceRow>): Promise<'applied' | 'moved' | 'unknown'>;
  removeSlices(names: readonly string[]): Promise<void>;
  /** The owner of each bucket, as the tables say now. */
  owners(): Promise<(string | undefined)[]>;
  /** The counts of a crawl in all buckets, whoever owns them. */
  ledgersOf(crawl: string): Promise<LedgerRow[]>;
}

/** Budgets of all crawls together, as the scheduler told them last. */
export interface SetBudgets {
  readonly revision: number;
  /** Absent where the setting holds. */
  readonly requestsPerSecond?: number | undefined;
  readonly sites: SiteLimits;
}

/** The tables, as the rules need them. Everything throws STORE_AWAY when the store is. */
export interface Tables extends SliceTables {
  urls(keys: readonly UrlKey[]): Promise<(UrlRow | undefined)[]>;
  /** Those of URLs of which nobody knows yet what their rows are called, or whether there are any. */
  find(names: readonly UrlName[]): Promise<(UrlRow | undefined)[]>;
  hosts(keys: readonly Pick<HostRow, 'bucket' | 'host'>[]): Promise<(HostRow | undefined)[]>;
  /** Where the best of the URLs stand that wait for a host and whose time has come: of all, or behind one of them. */
  best(queue: QueueName, limit: number, after?: Place): Promise<QueuePart>;
  /** Those that wait for their time, soonest first. */
  later(queue: QueueName, limit: number): Promise<readonly LaterPlace[]>;
  list(selection: UrlSelection): Promise<UrlPage>;
  /** URLs of a group that wait, or are parked. */
  group(selection: GroupSelection): Promise<UrlPage>;
  crawls(): Promise<CrawlRow[]>;
  /** Puts a crawl in place of what it was; `moved` when it is something else by now. */
  putCrawl(change: Change<CrawlRow>): Promise<'applied' | 'moved' | 'unknown'>;
  setBudgets(): Promise<SetBudgets | undefined>;
  /** Puts them in place of what they were; `moved` when they are something else by now. */
  putSetBudgets(change: {
    readonly before: SetBudgets | undefined;
    readonly after: SetBudgets;
  }): Promise<'applied' | 'moved' | 'unknown'>;
  /** The buckets where anything of a crawl is counted. */
  bucketsWith(crawl: string): Promise<number[]>;
  bucketState(bucket: number): Promise<BucketState>;
  /** Those of many buckets, in their order: most of them are empty, and that is seen in one go. */
  bucketStates(buckets: readonly number[]): Promise<BucketState[]>;
  /** Writes one turn. `moved` when the bucket is not at that turn; throws NOT_OWNER when it is not ours any more. */
  write(
    owned: OwnedBucket,
    turn: number,
    changes: Changes,
  ): Promise<'applied' | 'moved' | 'unknown'>;
}

/** A bucket, and the epoch in which it is ours. */
export interface OwnedBucket {
  readonly bucket: number;
  readonly epoch: number;
}

/** The queue of one crawl at one host. */
export interface QueueName {
  readonly bucket: number;
  readonly crawl: string;
  readonly host: HostKey;
}
