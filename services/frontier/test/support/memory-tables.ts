import type { CrawlRow } from '../../src/core/crawl.ts';
import { newHost } from '../../src/core/host-state.ts';
import type { Changes, LedgerRow, QueueName, Tables } from '../../src/core/ports.ts';
import type { BudgetRow, HostRow, LeaseRow, UrlRow } from '../../src/core/rows.ts';
import { CrawlError } from '@mayfly/errors';

const keyOf = (...parts: (string | number | Uint8Array)[]) =>
  parts
    .map((part) => (part instanceof Uint8Array ? Buffer.from(part).toString('hex') : part))
    .join('/');

/** What may go wrong with the next write. */
export type Fault = 'lost' | 'applied but unknown' | 'away';

/** The tables in memory: a restart on the same ones finds what was written. */
export class MemoryTables implements Tables {
  readonly rows = {
    urls: new Map<string, UrlRow>(),
    hosts: new Map<string, HostRow>(),
    leases: new Map<string, LeaseRow>(),
    ledgers: new Map<string, LedgerRow>(),
    budgets: new Map<string, BudgetRow>(),
    crawls: new Map<string, CrawlRow>(),
    turns: new Map<number, number>(),
  };
  faults: Fault[] = [];
  writes = 0;

  urls: Tables['urls'] = async (keys) =>
    keys.map(({ bucket, crawl, host, id }) => this.rows.urls.get(keyOf(bucket, crawl, host, id)));

  hosts: Tables['hosts'] = async (keys) =>
    keys.map(({ bucket, host }) => this.rows.hosts.get(keyOf(bucket, host)));

  leases: Tables['leases'] = async (keys) =>
    keys.map(({ bucket, host, attempt }) => this.rows.leases.get(keyOf(bucket, host, attempt)));

  best: Tables['best'] = async (queue, limit) =>
    this.#queue(queue)
      .filter(({ rank }) => rank !== undefined)
      .sort((a, b) => a.rank! - b.rank! || a.ageMs! - b.ageMs!)
      .slice(0, limit);

  later: Tables['later'] = async (queue, limit) =>
    this.#queue(queue)
      .filter(({ laterMs }) => laterMs !== undefined)
      .sort((a, b) => a.laterMs! - b.laterMs!)
      .slice(0, limit);

  list: Tables['list'] = async ({ bucket, crawl, limit }) => ({
    rows: [...this.rows.urls.values()]
      .filter((row) => row.bucket === bucket && row.crawl === crawl)
      .slice(0, limit),
  });

  endedLeases: Tables['endedLeases'] = async (bucket, beforeMs, limit) =>
    [...this.rows.leases.values()]
      .filter((row) => row.bucket === bucket && (row.endedMs ?? Infinity) < beforeMs)
      .slice(0, limit);

  crawls: Tables['crawls'] = async () => [...this.rows.crawls.values()];

  bucketState: Tables['bucketState'] = async (bucket) => {
    const of = <T extends { readonly bucket: number }>(rows: Map<string, T>) =>
      [...rows.values()].filter((row) => row.bucket === bucket);
    return {
      turn: this.rows.turns.get(bucket) ?? 0,
      ledgers: of(this.rows.ledgers),
      leasesOut: of(this.rows.leases)
        .filter(({ outMs }) => outMs !== undefined)
        .map((row) => ({
          row,
          host: this.rows.hosts.get(keyOf(bucket, row.host)) ?? newHost(bucket, row.host),
        })),
      budgets: of(this.rows.budgets),
      activeHosts: of(this.rows.hosts).filter(({ active }) => active !== undefined),
    };
  };

  write: Tables['write'] = async (bucket, turn, changes) => {
    this.writes += 1;
    const fault = this.faults.shift();
    if (fault === 'away') throw new CrawlError('STORE_AWAY', 'the store is away');
    if (fault === 'lost') return 'unknown';
    if ((this.rows.turns.get(bucket) ?? 0) !== turn) return 'moved';
    this.#apply(bucket, turn, changes);
    return fault === undefined ? 'applied' : 'unknown';
  };

  #queue({ bucket, crawl, host }: QueueName): UrlRow[] {
    return [...this.rows.urls.values()].filter(
      (row) => row.bucket === bucket && row.crawl === crawl && row.host === host,
    );
  }

  #apply(bucket: number, turn: number, changes: Changes): void {
    const { urls, hosts, leases, ledgers, budgets, crawls, turns } = this.rows;
    turns.set(bucket, turn + 1);
    for (const row of changes.urls) urls.set(keyOf(bucket, row.crawl, row.host, row.id), row);
    for (const { crawl, host, id } of changes.removedUrls)
      urls.delete(keyOf(bucket, crawl, host, id));
    for (const row of changes.hosts) hosts.set(keyOf(bucket, row.host), row);
    for (const row of changes.leases) leases.set(keyOf(bucket, row.host, row.attempt), row);
    for (const { host, attempt } of changes.removedLeases)
      leases.delete(keyOf(bucket, host, attempt));
    for (const row of changes.ledgers) ledgers.set(keyOf(bucket, row.crawl), row);
    for (const crawl of changes.removedLedgers) ledgers.delete(keyOf(bucket, crawl));
    for (const row of changes.budgets) budgets.set(keyOf(bucket, row.name), row);
    for (const name of changes.removedBudgets) budgets.delete(keyOf(bucket, name));
    for (const row of changes.crawls) crawls.set(row.name, row);
  }
}
