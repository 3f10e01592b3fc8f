import { describe, expect, it } from '@jest/globals';
import type { Url } from '@mayfly/url';
import type { PlanDesk } from '../plan-desk.ts';
import type { CountedVisit } from '../visit-ports.ts';
import { Quality } from './quality.ts';
import { qualityIn, WEEK_MS } from './quality-window.ts';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 0, 1);
const SOURCE = 'https://a.test/' as Url;
const page = (at: number) => `https://a.test/${at}` as Url;

/** Pages of one source, each with a profit of 8 that halves in an hour. */
function measuring({
  mostPages,
  createdMs = 0,
}: { readonly mostPages?: number; readonly createdMs?: number } = {}) {
  const births = new Map<string, { birthMs: number; foundMs: number }>();
  let [profit, madeMs] = [8, createdMs];
  const desk = {
    page: (_: string, url: Url) => ({ ...births.get(url), sources: [SOURCE] }),
    estimate: () => ({ profit, decay: Math.LN2 / 3_600 }),
  } as unknown as PlanDesk;
  const noted: Record<string, number> = { expected: 0, possible: 0, counted: 0 };
  const notes = {
    discovered: () => {},
    recorded: () => {},
    profit: (kind: string, visits: number) => void (noted[kind]! += visits),
  };
  const quality = new Quality({
    ...{
      desk: () => desk,
      createdMs: () => madeMs,
      notes,
      ...(mostPages === undefined ? {} : { mostPages }),
    },
  });
  let reports = 0;
  return {
    quality,
    noted,
    /** Sources are believed to bring so much from now on. */
    believe: (visits: number) => {
      profit = visits;
      quality.forgetEstimates();
    },
    /** The crawl is deleted, and another one of its name is made. */
    makeAnew: (atMs: number) => void (madeMs = atMs),
    /** It was found by a process that died before it saved that. */
    findUnsaved: (at: number, birthMs: number, foundMs: number) =>
      void births.set(page(at), { birthMs, foundMs }),
    find: (at: number, birthMs: number, foundMs: number) => {
      births.set(page(at), { birthMs, foundMs });
      const birth = { crawl: 'news', url: page(at), source: SOURCE, birthMs, foundMs };
      quality.found({ ...birth, birthBy: 'date' });
    },
    store: (at: number, atMs: number) => quality.recorded({ crawl: 'news', url: page(at), atMs }),
    visit: (at: number, atMs: number, more: Partial<CountedVisit> = {}) =>
      quality.visited([
        {
          ...{ url: page(at), referrer: undefined, host: 'a.test' as never, atMs, kind: 'browse' },
          ...{
            crawl: 'news',
            place: { name: `${(reports += 1)}`, position: 0, outOfOrder: false },
          },
          ...more,
        },
      ]),
    at: (nowMs: number, endMs = nowMs, lengthMs = WEEK_MS) =>
      qualityIn(quality.crawl('news')?.days() ?? [], { nowMs, endMs, lengthMs }),
  };
}

