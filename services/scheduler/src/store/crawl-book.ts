import { remove, type Table, type Write } from '@mayfly/store';
import { BY_HAND, type Crawl } from '../core/crawl.ts';
import type { CrawlBook } from '../core/ports.ts';
import type { Totals } from '../core/totals.ts';
import type { Wish } from '../core/wish.ts';
import { bucketOfCrawl } from './buckets.ts';
import { candidatesTable } from './candidates-table.ts';
import type { CrawlRows } from './crawl-rows.ts';
import { MOST_WRITES } from './fenced-store.ts';
import { hostsTable } from './hosts-table.ts';
import { QUALITY_TABLES } from './quality-book.ts';
import { revisitsTable } from './revisits-table.ts';
import { sourcesTable } from './sources-table.ts';
import { youngPagesTable } from './young-pages-table.ts';
import { putWish, wishesTable, wishKey } from './wishes-table.ts';

const CLEAN_ROWS = 1_000;

/** Tables with rows of a crawl, but for its own. */
const CLEANED: readonly Table[] = [
  wishesTable,
  candidatesTable,
  revisitsTable,
  sourcesTable,
  youngPagesTable,
  hostsTable,
  ...QUALITY_TABLES,
];

export class StoredCrawls implements CrawlBook {
  readonly #rows: CrawlRows;

  constructor(rows: CrawlRows) {
    this.#rows = rows;
  }

  all(): readonly Crawl[] {
    return this.#rows
      .all()
      .filter(({ name }) => name !== BY_HAND)
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  find(name: string): Crawl | undefined {
    const crawl = this.#rows.get(name);
    return crawl?.deleted === true ? undefined : crawl;
  }

  totals(name: string): Totals {
    return this.#rows.totals(name);
  }

  /** Many seeds take several writes; the crawl is ready with the last, and a crash before it is mended by a repeat. */
  async create(crawl: Crawl, seeds: readonly Wish[]): Promise<Crawl> {
    const { name } = crawl;
    const begun = await this.#rows.change<Crawl>(name, async (there) => {
      if (there !== undefined && !(there.deleted && there.cleaned)) return { answer: there };
      const made = { ...crawl, ready: false, revision: (there?.revision ?? 0) + 1 };
      return { answer: made, crawl: made };
    });
    if (begun.ready || begun.deleted || begun.digest !== crawl.digest) return begun;
    for (let at = 0; at < seeds.length; at += MOST_WRITES) {
      await this.#addSeeds(name, seeds.slice(at, at + MOST_WRITES));
    }
    return (await this.change(name, (made) => ({ ...made, ready: true }))) ?? begun;
  }

  change(name: string, change: (crawl: Crawl) => Crawl): Promise<Crawl | undefined> {
    return this.#rows.change<Crawl | undefined>(name, async (before) => {
      if (before === undefined || name === BY_HAND) return { answer: before };
      const crawl = change(before);
      return crawl === before ? { answer: before } : { answer: crawl, crawl };
    });
  }

  clean(name: string): Promise<boolean> {
    const { store } = this.#rows.fenced;
    const prefix = [bucketOfCrawl(name), name];
    return this.#rows.change(name, async (crawl) => {
      if (crawl === undefined || !crawl.deleted || crawl.cleaned) return { answer: true };
      for (const table of CLEANED) {
        const { rows } = await store.page<Table>(table, { prefix, limit: CLEAN_ROWS });
        if (rows.length === 0) continue;
        return { answer: false, writes: rows.map((row) => removal(table, row)) };
      }
      this.#rows.forgetTotals(name);
      return { answer: true, crawl: { ...crawl, cleaned: true } };
    });
  }

  async #addSeeds(name: string, seeds: readonly Wish[]): Promise<void> {
    const { store } = this.#rows.fenced;
    await this.#rows.change(name, async () => {
      const keys = seeds.map(({ url }) => wishKey(name, url));
      const there = await store.getMany(wishesTable, keys);
      const fresh = seeds.filter((_, at) => there[at] === undefined);
      const writes = fresh.map((seed) => putWish(name, seed));
      return { answer: undefined, writes, own: { submitted: fresh.length } };
    });
  }
}

function removal(table: Table, row: object): Write {
  const cells = row as Record<string, unknown>;
  return remove(table, Object.fromEntries(table.key.map((name) => [name, cells[name]])) as never);
}
