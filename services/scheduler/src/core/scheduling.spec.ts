import { describe, expect, it } from '@jest/globals';
import { builder, seededRandom } from '@mayfly/testing';
import type { HostKey, Url } from '@mayfly/url';
import { byHandCrawl, type Crawl } from './crawl.ts';
import type { HandingOver } from './handing-over.ts';
import { CrawlPlanner } from './planning/crawl-planner.ts';
import type {
  Candidate,
  CrawlBook,
  Frontier,
  HostRest,
  Ledger,
  Order,
  OrderAnswer,
  PlanBook,
} from './ports.ts';
import {
  type KeptSource,
  newSource,
  type OrderedVisit,
  withVisit,
} from './planning/kept-source.ts';
import { Scheduling } from './scheduling.ts';
import { NO_TOTALS } from './totals.ts';
import type { Wish } from './wish.ts';
import { wishPriority } from './wish-priority.ts';

const ledger = builder<Ledger>({
  ...{ known: 0, parked: 0, waiting: 0, leased: 0, leasesGiven: 0, leasesOut: 0, pages: 0 },
  ...{ deferred: 0, deferredHosts: [] },
});
const NEWS: Crawl = { ...byHandCrawl, name: 'news' };

/** Three candidates, and room for ten URLs that wait. */
function scheduling(now: Ledger, sources?: Map<Url, KeptSource>, wish?: Wish) {
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
        return { answers: orders.map(() => 'waiting' as const), rests: [] };
      },
      find: async () => [],
      submit: async () => [],
    } as Partial<Frontier> as Frontier,
    priors: async (urls: readonly Url[]) => urls.map(() => 0.5),
    handing: {} as HandingOver,
    wishes: {
      find: async (_: string, urls: readonly Url[]) => urls.map((url) => wishOf(url, wish)),
    },
    planners: {
      open: async () => sources && plannerOf(sources),
      save: async (_: string, visits: readonly OrderedVisit[]) => {
        for (const visit of visits)
          sources?.set(visit.url, withVisit(sources.get(visit.url)!, visit));
      },
    },
    ...{ ahead: 10, nowMs: () => 1, dropped: () => {} },
  };
  return { ordered, scheduling: new Scheduling(parts) };
}

const wishOf = (url: Url, wish: Wish | undefined) => (wish?.url === url ? wish : undefined);

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

  it.each(['open', 'refused'] as const)(
    'keeps the priority of a wish while it is open: %s',
    async (state) => {
      const url = 'https://a.test/2' as Url;
      const wish = { ...{ url, seed: false, submittedMs: 0, state }, priority: 7 };
      const { ordered, scheduling: scheduler } = scheduling(ledger({}), undefined, wish);
      await scheduler.schedule(NEWS);
      const [first, second] = ordered.map(({ priority }) => priority);
      expect(second).toBe(state === 'open' ? wishPriority(wish) : first);
    },
  );

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

const MINUTE_MS = 60_000;
const PLANNED: Crawl = {
  ...{ ...NEWS, createdMs: 0 },
  settings: {
    ...{ policy: 'mayfly', private: false, revisitIntervalMs: MINUTE_MS },
    scope: { sites: ['a.test'], hosts: [], prefixes: [] },
  },
};
const LIST = 'https://a.test/list' as Url;
const PAGE = 'https://a.test/page' as Url;

