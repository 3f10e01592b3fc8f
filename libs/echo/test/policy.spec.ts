import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '@mayfly/testing';
import { type Job, openPolicy, type Policy, POLICY_NAMES, type PolicyName } from '../src/index.ts';

const DAY = 86_400;

function open(name: PolicyName, more = {}): Policy {
  return openPolicy(name, { rate: 0.01, start: 0, random: seededRandom(1), ...more });
}

/** Lets sources publish a page an hour each, with visits to those of even sources, for so many requests. */
function drive(
  policy: Policy,
  { sources, requests }: { sources: number; requests: number },
): Job[] {
  policy.addSources(
    Array.from({ length: sources }, (_, source) => ({ source, host: source % 3 })),
    0,
  );
  const jobs: Job[] = [];
  const shown = new Map<number, number>();
  for (let i = 0; i < requests; i += 1) {
    const at = i * 100;
    if (i % 36 === 0) policy.visited({ visits: clicks(sources, at), from: at - 3_600, to: at });
    const job = policy.next(at);
    if (job === undefined) continue;
    jobs.push(job);
    if (job.kind === 'page') policy.crawledPage({ page: job.id, at, published: null });
    else {
      const [before, now] = [shown.get(job.id) ?? 0, Math.floor(at / 3_600)];
      const links = Array.from(
        { length: now - before },
        (_, k) => [(before + k) * sources + job.id] as const,
      );
      shown.set(job.id, now);
      policy.crawledSource({ source: job.id, at, links, listed: 500, overflow: false });
    }
  }
  return jobs;
}

function clicks(sources: number, at: number): [number, number][] {
  const hour = Math.floor(at / 3_600) - 1;
  if (hour < 0) return [];
  return Array.from({ length: Math.ceil(sources / 2) }, (_, i) => [
    hour * sources + 2 * i,
    at - 60,
  ]);
}

