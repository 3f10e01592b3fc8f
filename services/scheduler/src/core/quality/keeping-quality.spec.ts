import { describe, expect, it } from '@jest/globals';
import type { HostKey, Url } from '@mayfly/url';
import type { PlanDesk } from '../plan-desk.ts';
import { KeepingQuality } from './keeping-quality.ts';
import { Quality } from './quality.ts';
import {
  type KeptPages,
  PART_PAGES,
  type QualityBook,
  type QualityChanges,
} from './quality-ports.ts';
import type { KeptDay } from './quality-day.ts';
import { qualityIn, WEEK_MS } from './quality-window.ts';

const START = Date.UTC(2026, 0, 1);
const SOURCE = 'https://a.test/' as Url;
const DESK = {
  page: () => ({ birthMs: START, sources: [SOURCE] }),
  estimate: () => ({ profit: 1, decay: 0 }),
} as unknown as PlanDesk;
const NOTES = { discovered: () => {}, recorded: () => {}, profit: () => {} };

/** Keeps all in memory. */
class Book implements QualityBook {
  readonly keptDays = new Map<number, KeptDay>();
  readonly keptPages = new Map<string, KeptPages>();
  delays = 0;
  isAway = false;
  isThere = true;

  async *days() {
    for (const day of this.keptDays.values()) yield { crawl: 'news', day };
  }

  async *pages() {
    for (const kept of this.keptPages.values()) yield { crawl: 'news', kept };
  }

  async save(_: string, { days, pages, delays }: QualityChanges): Promise<boolean> {
    if (this.isAway) throw new Error('away');
    for (const day of days) this.keptDays.set(day.day, structuredClone(day));
    for (const kept of pages) this.keptPages.set(`${kept.day} ${kept.part}`, structuredClone(kept));
    for (const { crawling } of delays) {
      for (let at = 1; at < crawling.length; at += 2) this.delays += crawling[at]!;
    }
    return this.isThere;
  }

  sources = async () => [];
  source = async () => undefined;
  forgetBefore = async () => false;
}

async function opened(book: Book, mostPages = 1_000_000) {
  const parts = { desk: () => DESK, createdMs: () => 0, notes: NOTES, mostPages };
  const quality = await Quality.open(parts, book);
  const keeping = new KeepingQuality({ quality, book, nowMs: () => START });
  const store = (at: number) =>
    quality.recorded({ crawl: 'news', url: `https://a.test/${at}` as Url, atMs: START + at });
  const pages = () =>
    qualityIn(quality.crawl('news')?.days() ?? [], {
      ...{ nowMs: START + WEEK_MS / 2, endMs: START + WEEK_MS / 2, lengthMs: WEEK_MS },
    }).pages;
  return { quality, keeping, store, pages };
}

describe('what was measured', () => {
  it('is there after a restart, with the pages that are followed', async () => {
    const book = new Book();
    const first = await opened(book);
    const count = 2 * PART_PAGES + 10;
    for (let at = 0; at < count; at += 1) {
      first.store(at);
      if (at % 1_500 === 0) await first.keeping.keep();
    }
    await first.keeping.keep();
    const second = await opened(book);
    expect(second.pages()).toBe(count);
    for (let at = 0; at < count; at += 1) second.store(at);
    expect(second.pages()).toBe(count);
    expect([...book.keptPages.values()].map(({ pages }) => pages.length)).toEqual([
      ...[PART_PAGES, PART_PAGES, 10],
    ]);
    expect(book.delays).toBe(count);
  });

  it('stands for as many pages after a restart, once the many are forgotten', async () => {
    const book = new Book();
    const first = await opened(book, 100);
    for (let at = 0; at < 350; at += 1) first.store(at);
    const later = Array.from({ length: 100 }, (_, at) => 3 * WEEK_MS + at);
    const pagesMs = START + 2 * WEEK_MS;
    first.quality.forgetBefore({ day: 0, pagesMs });
    for (const at of later) first.store(at);
    await first.keeping.keep();
    const forgotten = [...book.keptPages].filter(([, { day }]) => day * 86_400_000 < pagesMs);
    for (const [name] of forgotten) book.keptPages.delete(name);
    const second = await opened(book, 100);
    const read = later.map((at) => ({
      ...{ crawl: 'news', url: `https://a.test/${at}` as Url, atMs: START + at + 60_000 },
      ...{ referrer: undefined, host: 'a.test' as HostKey, kind: 'browse' as const },
      place: { name: `${at}`, position: at, outOfOrder: false },
    }));
    const [counted, countedAfter] = await Promise.all(
      [first, second].map(async ({ quality }) => {
        await quality.visited(read);
        const window = { endMs: START + 4 * WEEK_MS, lengthMs: WEEK_MS };
        const days = quality.crawl('news')!.days();
        return qualityIn(days, { ...window, nowMs: window.endMs }).counted;
      }),
    );
    expect(counted).toBeGreaterThan(0);
    expect(countedAfter).toBe(counted);
  });

  it('waits while it cannot be saved, and is not lost', async () => {
    const book = new Book();
    const { store, keeping } = await opened(book);
    book.isAway = true;
    for (let at = 0; at < PART_PAGES + 5; at += 1) store(at);
    await expect(keeping.keep()).rejects.toThrow('away');
    store(PART_PAGES + 6);
    book.isAway = false;
    await keeping.keep();
    expect((await opened(book)).pages()).toBe(PART_PAGES + 6);
    expect(book.delays).toBe(PART_PAGES + 6);
  });

  it('counts as possible what was captured on days that an earlier build kept', async () => {
    const book = new Book();
    const first = await opened(book);
    first.store(1);
    await first.keeping.keep();
    for (const [day, kept] of book.keptDays) {
      const { fetched: _fetched, reachable: _reachable, ...sums } = kept.sums;
      const only = (value: number) => sums.found.map((_, hour) => (hour === 0 ? value : 0));
      const as = { found: only(4), possible: only(10), expected: only(7) };
      book.keptDays.set(day, { ...kept, sums: { ...sums, ...as } });
    }
    const possible = async () => {
      const { quality } = await opened(book);
      const window = { endMs: START + 3_600_000, lengthMs: WEEK_MS, nowMs: START + 3_600_000 };
      const found = qualityIn(quality.crawl('news')!.days(), window);
      return found.possible / found.estimated;
    };
    expect(await possible()).toBeCloseTo(10 / 7, 9);
    for (const [day, kept] of book.keptDays) {
      const expected = kept.sums.expected.map((each) => each * 3);
      book.keptDays.set(day, { ...kept, sums: { ...kept.sums, expected } });
    }
    expect(await possible()).toBeCloseTo(1, 9);
  });

  it('of a crawl that is gone is forgotten', async () => {
    const book = new Book();
    const { store, keeping, quality } = await opened(book);
    store(1);
    book.isThere = false;
    await keeping.keep();
    expect(quality.names).toEqual([]);
  });
});
