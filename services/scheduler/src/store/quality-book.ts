import { put, remove, type Table } from '@mayfly/store';
import type { Url } from '@mayfly/url';
import type {
  KeptPages,
  QualityBook,
  QualityChanges,
  SourceDelays,
} from '../core/quality/quality-ports.ts';
import type { KeptDay } from '../core/quality/quality-day.ts';
import { BUCKETS, bucketOfCrawl } from './buckets.ts';
import type { CrawlRows } from './crawl-rows.ts';
import { qualityDaysTable } from './quality-days-table.ts';
import { packPages, qualityPagesTable, unpackPages } from './quality-pages-table.ts';
import { delaysOf, qualitySourcesTable, sourceKey, withDelays } from './quality-sources-table.ts';

const PAGE_ROWS = 500;
/** Sources that one write takes, some 3 KB each. */
const MOST_SOURCES = 1_000;

export class StoredQuality implements QualityBook {
  readonly #rows: CrawlRows;

  constructor(rows: CrawlRows) {
    this.#rows = rows;
  }

  async *days(): AsyncGenerator<{ readonly crawl: string; readonly day: KeptDay }> {
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      const selection = { prefix: [bucket], limit: PAGE_ROWS };
      for await (const rows of this.#rows.fenced.store.scan(qualityDaysTable, selection)) {
        for (const { crawl, kept } of rows) yield { crawl, day: kept };
      }
    }
  }

  async *pages(): AsyncGenerator<{ readonly crawl: string; readonly kept: KeptPages }> {
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      const selection = { prefix: [bucket], limit: PAGE_ROWS };
      for await (const rows of this.#rows.fenced.store.scan(qualityPagesTable, selection)) {
        for (const { crawl, day, part, pages } of rows) {
          yield { crawl, kept: { day, part, pages: unpackPages(pages) } };
        }
      }
    }
  }

  /** Sources in several writes, days and pages with the last: a crash in between counts some delays twice. */
  async save(crawl: string, changes: QualityChanges, today: number): Promise<boolean> {
    const { days, pages, delays } = changes;
    const bucket = bucketOfCrawl(crawl);
    for (let at = 0; at < delays.length; at += MOST_SOURCES) {
      await this.#saveDelays(crawl, delays.slice(at, at + MOST_SOURCES), today);
    }
    return this.#rows.change(crawl, async (known) => {
      if (known === undefined || known.deleted) return { answer: false };
      const writes = [
        ...days.map((kept) => put(qualityDaysTable, { bucket, crawl, day: kept.day, kept })),
        ...pages.map(({ day, part, pages: some }) =>
          put(qualityPagesTable, { bucket, crawl, day, part, pages: packPages(some) }),
        ),
      ];
      return { answer: true, writes };
    });
  }

  async sources(crawl: string, most: number): Promise<SourceDelays[]> {
    if (most === 0) return [];
    const prefix = [bucketOfCrawl(crawl), crawl];
    const selection = { index: 'pages', prefix, reverse: true, limit: most } as const;
    const { rows } = await this.#rows.fenced.store.page(qualitySourcesTable, selection);
    return rows.map(delaysOf);
  }

  async source(crawl: string, url: Url): Promise<SourceDelays | undefined> {
    const row = await this.#rows.fenced.store.get(qualitySourcesTable, sourceKey(crawl, url));
    return row && delaysOf(row);
  }

  async forgetBefore(oldest: {
    readonly day: number;
    readonly pages: number;
    readonly heard: number;
  }): Promise<boolean> {
    const { fenced } = this.#rows;
    let isMore = false;
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      const before = (day: number) => ({ prefix: [bucket], to: [day], limit: PAGE_ROWS });
      const count = await fenced.exclusive(bucket, async () => {
        const [days, pages, sources] = await Promise.all([
          fenced.store.page(qualityDaysTable, { index: 'day', ...before(oldest.day) }),
          fenced.store.page(qualityPagesTable, { index: 'day', ...before(oldest.pages) }),
          fenced.store.page(qualitySourcesTable, { index: 'heard', ...before(oldest.heard) }),
        ]);
        await fenced.write(bucket, [
          ...days.rows.map(({ crawl, day }) => remove(qualityDaysTable, { bucket, crawl, day })),
          ...pages.rows.map(({ crawl, day, part }) =>
            remove(qualityPagesTable, { bucket, crawl, day, part }),
          ),
          ...sources.rows.map(({ crawl, id }) =>
            remove(qualitySourcesTable, { bucket, crawl, id }),
          ),
        ]);
        return Math.max(days.rows.length, pages.rows.length, sources.rows.length);
      });
      isMore ||= count === PAGE_ROWS;
    }
    return isMore;
  }

  #saveDelays(crawl: string, delays: QualityChanges['delays'], today: number): Promise<void> {
    return this.#rows.change(crawl, async (known) => {
      if (known === undefined || known.deleted) return { answer: undefined };
      const keys = delays.map(({ source }) => sourceKey(crawl, source));
      const rows = await this.#rows.fenced.store.getMany(qualitySourcesTable, keys);
      const writes = delays.map((each, at) =>
        put(qualitySourcesTable, withDelays(crawl, rows[at], each, today)),
      );
      return { answer: undefined, writes };
    });
  }
}

/** What is removed with a crawl. */
export const QUALITY_TABLES: readonly Table[] = [
  qualityDaysTable,
  qualityPagesTable,
  qualitySourcesTable,
];
