import type { CrawlRow } from '../../src/core/crawl.ts';
import type { Changes, LedgerRow, QueueName, SetBudgets, Tables } from '../../src/core/ports.ts';
import { type BudgetRow, type HostRow, STATE, type UrlRow } from '../../src/core/rows.ts';
import type { SliceRow } from '../../src/core/slice.ts';
import { notOwner } from '../../src/core/lane.ts';
import { hashOfUrl, isIdBefore } from '../../src/core/row-id.ts';
import { CrawlError } from '@mayfly/errors';

const keyOf = (...parts: (string | number)[]) => parts.join('/');

const inOrder = (one: Ranked, other: Ranked) =>
  one.rank! - other.rank! || one.ageMs! - other.ageMs! || (isIdBefore(one.id, other.id) ? -1 : 1);

type Ranked = Pick<UrlRow, 'id' | 'rank' | 'ageMs'>;

/** What may go wrong with the next write. */
export type Fault = 'lost' | 'applied but unknown' | 'away' | 'late';

/** The tables in memory: a restart on the same ones finds what was written. */
export class MemoryTables implements Tables {
  readonly rows = {
    urls: new Map<string, UrlRow>(),
    hosts: new Map<string, HostRow>(),
    ledgers: new Map<string, LedgerRow>(),
    budgets: new Map<string, BudgetRow>(),
    crawls: new Map<string, CrawlRow>(),
    turns: new Map<number, number>(),
    slices: new Map<string, SliceRow>(),
    setBudgets: new Map<string, SetBudgets>(),
    /** Where it is empty nobody is kept out. */
    owners: new Map<number, { readonly replica: string; readonly epoch: number }>(),
  };
  faults: Fault[] = [];
  sliceFaults: Fault[] = [];
  writes = 0;
  sliceWrites = 0;
  /** Brings what was written late. */
  land: () => void = () => {};
  /** Lets others do something in the middle of a long reading. */
  pause: () => Promise<void> = () => Promise.resolve();

  urls: Tables['urls'] = async (keys) =>
    keys.map(({ bucket, crawl, host, id }) => this.rows.urls.get(keyOf(bucket, crawl, host, id)));

  find: Tables['find'] = async (names) =>
    names.map(({ bucket, crawl, host, hash }) =>
      this.#queue({ bucket, crawl, host }).find(({ url }) => hashOfUrl(url) === hash),
    );

  hosts: Tables['hosts'] = async (keys) =>
    keys.map(({ bucket, host }) => this.rows.hosts.get(keyOf(bucket, host)));

  best: Tables['best'] = async (queue, limit, after) => {
    const ready = this.#queue(queue)
      .filter(({ rank }) => rank !== undefined)
      .sort(inOrder);
    const rows = ready.filter((row) => after === undefined || inOrder(after, row) < 0);
    const places = rows.slice(0, limit).map(({ id, rank, ageMs }) => ({
      ...{ id, rank: rank!, ageMs: ageMs! },
    }));
    return { places, isAll: rows.length < limit };
  };

  later: Tables['later'] = async (queue, limit) =>
    this.#queue(queue)
      .filter(({ laterMs }) => laterMs !== undefined)
      .sort((a, b) => a.laterMs! - b.laterMs!)
      .slice(0, limit)
      .map(({ id, laterMs }) => ({ id, laterMs: laterMs! }));

  list: Tables['list'] = async ({ bucket, crawl, limit }) => ({
    rows: [...this.rows.urls.values()]
      .filter((row) => row.bucket === bucket && row.crawl === crawl)
      .slice(0, limit),
  });

  group: Tables['group'] = async ({ bucket, crawl, group, limit }) => ({
    rows: [...this.rows.urls.values()]
      .filter((row) => row.bucket === bucket && row.crawl === crawl && row.group === group)
      .filter(({ state }) => state === STATE.parked || state === STATE.waiting)
      .slice(0, limit),
  });

  crawls: Tables['crawls'] = async () => [...this.rows.crawls.values()];

  bucketState: Tables['bucketState'] = async (bucket) => {
    const of = <T extends { readonly bucket: number }>(rows: Map<string, T>) =>
      [...rows.values()].filter((row) => row.bucket === bucket);
    return {
      turn: this.rows.turns.get(bucket) ?? 0,
      ledgers: of(this.rows.ledgers),
      budgets: of(this.rows.budgets),
      activeHosts: of(this.rows.hosts).filter(({ active }) => active !== undefined),
    };
  };

