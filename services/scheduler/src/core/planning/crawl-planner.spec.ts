import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '@mayfly/testing';
import { type HostKey, hostOf, type Url } from '@mayfly/url';
import { type Announced, stepsOf } from '../announced.ts';
import { byHandCrawl, type Crawl, type Settings } from '../crawl.ts';
import type { CountedVisit } from '../visit-ports.ts';
import { CrawlPlanner, type KeptPlan } from './crawl-planner.ts';
import type { Hints } from './learning.ts';
import type { PlanSettings } from './plan-state.ts';

const A = 'https://a.test/' as Url;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const START_MS = 1_000 * DAY_MS;
const NOTHING: KeptPlan = { sources: [], pages: [], candidates: [] };
const SETTINGS: PlanSettings = {
  ...{ pages: { young: 1_000, loose: 100 }, sources: 10, logPeriodMs: MINUTE_MS },
  ...{ searchMs: DAY_MS, sourceAgeMs: 3 * DAY_MS },
};
const page = (name: string | number) => `${A}${name}` as Url;

/** A plan of one site, told of fetches by hand. */
class Told {
  readonly planner: CrawlPlanner;
  readonly hints: Hints = new Map();
  nowMs = START_MS;
  #attempt = 0;
  /** All that was ever to be written, by URL. */
  readonly kept = { sources: new Map(), pages: new Map() } as {
    readonly sources: Map<Url, KeptPlan['sources'][number]>;
    readonly pages: Map<Url, KeptPlan['pages'][number]>;
  };

  constructor(settings: Partial<Settings> = {}, plan = SETTINGS, kept = NOTHING) {
    const crawl: Crawl = {
      ...byHandCrawl,
      ...{ name: 'news', createdMs: START_MS },
      settings: {
        ...{ policy: 'mayfly', private: false, revisitIntervalMs: MINUTE_MS, ...settings },
        scope: { sites: ['a.test'], hosts: [], prefixes: [] },
      },
    };
    const around = { settings: plan, random: seededRandom(1), nowMs: this.nowMs };
    this.planner = new CrawlPlanner(crawl, kept, around);
  }

