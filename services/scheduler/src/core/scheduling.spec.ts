import { describe, expect, it } from '@jest/globals';
import { builder } from '@mayfly/testing';
import type { Url } from '@mayfly/url';
import { byHandCrawl, type Crawl } from './crawl.ts';
import type { HandingOver } from './handing-over.ts';
import type { Candidate, CrawlBook, Frontier, Ledger, Order, PlanBook } from './ports.ts';
import type { CrawlPlanner } from './planning/crawl-planner.ts';
import { type KeptSource, newSource } from './planning/kept-source.ts';
import { Scheduling } from './scheduling.ts';
import { NO_TOTALS } from './totals.ts';

const ledger = builder<Ledger>({
  ...{ known: 0, parked: 0, waiting: 0, leased: 0, leasesGiven: 0, leasesOut: 0, pages: 0 },
  ...{ deferred: 0, deferredHosts: [] },
});
const NEWS: Crawl = { ...byHandCrawl, name: 'news' };

/** Three candidates, and room for ten URLs that wait. */
function scheduling(now: Ledger, sources?: Map<Url, KeptSource>) {
  const ordered: Order[] = [];
  const found: Candidate[] = [1, 2, 3].map((at) => ({
    ...{ url: `https://a.test/${at}` as Url, depth: 1, foundMs: at },
  }));
  const parts = {
    crawls: {
      totals: () => ({ ...NO_TOTALS, candidates: found.length }),
    } as Partial<CrawlBook> as CrawlBook,
    plans: {
      candidates: async (_: string, limit: number) => found.slice(0, limit),
      takeCandidates: async () => {},
    } as Partial<PlanBook> as PlanBook,
    frontier: {
      ledger: async () => now,
      schedule: async (orders: readonly Order[]) => {
        ordered.push(...orders);
        return orders.map(() => 'waiting' as const);
      },
      find: async () => [],
      submit: async () => [],
    } as Partial<Frontier> as Frontier,
    priors: async (urls: readonly Url[]) => urls.map(() => 0.5),
    handing: {} as HandingOver,
    planners: {
      open: async () => sources && plannerOf(sources),
      save: async (_: string, changed: readonly KeptSource[]) => {
        for (const source of changed) sources?.set(source.url, source);
      },
    },
    ...{ ahead: 10, nowMs: () => 1, dropped: () => {} },
  };
  return { ordered, scheduling: new Scheduling(parts) };
}

/** As much of a plan as breadth first needs. */
function plannerOf(sources: ReadonlyMap<Url, KeptSource>): CrawlPlanner {
  const plan = {
    state: { allSources: () => sources.values() },
    deciding: { hasWork: () => false },
  };
  return plan as unknown as CrawlPlanner;
}

describe('Scheduling', () => {
  it('orders a new source once, also while its host rests, and candidates after it', async () => {
    const url = 'https://resting.test/' as Url;
    const source = newSource({ url, number: 0, kind: 'front-page', depth: 1, nowMs: 0 });
    const { ordered, scheduling: scheduler } = scheduling(
      ledger({ waiting: 9 }),
      new Map([[url, source]]),
    );
    const crawl: Crawl = {
      ...NEWS,
      settings: { ...NEWS.settings, revisitIntervalMs: 60_000 },
    };
    expect(await scheduler.schedule(crawl)).toMatchObject({ sources: 1, pages: 0 });
    expect(await scheduler.schedule(crawl)).toMatchObject({ sources: 0, pages: 1 });
    expect(ordered.map((order) => order.url)).toEqual([url, 'https://a.test/1']);
  });

  it('orders only so far ahead that fetchers are busy', async () => {
    const { ordered, scheduling: scheduler } = scheduling(ledger({ waiting: 8 }));
    expect(await scheduler.schedule(NEWS)).toEqual({ sources: 0, pages: 2, spare: 0, more: false });
    expect(ordered.map(({ url }) => url)).toEqual(['https://a.test/1', 'https://a.test/2']);
  });

  it('does not wait for hosts that rest long, however much waits for them', async () => {
    const resting = ledger({ waiting: 12, deferred: 11, deferredHosts: ['dead.test'] });
    const { scheduling: scheduler } = scheduling(resting);
    expect(await scheduler.schedule(NEWS)).toEqual({ sources: 0, pages: 3, spare: 0, more: false });
  });
});