/** A crawl with a plan and a frontier that answers as it is told. */
function planned() {
  const around = {
    settings: {
      ...{ pages: { young: 100, loose: 100 }, sources: 10, logPeriodMs: MINUTE_MS },
      ...{ searchMs: MINUTE_MS, sourceAgeMs: MINUTE_MS },
    },
    ...{ random: seededRandom(1), nowMs: 1_000 },
  };
  const kept = { sources: [], pages: [], candidates: [] };
  const planner = new CrawlPlanner(PLANNED, kept, around);
  const world = {
    answer: 'waiting' as OrderAnswer,
    isAway: false,
    candidates: [] as Candidate[],
    ordered: [] as string[],
    rests: [] as HostRest[],
  };
  const call = <T>(answer: T): Promise<T> =>
    world.isAway ? Promise.reject(new Error('away')) : Promise.resolve(answer);
  const parts = {
    crawls: {
      totals: () => ({ ...NO_TOTALS, candidates: world.candidates.length }),
    } as Partial<CrawlBook> as CrawlBook,
    plans: {
      candidates: async () => world.candidates,
      takeCandidates: async () => {},
    } as Partial<PlanBook> as PlanBook,
    frontier: {
      ledger: async () => ledger({}),
      schedule: async (orders: readonly Order[]) => {
        world.ordered.push(...orders.map(({ url }) => url));
        return { answers: orders.map(() => world.answer), rests: world.rests };
      },
      submit: (asked) => call(asked.map(() => ({ answer: 'new', rule: '' }) as const)),
      find: (_, urls) => call(urls.map(() => undefined)),
    } as Partial<Frontier> as Frontier,
    priors: (urls: readonly Url[]) => call(urls.map(() => 0.5)),
    handing: {} as HandingOver,
    planners: { open: async () => planner, save: async () => {} },
    wishes: { find: async (_: string, urls: readonly Url[]) => urls.map(() => undefined) },
    ...{ ahead: 10, nowMs: () => 1_000, dropped: () => {} },
  };
  return { world, planner, scheduling: new Scheduling(parts) };
}

describe('Scheduling by a plan', () => {
  it.each(['url-unknown', 'stale'] as const)(
    'orders a source again whose order was answered with %s when the frontier was away then',
    async (answer) => {
      const { world, planner, scheduling: scheduler } = planned();
      planner.addSources([LIST], 'by-hand', 1_000);
      Object.assign(world, { answer, isAway: true });
      await expect(scheduler.schedule(PLANNED)).rejects.toThrow('away');
      Object.assign(world, { answer: 'waiting', isAway: false });
      await scheduler.schedule(PLANNED);
      expect(world.ordered).toEqual([LIST, LIST]);
    },
  );

  it.each(['url-unknown', 'stale'] as const)(
    'holds no place for a page whose order was answered with %s',
    async (answer) => {
      const { world, planner, scheduling: scheduler } = planned();
      planner.hold([{ url: PAGE, depth: 1, foundMs: 1_000 }], 1_000);
      world.answer = answer;
      await scheduler.schedule(PLANNED);
      expect(world.ordered).toEqual([PAGE]);
      expect(planner.state.pages.looseCount).toBe(0);
      expect(planner.state.pages.number(PAGE)).toBeUndefined();
    },
  );

  it('orders of a host only what it can be asked for soon, once the frontier told how long it rests', async () => {
    const { world, planner, scheduling: scheduler } = planned();
    const pages = (from: number) =>
      Array.from({ length: 8 }, (_, at) => ({
        ...{ url: `https://a.test/${from + at}` as Url, depth: 1, foundMs: 1_000 },
      }));
    planner.hold(pages(0), 1_000);
    world.rests = [{ host: 'a.test' as HostKey, restMs: 1_000 }];
    await scheduler.schedule(PLANNED);
    expect(world.ordered).toHaveLength(8);
    planner.hold(pages(8), 1_000);
    await scheduler.schedule(PLANNED);
    expect(world.ordered).toHaveLength(8 + 2);
  });

  it('leaves a page to the policy that could not be ordered in spare time', async () => {
    const { world, planner, scheduling: scheduler } = planned();
    world.candidates = [{ url: PAGE, depth: 1, foundMs: 1_000 }];
    planner.hold(world.candidates, 1_000);
    // The policy thinks nothing of it now.
    const { deciding } = planner;
    Object.assign(deciding, { decide: () => [] });
    world.isAway = true;
    await expect(scheduler.schedule(PLANNED)).rejects.toThrow('away');
    Reflect.deleteProperty(deciding, 'decide');
    world.isAway = false;
    expect(await scheduler.schedule(PLANNED)).toMatchObject({ pages: 1 });
    expect(world.ordered[0]).toBe(PAGE);
  });
});