describe.each(POLICY_NAMES)('%s', (name) => {
  it('loads as many pages that wait as a crawl may have', () => {
    const policy = open(name);
    policy.addSources([{ source: 0, host: 0 }], 0);
    policy.loadPages(
      Array.from({ length: 200_000 }, (_, page) => ({
        ...{ page, state: 'found' as const, birth: page / 1_000, birthBy: 'middle' as const },
        ...{ prior: 1, clicks: 0, sources: [0] },
      })),
    );
    expect(policy.plan(300).waitingPages).toBe(200_000);
  });

  it('gives a job out once until it is reported back', () => {
    const policy = open(name);
    policy.addSources(
      [0, 1, 2].map((source) => ({ source, host: 0 })),
      0,
    );
    const first = [policy.next(1), policy.next(2), policy.next(3)].map((job) => job?.id);
    expect(new Set(first)).toEqual(new Set([0, 1, 2]));
    expect(policy.next(4)).toBeUndefined();
    policy.gaveUp({ kind: 'source', id: 1 }, 5);
    expect(policy.next(100_000)).toEqual({ kind: 'source', id: 1 });
  });

  it('takes visits to pages it has never seen, and sources and pages that go away', () => {
    const policy = open(name);
    policy.visited({ visits: [[1_000, 5]], from: 0, to: 10 });
    policy.addSources([{ source: 7, host: 2 }], 0);
    expect(policy.next(20)).toEqual({ kind: 'source', id: 7 });
    policy.crawledSource({
      source: 7,
      at: 20,
      links: [[1_000], [1_001]],
      listed: 2,
      overflow: false,
    });
    policy.removeSources([7, 8]);
    policy.crawledSource({ source: 7, at: 30, links: [[5]], listed: 1, overflow: false });
    policy.forgetPages([1_001, 99_999]);
    expect(policy.next(40)).toEqual({ kind: 'page', id: 1_000 });
    expect(policy.viewPage(1_001, 40).state).toBe('unknown');
    policy.gaveUp({ kind: 'page', id: 1_000 }, 50, true);
    expect(policy.next(60)).toEqual({ kind: 'page', id: 1_000 });
    policy.gaveUp({ kind: 'page', id: 1_000 }, 70);
    expect(policy.next(80)).toBeUndefined();
  });

  it('counts a page once, however often it is shown', () => {
    const jobs = drive(open(name), { sources: 6, requests: 400 });
    const pages = jobs.filter((job) => job.kind === 'page').map((job) => job.id);
    expect(new Set(pages).size).toBe(pages.length);
    expect(pages.length).toBeGreaterThan(20);
  });

  it('has a plan and an explanation, and answers for nothing too', () => {
    const empty = open(name);
    expect(empty.next(0)).toBeUndefined();
    expect(empty.plan(0)).toMatchObject({ keptSources: 0, refusedSources: 0, price: 0 });
    const policy = open(name);
    drive(policy, { sources: 6, requests: 400 });
    const plan = policy.plan(40_000);
    expect(plan.sourceRate + plan.pageRate).toBeLessThanOrEqual(0.01001);
    expect(plan.jobs).toBe(400);
    const view = policy.viewSource(0, 40_000)!;
    expect(view.lambda).toBeGreaterThan(0);
    expect(view.crawls).toBeGreaterThan(0);
    expect(policy.viewSource(77, 0)).toBeUndefined();
  });

  it('goes on after being saved and loaded', () => {
    const policy = open(name);
    drive(policy, { sources: 6, requests: 400 });
    const copy = open(name, { start: 40_000 });
    const sources = [0, 1, 2, 3, 4, 5].map((source) => policy.saveSource(source)!);
    copy.loadSources(JSON.parse(JSON.stringify(sources)) as typeof sources);
    const pages = Array.from({ length: 80 }, (_, page) => policy.savePage(page)).filter(
      (page) => page !== undefined,
    );
    copy.loadPages(JSON.parse(JSON.stringify(pages)) as typeof pages);
    for (const { page, state } of pages) {
      if (state === 'crawled') expect(copy.viewPage(page, 40_000).state).toBe('crawled');
    }
    copy.plan(41_900);
    policy.plan(41_900);
    const [before, after] = [policy.viewSource(2, 41_900)!, copy.viewSource(2, 41_900)!];
    expect(after.lambda / before.lambda).toBeCloseTo(1, 0);
    expect(after.clicks).toBeCloseTo(before.clicks, 1);
    expect(after.lastCrawl).toBe(before.lastCrawl);
    expect(copy.next(42_000)).toBeDefined();
  });
});