  /** A document with these links, of which those named are new to the crawl. */
  fetched(
    url: Url,
    links: readonly Url[] = [],
    more: Partial<Announced> & { dates?: number[] } = {},
  ) {
    this.#attempt += 1;
    const { dates, ...rest } = more;
    const announced: Announced = {
      ...{ crawl: 'news', url, host: hostOf(url), attempt: this.#attempt, depth: 0, hops: 0 },
      ...{ seed: url === A, part: 0, parts: 1, isRobots: false, isPage: true },
      sourceKind: url === A ? 'seed' : undefined,
      ...{ isNewVersion: true, isUnchanged: false, publishedMs: undefined, endedMs: this.nowMs },
      ...{ redirectUrl: undefined, place: { name: 'x', position: 1, outOfOrder: false } },
      links: links.map((link, at) => ({ url: link, datedMs: dates?.[at] })),
      ...rest,
    };
    for (const step of stepsOf(announced)) {
      const found = step.links
        .filter((link) => !this.#known.has(link.url))
        .map(({ url: link, datedMs }) => ({ url: link, depth: 1, foundMs: this.nowMs, datedMs }));
      for (const { url: link } of found) this.#known.add(link);
      this.#keep(this.planner.learn([{ step, found }], this.hints, this.nowMs));
    }
  }

  readonly #known = new Set<Url>([A]);

  #keep(changes: ReturnType<CrawlPlanner['tend']>): void {
    for (const source of changes.sources) this.kept.sources.set(source.url, source);
    for (const one of changes.pages) this.kept.pages.set(one.url, one);
    for (const url of changes.gonePages) this.kept.pages.delete(url);
  }

  visited(urls: readonly Url[], readers: number): void {
    const visits = urls.flatMap((url) =>
      Array.from({ length: readers }, () => ({ url, atMs: this.nowMs, kind: 'browse' })),
    ) as Partial<CountedVisit>[] as CountedVisit[];
    this.#keep(this.planner.visited(visits, this.nowMs));
  }

  tend(afterMs: number): void {
    this.nowMs += afterMs;
    this.#keep(this.planner.tend(this.nowMs));
  }

  orders(room = 100): Url[] {
    return this.planner.deciding.decide(room, this.nowMs).map(({ url }) => url);
  }

  source(url = A) {
    return this.planner.state.source(url)!;
  }
}

describe('a plan', () => {
  it('gives pages in the order of their list, each once, and the source not before its interval is over', () => {
    const told = new Told();
    told.fetched(A, [page(1), page(2), page(3)]);
    expect(told.orders()).toEqual([page(1), page(2), page(3)]);
    expect(told.orders()).toEqual([]);
    told.nowMs += MINUTE_MS;
    expect(told.orders()).toEqual([A]);
  });

  it('visits nothing twice without an interval, and again when it gets one', () => {
    const told = new Told({ revisitIntervalMs: undefined });
    told.fetched(A, []);
    told.nowMs += DAY_MS;
    expect(told.orders()).toEqual([]);
    const { crawl } = told.planner.state;
    const settings = { ...crawl.settings, revisitIntervalMs: 1_000 };
    told.planner.update({ ...crawl, settings }, told.nowMs);
    expect(told.orders()).toEqual([A]);
  });

  it('leaves a source alone longer each time that it fails', () => {
    const told = new Told();
    told.fetched(A);
    for (const wait of [1, 2, 4]) {
      told.nowMs += wait * MINUTE_MS - 1;
      expect(told.orders()).toEqual([]);
      told.nowMs += 1;
      expect(told.orders()).toEqual([A]);
      told.fetched(A, [], { isPage: false });
    }
    expect(told.source()).toMatchObject({ failures: 3, crawls: 1 });
  });

  it('gives no page again that failed, though it was ordered in spare time or its order was taken back', () => {
    const told = new Told();
    told.fetched(A, [page(1), page(2)]);
    told.planner.takeOut(page(1));
    told.fetched(page(1), [], { isPage: false });
    const { deciding } = told.planner;
    deciding.undo(deciding.decide(1, told.nowMs), told.nowMs);
    told.fetched(page(2), [], { isPage: false });
    expect(told.orders()).toEqual([]);
  });

  it('learns of a list that comes in parts with the last of them', () => {
    const told = new Told();
    told.fetched(A, [page(1)]);
    told.nowMs += MINUTE_MS;
    told.fetched(A, [page(2)], { attempt: 7, parts: 2 });
    expect(told.source()).toMatchObject({ crawls: 1 });
    told.fetched(A, [page(1), page(3)], { attempt: 7, part: 1, parts: 2 });
    expect(told.source()).toMatchObject({ crawls: 2, newLinks: 3, listed: 3, quiet: 0 });
    expect(told.planner.state.pages.young(page(3))).toMatchObject({ sources: [0] });
  });

  it('takes a list that is longer than a write', () => {
    const told = new Told({}, { ...SETTINGS, pages: { young: 9_000, loose: 100 } });
    told.fetched(
      A,
      Array.from({ length: 12_000 }, (_, at) => page(at)),
    );
    expect(told.source()).toMatchObject({ crawls: 1, newLinks: 12_000, listed: 12_000 });
    expect(told.planner.state.pages.youngCount).toBe(4_000);
  });

  it('takes what robots.txt names for no part of a list', () => {
    const told = new Told();
    const show = (names: readonly number[]) => {
      const own = names.map((name) => ({ url: page(name), datedMs: undefined }));
      const beside = ['x', 'y', 'z'].map((name) => ({ url: page(name), datedMs: undefined }));
      told.fetched(A, [], {
        links: [...own, ...beside.map((one) => ({ ...one, isBeside: true }))],
      });
    };
    show([1, 2]);
    expect(told.source()).toMatchObject({ listed: 2, newLinks: 2, firstLinks: 2 });
    expect([...told.kept.pages.keys()].sort()).toEqual([page(1), page(2)]);
    expect(told.orders().sort()).toEqual([1, 2, 'x', 'y', 'z'].map(page));
    told.nowMs += MINUTE_MS;
    const crawls: { overflow: boolean }[] = [];
    const { policy } = told.planner.state;
    const tell = policy.crawledSource.bind(policy);
    policy.crawledSource = (crawl) => {
      crawls.push(crawl);
      tell(crawl);
    };
    show([3, 4]);
    expect(crawls).toMatchObject([{ overflow: true, listed: 2 }]);
  });

  it('takes an answer without a body for a list that is what it was', () => {
    const told = new Told();
    told.fetched(A, [page(1), page(2)]);
    told.fetched(A, [], { isUnchanged: true, isNewVersion: false });
    expect(told.source()).toMatchObject({ crawls: 2, listed: 2, quiet: 1 });
    told.fetched(A, [page(1), page(2)]);
    expect(told.source()).toMatchObject({ crawls: 3, newLinks: 2 });
  });

  it('believes dates that fit, and of a host that lies none', () => {
    const told = new Told();
    told.fetched(A, [page(1)], { dates: [told.nowMs - 5_000] });
    expect(told.planner.state.pages.young(page(1))).toMatchObject({
      ...{ birthMs: told.nowMs - 5_000, birthBy: 'date' },
    });
    for (let at = 2; at < 12; at += 1) {
      told.nowMs += MINUTE_MS;
      told.fetched(A, [page(at)], { dates: [told.nowMs - DAY_MS] });
    }
    expect(told.hints.get('a.test' as HostKey)!.wrong).toBeGreaterThan(5);
    told.nowMs += MINUTE_MS;
    told.fetched(A, [page(99)], { dates: [told.nowMs - 1] });
    expect(told.planner.state.pages.young(page(99))?.birthBy).toBe('middle');
  });

  it('takes nothing for young that says it is old, but fetches it', () => {
    const told = new Told();
    told.fetched(A, [page('new'), page('old')], { dates: [told.nowMs, told.nowMs - 99 * DAY_MS] });
    expect(told.planner.state.pages.young(page('old'))).toBeUndefined();
    expect(told.orders()).toEqual([page('new'), page('old')]);
  });

  it('keeps the youngest pages, no more than it may, and counts those it drops', () => {
    const told = new Told({}, { ...SETTINGS, pages: { young: 10, loose: 100 } });
    told.fetched(
      A,
      Array.from({ length: 30 }, (_, at) => page(at)),
    );
    expect(told.planner.state.pages.youngCount).toBe(11);
    expect(told.orders()).toHaveLength(30);
    told.tend(1_000);
    expect(told.planner.tending.takeDropped()).toBe(1);
    told.tend(15 * DAY_MS);
    expect(told.planner.state.pages.youngCount).toBe(0);
    expect(told.planner.tending.takeDropped()).toBe(0);
    expect(told.kept.pages.size).toBe(0);
  });

  it('goes on after a restart with what it had learned', () => {
    const told = new Told();
    told.fetched(A, [page(1), page(2), page(3)]);
    told.fetched(page(1));
    told.visited([page(1)], 50);
    told.tend(2 * MINUTE_MS);
    const kept = {
      sources: [...told.kept.sources.values()],
      pages: [...told.kept.pages.values()],
      candidates: [{ url: page(3), depth: 1, foundMs: told.nowMs }],
    };
    const again = new Told({}, SETTINGS, kept);
    const at = told.nowMs / 1_000;
    const [before, after] = [told, again].map(({ planner: { state } }) => {
      state.policy.plan(at);
      return state.policy.viewSource(0, at)!;
    });
    expect(before!.clicks).toBeGreaterThan(49);
    for (const name of ['lambda', 'profit', 'decay', 'clicks', 'crawls'] as const) {
      expect(after![name] / before![name]).toBeCloseTo(1, 1);
    }
    again.nowMs = told.nowMs;
    expect(again.orders().filter((url) => url !== A)).toEqual([page(3)]);
  });

  it('fetches again what readers read for weeks', () => {
    const told = new Told();
    told.fetched(A, [page('lasting'), page('news')]);
    told.orders();
    told.fetched(page('lasting'));
    told.fetched(page('news'));
    told.visited([page('news')], 50);
    for (let day = 0; day < 15; day += 1) {
      told.visited([page('lasting')], 5);
      told.tend(MINUTE_MS);
      if (day < 14) told.nowMs += DAY_MS - MINUTE_MS;
    }
    expect(told.planner.state.pages.young(page('lasting'))?.watched).toBe(true);
    expect(told.planner.state.pages.young(page('news'))?.watched).toBe(false);
    told.tend(20 * DAY_MS);
    expect(told.planner.state.pages.youngCount).toBe(1);
    const orders = told.planner.deciding.decide(10, told.nowMs);
    const lasting = orders.find(({ url }) => url === page('lasting'));
    expect(lasting).toMatchObject({ afterAttempt: 2 });
  });

  it('keeps to a limit of hosts as it is now, for hosts it knows too', () => {
    const slow = { siteRequestsPerSecond: 0.001 };
    const limited = (told: Told, limits: Settings['limits']) => {
      const { crawl } = told.planner.state;
      const settings = { ...crawl.settings, limits };
      told.planner.update({ ...crawl, settings, revision: crawl.revision + 1 }, told.nowMs);
    };
    const [before, after] = [new Told({ limits: slow }), new Told()];
    for (const told of [before, after]) told.fetched(A, [page(1), page(2), page(3)]);
    expect(before.orders()).toEqual([page(1)]);
    limited(before, undefined);
    before.nowMs += MINUTE_MS;
    expect(before.orders().filter((url) => url !== A)).toEqual([page(2), page(3)]);
    limited(after, slow);
    expect(after.orders()).toEqual([page(1)]);
  });

  it('leaves a host without a limit that rests for a moment only', () => {
    const told = new Told();
    const rest = (restMs: number) => told.planner.state.hostsRest([{ host: hostOf(A), restMs }]);
    told.fetched(
      A,
      Array.from({ length: 60 }, (_, at) => page(at)),
    );
    rest(1_000);
    expect(told.orders().length).toBeLessThan(5);
    rest(5);
    expect(told.orders().length).toBeGreaterThan(50);
    expect(told.planner.state.hasHostLimits).toBe(false);
  });

  it('plans no visits that the crawl does not let happen', () => {
    const limits = { requestsPerSecond: 10 };
    const planOf = (settings: Partial<Settings>) => {
      const told = new Told({ limits, ...settings });
      told.fetched(A, [page(1), page(2)]);
      told.visited([page(1)], 50);
      told.tend(2 * MINUTE_MS);
      return told.planner.tending.plan;
    };
    const often = planOf({ revisitIntervalMs: 1_000 });
    const seldom = planOf({});
    expect(often.sourceRate).toBeGreaterThan(0.5);
    expect(seldom.sourceRate).toBeCloseTo(1 / 60, 9);
    expect(seldom.expectedProfit).toBeLessThan(often.expectedProfit);
    const once = planOf({ revisitIntervalMs: undefined });
    expect(once).toMatchObject({ sourceRate: 0, pageRate: 0, expectedProfit: 0 });
  });

  it('alarms of a source that should have published', () => {
    const told = new Told();
    for (let at = 0; at < 10; at += 1) {
      told.fetched(A, [page(at)]);
      told.nowMs += MINUTE_MS;
    }
    told.fetched(A, [page(9)]);
    told.tend(5 * MINUTE_MS);
    expect(told.source().alarm).toBeUndefined();
    told.tend(5 * MINUTE_MS);
    expect(told.source().alarm).toMatchObject({ kind: 'silent' });
    told.fetched(A, [page('at last')]);
    told.tend(1);
    expect(told.source().alarm).toBeUndefined();
  });

  it('looks at a retired source when there is time, and takes it back when it brings something', () => {
    const told = new Told();
    const feed = { sourceKind: 'feed' } as const;
    told.fetched(page('feed'), [], feed);
    for (let visit = 0; visit < 20; visit += 1) {
      told.nowMs += DAY_MS;
      told.fetched(page('feed'), [], feed);
    }
    expect(told.source(page('feed')).state).toBe('retired');
    expect(told.orders()).toEqual([]);
    told.nowMs += 20 * MINUTE_MS;
    expect(told.orders()).toEqual([page('feed')]);
    expect(told.orders()).toEqual([]);
    told.fetched(page('feed'), [page(1)], feed);
    expect(told.source(page('feed'))).toMatchObject({ state: 'active', newLinks: 1 });
    expect(told.orders()).toEqual([page(1)]);
  });
});
