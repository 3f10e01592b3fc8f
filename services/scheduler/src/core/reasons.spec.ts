import { describe, expect, it } from '@jest/globals';
import type { Url } from '@mayfly/url';
import { byHandCrawl, type Crawl } from './crawl.ts';
import type { PageEntry, SourceEntry } from './plan-desk.ts';
import { urlReasons } from './reasons.ts';
import { sourceReasons } from './source-reasons.ts';
import type { Wish } from './wish.ts';

const NOW = Date.UTC(2026, 0, 1);
const URL = 'https://a.test/' as Url;
const CRAWL: Crawl = { ...byHandCrawl, name: 'news' };
const WISH: Wish = { url: URL, seed: false, submittedMs: NOW - 1, state: 'open' };
const PAGE: PageEntry = {
  ...{ url: URL, state: 'unknown', birthMs: NOW - 60_000, birthBy: 'date' },
  ...{ visits: 3, worth: 2, price: 1, sources: [] },
};
const ESTIMATE = {
  ...{ lambda: 1 / 900, profit: 31, decay: Math.LN2 / 7_200, visits: 120 },
  ...{ intervalSeconds: 720, index: 0.5, price: 0.8 },
};
const SOURCE: SourceEntry = {
  ...{ url: URL, host: 'a.test' as never, kind: 'feed', state: 'active', reason: 'it is worth it' },
  ...{ sinceMs: NOW, crawls: 3, newLinks: 9, lastCrawlMs: NOW - 60_000, nextVisitMs: NOW + 60_000 },
  ...{ estimate: ESTIMATE, pages: 'ephemeral', alarm: undefined },
};

const reasonsOf = (more: {
  crawl?: Crawl;
  wish?: Wish;
  page?: Partial<PageEntry>;
  source?: SourceEntry;
}) =>
  urlReasons({
    ...{ crawl: more.crawl ?? CRAWL, wish: more.wish, source: more.source, nowMs: NOW },
    page: { ...PAGE, ...more.page },
  });
const kindsOf = (more: Parameters<typeof reasonsOf>[0]) => reasonsOf(more).map(({ kind }) => kind);

describe('reasons of a URL', () => {
  it.each([
    ['a page that nobody knows', {}, ['page-unknown']],
    ['a page worth it', { page: { state: 'found' } }, ['page-worth-it']],
    ['a page below the price', { page: { state: 'found', worth: 0.5 } }, ['page-below-price']],
    ['a page that is ordered', { page: { state: 'out' } }, ['page-out']],
    ['a page that was fetched', { page: { state: 'crawled' } }, ['page-crawled']],
    ['a wish', { wish: WISH }, ['wish-open']],
    ['a wish to be handed over', { wish: { ...WISH, state: 'pending' } }, ['wish-pending']],
    [
      'a wish given up',
      { wish: { ...WISH, state: 'refused', rule: 'deadline' } },
      ['wish-deadline'],
    ],
    ['a refused wish', { wish: { ...WISH, state: 'refused', rule: 'scope' } }, ['wish-refused']],
    ['a paused crawl', { crawl: { ...CRAWL, paused: true } }, ['crawl-paused', 'page-unknown']],
    [
      'a finished crawl',
      { crawl: { ...CRAWL, finish: { reason: 'page-limit', atMs: NOW, deferredHosts: [] } } },
      ['crawl-finished', 'page-unknown'],
    ],
    ['a source', { source: SOURCE }, ['source-next-visit', 'source-interval']],
  ] as [string, Parameters<typeof reasonsOf>[0], string[]][])('tell of %s', (_, more, kinds) => {
    expect(kindsOf(more)).toEqual(kinds);
    for (const { sentence } of reasonsOf(more)) expect(sentence).toMatch(/^(?!.*undefined).+\.$/);
  });

  it('compare what a page is worth with the price', () => {
    expect(reasonsOf({ page: { state: 'found' } })[0]).toMatchObject({ value: 2, price: 1 });
  });
});

describe('reasons of a source', () => {
  it.each([
    ['candidate', 'source-candidate'],
    ['active', 'source-next-visit'],
    ['resting', 'source-resting'],
    ['retired', 'source-retired'],
  ] as const)('that is %s begin with that', (state, kind) => {
    expect(sourceReasons({ ...SOURCE, state }, NOW)[0]?.kind).toBe(kind);
  });

  it('say why the interval is what it is', () => {
    const [, interval] = sourceReasons(SOURCE, NOW);
    expect(interval?.sentence).toBe(
      'Its interval is 12 min. New links on it: 4 an hour; a new page of it gets 31 visits, of which half are made in 2 h (learned from 120 visits).',
    );
  });

  it('say that the crawl keeps an interval longer than it would be', () => {
    const told = (shortestMs: number) => sourceReasons(SOURCE, NOW, shortestMs)[1]?.sentence;
    expect(told(1_200_000)).toMatch(
      /^Its interval is 12 min, and the crawl lets it be visited every 20 min at most\./,
    );
    expect(told(60_000)).toMatch(/^Its interval is 12 min\. /);
    const cheap = { ...SOURCE, estimate: { ...SOURCE.estimate, intervalSeconds: 0 } };
    expect(sourceReasons(cheap, NOW, 20_000)[1]?.sentence).toMatch(
      /^It is visited every 20 s, as often as the crawl allows, since there are requests to spare\. /,
    );
  });

  it('say that a crawl without a revisit interval visits none again', () => {
    const [visited, interval] = sourceReasons({ ...SOURCE, nextVisitMs: undefined }, NOW);
    expect(visited?.sentence).toContain('is not visited again: the crawl has no revisit interval');
    expect(interval?.sentence).toMatch(/^Were it visited again, its interval would be 12 min\. /);
    expect(sourceReasons(SOURCE, NOW)[0]?.sentence).toContain('visited again at');
  });

  it('say when one is looked at that does not count yet', () => {
    const candidate = { ...SOURCE, state: 'candidate' as const, nextVisitMs: NOW };
    expect(sourceReasons(candidate, NOW)[0]?.sentence).toContain('before it counts, now,');
  });

  it('leave the interval out where it is refused', () => {
    const estimate = { ...ESTIMATE, intervalSeconds: Infinity };
    const reasons = sourceReasons({ ...SOURCE, state: 'resting', estimate }, NOW);
    expect(reasons.map(({ kind }) => kind)).toEqual(['source-resting']);
  });

  it.each(['silent', 'not-found'] as const)('begin with an alarm that is %s', (kind) => {
    const alarm = { kind, sinceMs: NOW - 3_600_000, expected: 12 };
    expect(sourceReasons({ ...SOURCE, alarm }, NOW)[0]).toMatchObject({
      ...{ kind: 'source-alarm', value: 12, timeMs: alarm.sinceMs },
    });
  });

  it('say that a visit is due', () => {
    const [due] = sourceReasons({ ...SOURCE, nextVisitMs: NOW }, NOW);
    expect(due?.sentence).toContain('visited now');
  });
});