  bucketStates: Tables['bucketStates'] = (buckets) =>
    Promise.all(buckets.map((bucket) => this.bucketState(bucket)));

  putCrawl: Tables['putCrawl'] = async ({ before, after }) => {
    const now = this.rows.crawls.get(after.name);
    if (now?.revision !== before?.revision || now?.forgotten !== before?.forgotten) return 'moved';
    this.rows.crawls.set(after.name, after);
    return 'applied';
  };

  setBudgets: Tables['setBudgets'] = async () => this.rows.setBudgets.get('all');

  putSetBudgets: Tables['putSetBudgets'] = async ({ before, after }) => {
    if (this.rows.setBudgets.get('all')?.revision !== before?.revision) return 'moved';
    this.rows.setBudgets.set('all', after);
    return 'applied';
  };

  bucketsWith: Tables['bucketsWith'] = async (crawl) =>
    [...this.rows.ledgers.values()]
      .filter((row) => row.crawl === crawl)
      .map(({ bucket }) => bucket);

  slice: Tables['slice'] = async (name) => this.rows.slices.get(name);

  putSlice: Tables['putSlice'] = async ({ before, after }) => {
    this.sliceWrites += 1;
    if (this.rows.slices.get(after.name)?.version !== before?.version) return 'moved';
    const fault = this.sliceFaults.shift();
    if (fault === 'away') throw new CrawlError('STORE_AWAY', 'the store is away');
    if (fault !== 'lost') this.rows.slices.set(after.name, after);
    return fault === undefined ? 'applied' : 'unknown';
  };

  removeSlices: Tables['removeSlices'] = async (names) => {
    for (const name of names) this.rows.slices.delete(name);
  };

  owners: Tables['owners'] = async () =>
    Array.from({ length: 64 }, (_, bucket) => this.rows.owners.get(bucket)?.replica);

  /** One after another, as a real store reads them: something may happen in between. */
  ledgersOf: Tables['ledgersOf'] = async (crawl) => {
    const ledgers: LedgerRow[] = [];
    for (let bucket = 0; bucket < 64; bucket += 1) {
      const row = this.rows.ledgers.get(keyOf(bucket, crawl));
      if (row !== undefined) ledgers.push(row);
      if (bucket % 16 === 15) await this.pause();
      else await Promise.resolve();
    }
    return ledgers;
  };

  write: Tables['write'] = async ({ bucket, epoch }, turn, changes) => {
    this.writes += 1;
    const owner = this.rows.owners.get(bucket);
    if (owner !== undefined && owner.epoch !== epoch) throw notOwner(bucket);
    const fault = this.faults.shift();
    if (fault === 'away') throw new CrawlError('STORE_AWAY', 'the store is away');
    if (fault === 'lost') return 'unknown';
    const isAt = () => (this.rows.turns.get(bucket) ?? 0) === turn;
    if (!isAt()) return 'moved';
    if (fault === 'late') {
      this.land = () => {
        if (isAt()) this.#apply(bucket, turn, changes);
      };
      return 'unknown';
    }
    this.#apply(bucket, turn, changes);
    return fault === undefined ? 'applied' : 'unknown';
  };

  #queue({ bucket, crawl, host }: QueueName): UrlRow[] {
    return [...this.rows.urls.values()].filter(
      (row) => row.bucket === bucket && row.crawl === crawl && row.host === host,
    );
  }

  #apply(bucket: number, turn: number, changes: Changes): void {
    const { urls, hosts, ledgers, budgets, turns } = this.rows;
    turns.set(bucket, turn + 1);
    for (const { after: row } of changes.urls)
      urls.set(keyOf(bucket, row.crawl, row.host, row.id), row);
    for (const { crawl, host, id } of changes.removedUrls)
      urls.delete(keyOf(bucket, crawl, host, id));
    for (const { after } of changes.hosts) hosts.set(keyOf(bucket, after.host), after);
    for (const row of changes.ledgers) ledgers.set(keyOf(bucket, row.crawl), row);
    for (const crawl of changes.removedLedgers) ledgers.delete(keyOf(bucket, crawl));
    for (const row of changes.budgets) budgets.set(keyOf(bucket, row.name), row);
    for (const name of changes.removedBudgets) budgets.delete(keyOf(bucket, name));
  }
}
