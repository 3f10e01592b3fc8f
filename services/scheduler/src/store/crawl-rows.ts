import type { Write } from '@mayfly/store';
import { BY_HAND, byHandCrawl, type Crawl } from '../core/crawl.ts';
import { addTotals, NO_TOTALS, type Totals } from '../core/totals.ts';
import { BUCKETS, bucketOfCrawl } from './buckets.ts';
import { crawlOf, crawlsTable, putCrawl } from './crawls-table.ts';
import { type FencedStore, MOST_WRITES } from './fenced-store.ts';
import { hostKey, hostsTable, hostStateOf, OWN_ROW, putHost } from './hosts-table.ts';

/** What a change writes, and what it does to the counts of loops and RPCs. */
export interface Change<T> {
  readonly answer: T;
  readonly writes?: readonly Write[];
  /** Written after those, a part at a time, with nobody in between; after a crash some may be missing. */
  readonly later?: readonly Write[];
  /** Counted in the row of the loops, in the same write. */
  readonly own?: Partial<Totals>;
  /** What other rows among the writes add to the sums. */
  readonly added?: Partial<Totals>;
  /** The crawl as it is afterwards, where it changes. */
  readonly crawl?: Crawl;
}

const PAGE_ROWS = 1_000;

/** All crawls with the sums of their counts, in memory; every change of a crawl's rows goes through here. */
export class CrawlRows {
  readonly fenced: FencedStore;
  readonly #crawls = new Map<string, Crawl>([[BY_HAND, byHandCrawl]]);
  readonly #totals = new Map<string, Totals>();
  /** Told of crawls of which memory must be read again, or whose rows are gone. */
  onForgotten: (name: string) => void = () => {};
  /** Crawls of which a write ended unknown: memory may be behind. */
  readonly #doubtful = new Set<string>();

  private constructor(fenced: FencedStore) {
    this.fenced = fenced;
  }

  static async open(fenced: FencedStore): Promise<CrawlRows> {
    const rows = new CrawlRows(fenced);
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      const selection = { prefix: [bucket], limit: PAGE_ROWS };
      for await (const page of fenced.store.scan(crawlsTable, selection)) {
        for (const row of page) rows.#crawls.set(row.name, crawlOf(row));
      }
    }
    for (const name of rows.#crawls.keys()) await rows.#readTotals(name);
    return rows;
  }

  get(name: string): Crawl | undefined {
    return this.#crawls.get(name);
  }

  all(): Crawl[] {
    return [...this.#crawls.values()];
  }

  totals(name: string): Totals {
    return this.#totals.get(name) ?? NO_TOTALS;
  }

  /** Reads and writes rows of one crawl with nobody in between. */
  change<T>(name: string, work: (crawl: Crawl | undefined) => Promise<Change<T>>): Promise<T> {
    const bucket = bucketOfCrawl(name);
    return this.fenced.exclusive(bucket, async () => {
      if (this.#doubtful.has(name)) await this.#readAgain(name);
      const change = await this.#written(name, work);
      const { answer, own, added, crawl } = change;
      if (crawl !== undefined) this.#crawls.set(name, crawl);
      const sums = addTotals(addTotals(this.totals(name), own ?? {}), added ?? {});
      this.#totals.set(name, sums);
      return answer;
    });
  }

  /** What work learned in memory and could not be written down must not stay there. */
  async #written<T>(
    name: string,
    work: (crawl: Crawl | undefined) => Promise<Change<T>>,
  ): Promise<Change<T>> {
    const bucket = bucketOfCrawl(name);
    try {
      const change = await work(this.#crawls.get(name));
      const { writes = [], later = [], own, crawl } = change;
      const all = [...writes];
      if (crawl !== undefined) all.push(putCrawl(crawl));
      if (own !== undefined) all.push(await this.#ownWrite(name, own));
      this.#doubtful.add(name);
      await this.fenced.write(bucket, all);
      for (let at = 0; at < later.length; at += MOST_WRITES) {
        await this.fenced.write(bucket, later.slice(at, at + MOST_WRITES));
      }
      this.#doubtful.delete(name);
      return change;
    } catch (error) {
      this.onForgotten(name);
      throw error;
    }
  }

  /** After rows were removed that counted. */
  forgetTotals(name: string): void {
    this.onForgotten(name);
    this.#totals.delete(name);
  }

  async #ownWrite(name: string, own: Partial<Totals>): Promise<Write> {
    const row = await this.fenced.store.get(hostsTable, hostKey(name, OWN_ROW));
    const state = hostStateOf(row);
    return putHost(name, OWN_ROW, { ...state, totals: addTotals(state.totals, own) });
  }

  async #readAgain(name: string): Promise<void> {
    const row = await this.fenced.store.get(crawlsTable, { bucket: bucketOfCrawl(name), name });
    if (row !== undefined) this.#crawls.set(name, crawlOf(row));
    await this.#readTotals(name);
    this.#doubtful.delete(name);
  }

  async #readTotals(name: string): Promise<void> {
    const selection = { prefix: [bucketOfCrawl(name), name], limit: PAGE_ROWS };
    let sums = NO_TOTALS;
    for await (const page of this.fenced.store.scan(hostsTable, selection)) {
      sums = page.reduce<Totals>(addTotals, sums);
    }
    this.#totals.set(name, sums);
  }
}