describe('mayfly', () => {
  it('asks no host more often than it may, and asks the others meanwhile', () => {
    const policy = open('mayfly');
    policy.limitHosts([
      { host: 0, rate: 1 / 5_000 },
      { host: 1, rate: 0 },
    ]);
    const jobs = drive(policy, { sources: 6, requests: 500 });
    const asked = (host: number) =>
      jobs.filter(({ id, kind }) => (kind === 'source' ? id : id % 6) % 3 === host);
    expect(asked(0).length).toBeLessThanOrEqual(11);
    expect(asked(0).length).toBeGreaterThan(5);
    expect(asked(1)).toEqual([]);
    expect(asked(2).length).toBeGreaterThan(100);
    policy.plan(50_000);
    expect(policy.viewSource(0, 50_000)!.price).toBeGreaterThan(
      policy.viewSource(2, 50_000)!.price,
    );
  });

  it('spends the share it was given on learning, and counts it', () => {
    const policy = open('mayfly', { explorationShare: 0.1 });
    drive(policy, { sources: 20, requests: 500 });
    expect(policy.plan(50_000).explorationJobs).toBeGreaterThanOrEqual(40);
    expect(policy.plan(50_000).explorationJobs).toBeLessThanOrEqual(51);
  });

  it('spends no more on learning when it is asked while no host may be', () => {
    const policy = open('mayfly', { explorationShare: 0.1 });
    policy.limitHosts([{ host: 0, rate: 0.01 }]);
    policy.addSources(
      Array.from({ length: 5 }, (_, source) => ({ source, host: 0 })),
      0,
    );
    let jobs = 0;
    for (let at = 0; at < 20_000; at += 1) {
      const job = policy.next(at);
      if (job === undefined) continue;
      jobs += 1;
      policy.crawledSource({ source: job.id, at, links: [], listed: 1, overflow: false });
    }
    expect(jobs).toBeGreaterThan(150);
    expect(policy.plan(20_000).explorationJobs).toBeLessThanOrEqual(jobs / 10 + 1);
  });

  it('keeps lasting pages fresh in the same currency, and none older than it may be', () => {
    const policy = open('mayfly');
    policy.watchPages(
      [
        { page: 1, host: 9, visitRate: 100 / DAY },
        { page: 2, host: 9, visitRate: 1e-9, maxAge: 10 * DAY },
      ],
      0,
    );
    const crawls = new Map<number, number>();
    for (let at = 0; at < 15 * DAY; at += 600) {
      const job = policy.next(at);
      if (job === undefined) continue;
      crawls.set(job.id, (crawls.get(job.id) ?? 0) + 1);
      policy.crawledPage({ page: job.id, at, changed: job.id === 1 });
    }
    expect(crawls.get(1)).toBeGreaterThan(20);
    expect(crawls.get(2)).toBeGreaterThanOrEqual(1);
    const plan = policy.plan(15 * DAY);
    expect(plan.watchedPages).toBe(2);
    expect(plan.freshness).toBeGreaterThan(0);
    policy.forgetPages([1, 2]);
    expect(policy.next(16 * DAY)).toBeUndefined();
  });

  it('believes a prior that says more than neutral', () => {
    const policy = open('mayfly');
    policy.addSources([{ source: 0, host: 0 }], 0);
    policy.next(10);
    policy.crawledSource({
      source: 0,
      at: 10,
      links: [[1], [2, null, 5], [3]],
      listed: 3,
      overflow: false,
    });
    expect(policy.next(20)).toEqual({ kind: 'page', id: 2 });
  });

  it('puts a page that readers open before one that they do not', () => {
    const policy = open('mayfly', { explorationShare: 0 });
    policy.addSources([{ source: 0, host: 0 }], 0);
    policy.next(10);
    const links = Array.from({ length: 40 }, (_, page) => [page, page] as const);
    policy.crawledSource({ source: 0, at: 40, links, listed: 40, overflow: false });
    const visits = Array.from({ length: 30 }, (_, i) => [i < 25 ? 3 : 11, 3_000 + i] as const);
    policy.visited({ visits, from: 0, to: 3_600 });
    policy.visited({ visits: [], from: 3_600, to: 2 * DAY });
    expect(policy.viewPage(3, 2 * DAY).worth).toBeGreaterThan(policy.viewPage(5, 2 * DAY).worth);
  });
});

describe('a crawl that is minutes old', () => {
  it('knows about how fast its sources are, not only that a link a day is usual', () => {
    const policy = open('mayfly', { rate: 10 });
    const sources = Array.from({ length: 30 }, (_, source) => ({ source, host: source }));
    policy.addSources(sources, 0);
    // Each shows a new link every 100 s.
    for (let round = 1; round <= 30; round += 1) {
      for (const { source } of sources) {
        const links = round % 5 === 0 ? [[round * 30 + source] as const] : [];
        const at = round * 20;
        policy.crawledSource({ source, at, links, listed: 500, overflow: false });
      }
    }
    expect(policy.viewSource(0, 600)!.lambda).toBeGreaterThan(0.003);
    expect(policy.viewSource(0, 600)!.lambda).toBeLessThan(0.02);
  });
});

