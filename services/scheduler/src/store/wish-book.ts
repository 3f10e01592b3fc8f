import { CrawlError } from '@mayfly/errors';
import type { Url } from '@mayfly/url';
import type { WishBook, WishEnd } from '../core/ports.ts';
import { fulfils, givenUp, type Wish, wishedAgain } from '../core/wish.ts';
import { bucketOfCrawl } from './buckets.ts';
import type { CrawlRows } from './crawl-rows.ts';
import { MOST_WRITES } from './fenced-store.ts';
import { putWish, removeWish, wishesTable, wishKey, wishOf } from './wishes-table.ts';

export class StoredWishes implements WishBook {
  readonly #rows: CrawlRows;
  /** Crawls that have no wish with a deadline. */
  readonly #undated = new Set<string>();

  constructor(rows: CrawlRows) {
    this.#rows = rows;
  }

  async wish(crawl: string, wishes: readonly Wish[]): Promise<void> {
    const unique = [...new Map(wishes.map((wish) => [wish.url, wish])).values()];
    for (let at = 0; at < unique.length; at += MOST_WRITES) {
      await this.#wish(crawl, unique.slice(at, at + MOST_WRITES));
    }
  }

  async find(crawl: string, urls: readonly Url[]): Promise<(Wish | undefined)[]> {
    const keys = urls.map((url) => wishKey(crawl, url));
    const rows = await this.#rows.fenced.store.getMany(wishesTable, keys);
    return rows.map((row) => (row === undefined ? undefined : wishOf(row)));
  }

  async pending(crawl: string, limit: number): Promise<Wish[]> {
    const prefix = [bucketOfCrawl(crawl), crawl];
    const selection = { index: 'pending', prefix, limit } as const;
    const { rows } = await this.#rows.fenced.store.page(wishesTable, selection);
    return rows.map(wishOf);
  }

  async end(crawl: string, ends: readonly WishEnd[]): Promise<readonly Url[]> {
    if (ends.length === 0) return [];
    const urls = ends.map(({ wish }) => wish.url);
    return this.#rows.change(crawl, async () => {
      const now = await this.find(crawl, urls);
      // Who wished again meanwhile wished for something newer.
      const valid = ends.filter(
        ({ wish }, at) => now[at]?.state === 'pending' && now[at].submittedMs === wish.submittedMs,
      );
      const known = new Map(now.map((wish) => [wish?.url, wish]));
      const isFulfilled = ({ wish, next }: WishEnd) =>
        next !== undefined && fulfils(known.get(wish.url)?.heardAttempt ?? 0, next);
      const writes = valid.map((end) =>
        end.next === undefined || isFulfilled(end)
          ? removeWish(crawl, end.wish.url)
          : putWish(crawl, end.next),
      );
      const answer = valid.filter(isFulfilled).map(({ wish }) => wish.url);
      return { answer, writes, own: { submitted: -valid.length } };
    });
  }

  /** Whoever has none is remembered, so that looking costs nothing. */
  async overdue(crawl: string, nowMs: number, limit: number): Promise<Wish[]> {
    if (this.#undated.has(crawl)) return [];
    const prefix = [bucketOfCrawl(crawl), crawl];
    const first = { index: 'deadline', prefix, limit } as const;
    // In one go with nobody who wishes in between.
    return this.#rows.change(crawl, async () => {
      const { rows } = await this.#rows.fenced.store.page(wishesTable, first);
      if (rows.length === 0) this.#undated.add(crawl);
      return {
        answer: rows.map(wishOf).filter(({ deadlineMs = Infinity }) => deadlineMs <= nowMs),
      };
    });
  }

  async giveUp(crawl: string, wishes: readonly Wish[]): Promise<readonly Url[]> {
    const urls = wishes.map(({ url }) => url);
    return this.#rows.change(crawl, async () => {
      const now = await this.find(crawl, urls);
      const ended = wishes.filter(
        ({ state, deadlineMs }, at) =>
          now[at]?.state === state && now[at].deadlineMs === deadlineMs && state !== 'refused',
      );
      const submitted = -ended.filter(({ state }) => state === 'pending').length;
      const writes = ended.map((wish) => putWish(crawl, givenUp(wish)));
      return { answer: ended.map(({ url }) => url), writes, own: { submitted } };
    });
  }

  /** A crawl that was finished has something to do again, in the same write. */
  async #wish(crawl: string, wishes: readonly Wish[]): Promise<void> {
    const urls = wishes.map(({ url }) => url);
    await this.#rows.change(crawl, async (known) => {
      if (known === undefined || known.deleted) {
        throw new CrawlError('CRAWL_UNKNOWN', `crawl: there is no crawl ${crawl}`);
      }
      if (wishes.some(({ deadlineMs }) => deadlineMs !== undefined)) this.#undated.delete(crawl);
      const before = await this.find(crawl, urls);
      const after = wishes.map((wish, at) => wishedAgain(before[at], wish));
      const writes = after
        .filter((wish, at) => wish !== before[at])
        .map((wish) => putWish(crawl, wish));
      const isFresh = (wish: Wish, at: number) =>
        wish.state === 'pending' && before[at]?.state !== 'pending';
      const fresh = after.filter(isFresh).length;
      const isWoken = known.finish !== undefined && fresh > 0;
      return {
        ...{ answer: undefined, writes, own: { submitted: fresh } },
        ...(isWoken ? { crawl: { ...known, finish: undefined } } : {}),
      };
    });
  }
}
