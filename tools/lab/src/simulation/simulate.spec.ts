import { describe, expect, it } from '@jest/globals';
import { openPolicy, type Policy, type SourceCrawl, type VisitLog } from '@mayfly/echo';
import { seededRandom } from '@mayfly/testing';
import { makeWeb } from '../web/make-web.ts';
import { SMALL_WEB } from '../web/small-web.ts';
import { WEEK_SECONDS } from '../web/web-shape.ts';
import type { Web } from '../web/web.ts';
import { Crawler } from './crawler.ts';
import { bound, lastPart } from './profit.ts';
import { outcomeOf, simulate } from './simulate.ts';

const web = makeWeb(1, { ...SMALL_WEB, weeks: 1, pages: 4_000, sources: 120 });
const qualityOf = (earnings: ReturnType<typeof bound>) =>
  lastPart(earnings.quality(WEEK_SECONDS), WEEK_SECONDS).mean;

/** A policy that does as it is told, and writes down what it hears. */
function puppet(next: (at: number) => ReturnType<Policy['next']>) {
  const crawls: SourceCrawl[] = [];
  const logs: VisitLog[] = [];
  const policy = {
    addSources: () => undefined,
    visited: (log: VisitLog) => void logs.push(log),
    crawledSource: (crawl: SourceCrawl) => void crawls.push(crawl),
    crawledPage: () => undefined,
    next,
  };
  return { policy: policy as unknown as Policy, crawls, logs };
}

/** Two pages, one list of one link, and clicks at 10, 20 and 30 on the first. */
const TINY: Web = {
  seconds: WEEK_SECONDS,
  hosts: 1,
  sources: {
    count: 1,
    host: Int32Array.of(0),
    shows: Int32Array.of(1),
    start: Int32Array.of(0, 2),
    links: Int32Array.of(0, 1),
  },
  pages: {
    count: 2,
    host: Int32Array.of(0, 0),
    born: Float64Array.of(5, 100),
    kind: Uint8Array.of(0, 0),
    start: Int32Array.of(0, 3, 3),
    clicks: Float64Array.of(10, 20, 30),
  },
  log: { page: Int32Array.of(0, 0, 0), at: Float64Array.of(10, 20, 30) },
};

describe('Crawler', () => {
  it('shows what has come since the last visit, and says when the list turned over', () => {
    const { policy, crawls } = puppet(() => ({ kind: 'source', id: 0 }));
    const crawler = new Crawler(TINY, policy);
    for (const at of [1, 50, 60]) crawler.step(at);
    expect(crawls.map(({ links, overflow }) => [links, overflow])).toEqual([
      [[], false],
      [[[0]], true],
      [[], false],
    ]);
  });

  it('loses what came and went between two visits', () => {
    const { policy, crawls } = puppet(() => ({ kind: 'source', id: 0 }));
    new Crawler(TINY, policy).step(200);
    expect(crawls[0]).toMatchObject({ links: [[1]], listed: 1, overflow: true });
  });

  it('earns the clicks that are left, and those once', () => {
    const { policy } = puppet(() => ({ kind: 'page', id: 0 }));
    const crawler = new Crawler(TINY, policy);
    crawler.step(15);
    crawler.step(16);
    expect(crawler.counts.earnings.total).toBe(2);
    expect(crawler.counts).toMatchObject({ pageCrawls: 2, delays: 10 });
  });

  it('refuses a page that is not there yet: that would be clairvoyance', () => {
    const { policy } = puppet(() => ({ kind: 'page', id: 1 }));
    expect(() => new Crawler(TINY, policy).step(50)).toThrow('before it was there');
  });
});

describe('simulate', () => {
  it('tells all visits, or those to crawled pages only', () => {
    const told = (['all', 'crawled'] as const).map((feedback) => {
      const { policy, logs } = puppet((at) => (at < 15 ? undefined : { kind: 'page', id: 0 }));
      simulate(TINY, policy, { rate: 1 / 15, feedback, logPeriodSeconds: 60 });
      return logs[0];
    });
    expect(told).toEqual([
      {
        visits: [
          [0, 10],
          [0, 20],
          [0, 30],
        ],
        from: 0,
        to: 60,
      },
      {
        visits: [
          [0, 20],
          [0, 30],
        ],
        from: 0,
        to: 60,
      },
    ]);
  });

  it('gives a clairvoyant the bound', () => {
    let page = 0;
    const { policy } = puppet(() => ({ kind: 'page', id: page++ }));
    const crawler = new Crawler(web, policy);
    for (const born of web.pages.born) crawler.step(born);
    const { quality } = outcomeOf(web, crawler.counts);
    expect(quality).toBeCloseTo(qualityOf(bound(web)), 12);
  });

  it.each(['bfs', 'echo-newpages', 'mayfly'] as const)('lets %s earn no more than all', (name) => {
    const most = bound(web).total;
    for (const rate of [0.004, 0.02]) {
      const policy = openPolicy(name, { rate, start: 0, random: seededRandom(1) });
      const options = { rate, feedback: 'all', logPeriodSeconds: 3_600 } as const;
      const { earnings, sourceCrawls, pageCrawls, idle } = simulate(web, policy, options);
      expect(earnings.total).toBeLessThanOrEqual(most);
      expect(earnings.total).toBeGreaterThan(0);
      expect(sourceCrawls + pageCrawls + idle).toBe(Math.floor(web.seconds * rate));
    }
  });
});