describe('a list with dates', () => {
  it.each(['echo-newpages', 'mayfly'] as const)(
    'that shows what others showed before is not taken by %s for one that is fast',
    (name) => {
      const policy = open(name);
      policy.addSources(
        [0, 1].map((source) => ({ source, host: 0 })),
        0,
      );
      // One link an hour; all but the last two are known from the other list by then.
      const links = Array.from({ length: 20 }, (_, page) => [page, page * 3_600] as const);
      const at = 20 * 3_600;
      for (let i = 0; i < 2; i += 1) policy.next(i);
      const crawl = { listed: 20, overflow: true };
      policy.crawledSource({ ...crawl, source: 0, at: at - 7_200, links: links.slice(0, 18) });
      policy.crawledSource({ ...crawl, source: 1, at, links });
      policy.plan(at);
      expect(policy.viewSource(1, at)!.lambda).toBeLessThan(1 / 3_600);
    },
  );
});

describe('pages that no source showed', () => {
  it('compete by what pages of their host are worth, times their prior, and teach nothing of sources', () => {
    const policy = open('mayfly');
    policy.addSources([{ source: 0, host: 0 }], 0);
    policy.next(1);
    policy.crawledSource({ source: 0, at: 1, links: [[0, 1]], listed: 1, overflow: false });
    const loose = (page: number, prior: number) => ({ page, host: 1, birth: 1, prior });
    policy.addPages([loose(1, 0.1), loose(2, 3), loose(0, 9)], 2);
    const before = policy.viewSource(0, 3)!;
    expect([3, 4, 5].map((at) => policy.next(at)?.id)).toEqual([2, 0, 1]);
    policy.visited({ visits: [[2, 6]], from: 0, to: 10 });
    expect(policy.viewPage(2, 10)).toMatchObject({ state: 'out', clicks: 1, sources: [] });
    expect(policy.viewSource(0, 3)).toMatchObject({ clicks: before.clicks });
  });

  it('are left alone by policies that know pages by their sources only', () => {
    const policy = open('echo-newpages');
    policy.addPages([{ page: 0, host: 0, birth: 0 }], 0);
    expect(policy.next(1)).toBeUndefined();
    expect(policy.viewPage(0, 1).state).toBe('unknown');
  });
});

describe('a host at its limit', () => {
  it('with nothing else to do leaves the policy without a job until it may be asked', () => {
    const policy = open('mayfly');
    policy.limitHosts([{ host: 0, rate: 0.1 }]);
    policy.addSources(
      [0, 1].map((source) => ({ source, host: 0 })),
      0,
    );
    const first = policy.next(1_000)!;
    expect(policy.next(1_001)).toBeUndefined();
    expect(policy.next(1_011)).toEqual({ kind: 'source', id: 1 - first.id });
  });
  it('may be asked as soon as a higher limit allows', () => {
    const policy = open('mayfly');
    policy.limitHosts([{ host: 0, rate: 0.001 }]);
    policy.addSources(
      [0, 1].map((source) => ({ source, host: 0 })),
      0,
    );
    policy.addPages([{ page: 0, host: 0, birth: 1_000 }], 1_000);
    const jobs = [policy.next(1_000)];
    expect(policy.next(1_001)).toBeUndefined();
    policy.limitHosts([{ host: 0, rate: 0.1 }]);
    expect(policy.next(1_009)).toBeUndefined();
    jobs.push(policy.next(1_011));
    policy.limitHosts([{ host: 0, rate: Infinity }]);
    jobs.push(policy.next(1_011));
    expect(new Set(jobs.map((job) => `${job?.kind} ${job?.id}`))).toEqual(
      new Set(['source 0', 'source 1', 'page 0']),
    );
  });

  it('waits longer when its limit gets lower', () => {
    const policy = open('mayfly');
    policy.limitHosts([{ host: 0, rate: 0.1 }]);
    policy.addSources(
      [0, 1].map((source) => ({ source, host: 0 })),
      0,
    );
    policy.next(1_000);
    policy.limitHosts([{ host: 0, rate: 0.01 }]);
    expect(policy.next(1_011)).toBeUndefined();
    expect(policy.next(1_101)).toBeDefined();
  });
});