describe('dynamic quality', () => {
  it('is at first what was believed of the pages stored, divided by the time', () => {
    const { find, store, at } = measuring();
    find(1, START, START);
    find(2, START, START);
    store(1, START + HOUR_MS);
    const now = START + 4 * HOUR_MS;
    expect(at(now)).toMatchObject({
      basis: 'estimated',
      pages: 1,
      foundPages: 2,
      startMs: START,
      endMs: now,
    });
    expect(at(now).quality).toBeCloseTo(4 / (4 * 3_600), 9);
    expect(at(now).possible).toBeCloseTo(16 / (4 * 3_600), 9);
  });

  it('is what readers did once a week has passed since the last page was stored', async () => {
    const { find, store, visit, at } = measuring();
    find(1, START, START);
    store(1, START + HOUR_MS);
    for (const hours of [2, 3, 24]) await visit(1, START + hours * HOUR_MS);
    const endMs = START + 4 * HOUR_MS;
    const soon = at(START + 48 * HOUR_MS, endMs);
    expect(soon.basis).toBe('estimated');
    const late = at(endMs + WEEK_MS, endMs);
    expect(late.basis).toBe('counted');
    expect(late.quality).toBeCloseTo(3 / (4 * 3_600), 9);
    expect(late.quality).toBe(late.counted);
  });

  it('of a window half of which is a week old rests on both', async () => {
    const { find, store, visit, at } = measuring();
    const later = START + WEEK_MS;
    find(1, START, START);
    store(1, START);
    await visit(1, START + 1);
    find(2, later, later);
    store(2, later);
    const found = at(later + 2 * HOUR_MS, later + HOUR_MS, 2 * WEEK_MS);
    expect(found.basis).toBe('mixed');
    expect(found.quality * (WEEK_MS + HOUR_MS)).toBeCloseTo((1 + 8) * 1_000, 3);
  });

  it('counts a page once, only visits of the week after it was stored, and none that was only shown', async () => {
    const { find, store, visit, noted } = measuring();
    find(1, START, START);
    store(1, START + HOUR_MS);
    store(1, START + 2 * HOUR_MS);
    await visit(1, START);
    await visit(1, START + HOUR_MS + WEEK_MS + 1_000);
    await visit(1, START + 3 * HOUR_MS, { kind: 'shown' });
    await visit(2, START + 3 * HOUR_MS);
    expect(noted).toEqual({ possible: 8, expected: 4, counted: 0 });
    await visit(1, START + 3 * HOUR_MS);
    expect(noted.counted).toBe(1);
  });

  it('counts a report that comes again once', async () => {
    const { find, store, visit, noted } = measuring();
    find(1, START, START);
    store(1, START);
    const place = { name: 'main 0 7', position: 7, outOfOrder: false };
    for (let times = 0; times < 3; times += 1) await visit(1, START + 1_000, { place });
    expect(noted.counted).toBe(1);
  });

  it('captures no more than was possible, though sources proved better than was thought', () => {
    const { find, store, believe, at } = measuring();
    for (let one = 1; one <= 4; one += 1) find(one, START, START);
    believe(80);
    for (let one = 1; one <= 3; one += 1) store(one, START + HOUR_MS);
    const { estimated, possible } = at(START + 2 * HOUR_MS);
    expect(estimated * 7_200).toBeCloseTo(3 * 40, 6);
    // Of the page that nobody stored nobody knows better than what was believed when it was found.
    expect(possible * 7_200).toBeCloseTo(3 * 80 + 8, 6);
  });

  it('captures no more than was possible, though a process died with what it had found', () => {
    const { find, findUnsaved, store, at } = measuring();
    for (let one = 1; one <= 20; one += 1) findUnsaved(one, START, START);
    find(21, START, START + HOUR_MS);
    for (let one = 1; one <= 21; one += 1) store(one, START + HOUR_MS);
    const { estimated, possible } = at(START + 2 * HOUR_MS);
    expect(estimated).toBeCloseTo((21 * 4) / 3_600, 9);
    expect(possible).toBeCloseTo((21 * 8) / 3_600, 9);
  });

  it('of a crawl that was made anew knows nothing of the one before', async () => {
    const { find, store, visit, makeAnew, noted, at } = measuring();
    find(1, START, START);
    find(2, START, START);
    store(1, START);
    store(2, START);
    makeAnew(START + HOUR_MS);
    const endMs = START + 2 * HOUR_MS;
    expect(at(endMs)).toMatchObject({ pages: 0, foundPages: 0, possible: 0 });
    find(1, START, START + HOUR_MS + 1);
    await visit(2, START + HOUR_MS + 2);
    store(1, START + HOUR_MS + 3);
    expect(at(endMs)).toMatchObject({ pages: 1, foundPages: 1 });
    await visit(1, START + HOUR_MS + 1_000);
    expect(noted.counted).toBe(1);
  });

  it('asks nothing of pages that are older than the crawl but what they still brought', () => {
    const { find, store, at } = measuring({ createdMs: START });
    find(1, START - HOUR_MS, START);
    store(1, START + HOUR_MS);
    const found = at(START + 2 * HOUR_MS);
    expect(found.possible * 7_200).toBeCloseTo(4, 9);
    expect(found.quality * 7_200).toBeCloseTo(2, 9);
    expect([found.discovery.count, found.crawling.count]).toEqual([0, 0]);
  });

  it('leaves out pages of which nobody knows when they were born', () => {
    const { store, at } = measuring();
    store(1, START);
    expect(at(START + HOUR_MS)).toMatchObject({ pages: 0, quality: 0, basis: 'estimated' });
  });

  it('follows some pages for all where there are too many', async () => {
    const { find, store, visit, at } = measuring({ mostPages: 500 });
    for (let one = 0; one < 8_000; one += 1) {
      find(one, START, START);
      store(one, START);
      await visit(one, START + 1_000);
    }
    const endMs = START + HOUR_MS;
    const found = at(endMs + WEEK_MS, endMs);
    expect(found.followedShare).toBeLessThanOrEqual(1 / 16);
    const visits = found.quality * 3_600;
    expect(visits).toBeGreaterThan(6_500);
    expect(visits).toBeLessThan(9_500);
  });

  it('tells how long it took to see and to record pages', () => {
    const { find, store, at } = measuring();
    for (let one = 1; one <= 100; one += 1) {
      find(one, START, START + one * 60_000);
      store(one, START + one * 120_000);
    }
    const { discovery, crawling } = at(START + 5 * HOUR_MS);
    expect([discovery.count, crawling.count]).toEqual([100, 100]);
    expect(Math.abs(discovery.quantileMs(0.5)! / (50 * 60_000) - 1)).toBeLessThan(0.05);
    expect(Math.abs(crawling.quantileMs(0.9)! / (90 * 120_000) - 1)).toBeLessThan(0.05);
  });
});
