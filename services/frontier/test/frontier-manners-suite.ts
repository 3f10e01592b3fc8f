import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { durationMs, durationOf } from '@mayfly/grpc';
import { type EngineKind, testEngines, type TestEngines } from '@mayfly/service-testing';
import { collectLog } from '@mayfly/telemetry/testing';
import { eventually } from '@mayfly/testing';
import {
  crawlOf,
  type FrontierClient,
  lease,
  leaseOne,
  ledgerOf,
  settle,
  startFrontier,
  submissionOf,
  submitWaiting,
  type TestFrontier,
  urlInfo,
} from './frontier-harness.ts';

const DONE = 1;
const EXPIRED = 2;
const PAGE = 1;
const ROBOTS = 2;
const DELAY_MS = 150;

/** How a frontier treats hosts, and what survives it, on one pair of engines. */
export function frontierMannersSuite(kind: EngineKind): void {
  jest.setTimeout(120_000);
  collectLog();
  let engines: TestEngines;
  let frontier: TestFrontier | undefined;
  let client: FrontierClient;

  const start = async (settings: Readonly<Record<string, string>> = {}) => {
    frontier = await startFrontier(engines, settings);
    client = frontier.client;
  };
  const restart = async (settings: Readonly<Record<string, string>> = {}) => {
    await frontier?.stop();
    await start(settings);
  };
  const news = (over: Parameters<typeof crawlOf>[1] = {}) =>
    client.putCrawls({ crawls: [crawlOf('news', over)] });

  beforeEach(async () => {
    engines = await testEngines(kind);
  });
  afterEach(async () => {
    await frontier?.stop();
    frontier = undefined;
    await engines[Symbol.asyncDispose]();
  });

  describe(`a host of a frontier on ${kind} engines`, () => {
    it('rests from the end of a request to the start of the next', async () => {
      await start({ FRONTIER_HOST_DELAY_MS: String(DELAY_MS) });
      await news();
      await submitWaiting(client, ['http://a.test/1', 'http://a.test/2']);
      const first = await leaseOne(client);
      expect(await lease(client, { waitMs: 2 * DELAY_MS })).toEqual([]);
      const endedMs = performance.now();
      await settle(client, first);
      const resting = await client.getHost({ host: 'a.test' });
      expect(resting).toMatchObject({ known: true, restReason: 2, lastAttempt: first.attempt });
      const second = await leaseOne(client);
      expect(performance.now() - endedMs).toBeGreaterThanOrEqual(DELAY_MS);
      expect(await client.getHost({ host: 'a.test' })).toMatchObject({
        leasesOut: 1,
        restReason: 1,
      });
      await settle(client, second);
    });

    it('that is busy is left alone as long as it asks, and is named as deferred', async () => {
      await start();
      await news();
      await submitWaiting(client, ['http://a.test/1', 'http://a.test/2']);
      const one = await leaseOne(client);
      await settle(client, one, { outcome: 8, retryAfter: durationOf(120_000) });
      const { restReason, nextAllowedTime, failures } = await client.getHost({ host: 'a.test' });
      expect([restReason, failures]).toEqual([3, 1]);
      expect(nextAllowedTime!.getTime() - Date.now()).toBeGreaterThan(110_000);
      expect(await ledgerOf(client, 'news')).toMatchObject({
        deferred: 2,
        deferredHosts: [{ host: 'a.test' }],
      });
      await restart();
      expect(await client.getHost({ host: 'a.test' })).toMatchObject({ restReason: 3 });
      expect(await ledgerOf(client)).toMatchObject({ deferred: 2 });
    });

    it('rests its own delay again after a restart', async () => {
      const settings = { FRONTIER_HOST_DELAY_MS: '2000' };
      await start(settings);
      await news();
      await submitWaiting(client, ['http://a.test/1', 'http://a.test/2']);
      await settle(client, await leaseOne(client));
      const stoppedMs = performance.now();
      await restart(settings);
      expect(await client.getHost({ host: 'a.test' })).toMatchObject({ restReason: 6 });
      await leaseOne(client);
      expect(performance.now() - stoppedMs).toBeGreaterThanOrEqual(2_000);
    });

    it('is asked for robots.txt first, and its crawl delay is kept', async () => {
      await start({ FRONTIER_OBEY_ROBOTS: 'true' });
      await news();
      await submitWaiting(client, ['https://a.test/1', 'https://a.test/2']);
      const robots = await leaseOne(client);
      expect(robots).toMatchObject({
        kind: ROBOTS,
        url: 'https://a.test/robots.txt',
        crawl: 'news',
        obeyRobots: true,
      });
      expect(robots.robotsAttempt).toBeUndefined();
      expect(await lease(client, { waitMs: 50 })).toEqual([]);
      const rules = { known: true, crawlDelay: durationOf(300), maxAge: durationOf(60_000) };
      const endedMs = performance.now();
      await settle(client, robots, { robots: rules });
      const page = await leaseOne(client);
      expect(performance.now() - endedMs).toBeGreaterThanOrEqual(300);
      expect(page).toMatchObject({ kind: PAGE, robotsAttempt: robots.attempt });
      expect(durationMs((await client.getHost({ host: 'a.test' })).crawlDelay!)).toBe(300);
      const releases = [{ leaseId: page.leaseId, reason: 2 as const }];
      expect((await client.releaseLeases({ releases })).answers).toEqual([DONE]);
      const again = await leaseOne(client);
      expect(again.kind).toBe(ROBOTS);
      await settle(client, again, { robots: { known: true, rulesAttempt: 77 } });
      expect(await leaseOne(client)).toMatchObject({ kind: PAGE, robotsAttempt: 77 });
      expect(await ledgerOf(client, 'news')).toMatchObject({ known: 2, leasesGiven: 4, pages: 0 });
    });

    it('whose robots.txt cannot be had is deferred, and then asked for robots.txt again', async () => {
      const settings = { FRONTIER_OBEY_ROBOTS: 'true', FRONTIER_ROBOTS_RETRY_MS: '200' };
      await start(settings);
      await news();
      await submitWaiting(client, ['http://a.test/1']);
      await settle(client, await leaseOne(client), { outcome: 9, robots: { known: false } });
      expect(await client.getHost({ host: 'a.test' })).toMatchObject({ restReason: 5 });
      const again = await leaseOne(client);
      expect(again).toMatchObject({ kind: ROBOTS, url: 'http://a.test/robots.txt' });
      await settle(client, again, { outcome: 4, robots: { known: true } });
      expect((await leaseOne(client)).kind).toBe(PAGE);
    });

    it('may be treated better than usual, never worse', async () => {
      await start({ FRONTIER_HOST_DELAY_MS: '100' });
      const polite = { delay: durationOf(5_000), leasesAtATime: 1 };
      const { manners } = await client.setHostPolicy({ host: 'a.test', policy: polite });
      expect(manners).toMatchObject({ delay: durationOf(5_000), busyFactor: 0 });
      expect(await client.getHost({ host: 'a.test' })).toMatchObject({
        policy: polite,
        known: true,
      });
      const set = (policy: object) => client.setHostPolicy({ host: 'a.test', policy });
      for (const [policy, field] of [
        [{ delay: durationOf(99) }, 'policy.delay'],
        [{ leasesAtATime: 2 }, 'policy.leases_at_a_time'],
      ] as const) {
        await expect(set(policy)).rejects.toMatchObject({
          code: 'REQUEST_INVALID',
          message: expect.stringContaining(field),
        });
      }
      await client.setHostPolicy({ host: 'a.test' });
      expect((await client.getHost({ host: 'a.test' })).policy).toBeUndefined();
      expect((await client.getHost({ host: 'never.test' })).known).toBe(false);
    });

    it('of a private crawl is treated as that crawl says', async () => {
      await start({ FRONTIER_HOST_DELAY_MS: '60000', FRONTIER_OBEY_ROBOTS: 'true' });
      const manners = { delay: durationOf(0), leasesAtATime: 4, obeyRobots: false };
      await news({ settings: { private: true, manners } });
      await submitWaiting(
        client,
        Array.from({ length: 6 }, (_, at) => `http://a.test/${at}`),
      );
      const leases = await lease(client, { max: 10 });
      expect(leases).toHaveLength(4);
      expect(leases[0]).toMatchObject({ private: true, obeyRobots: false });
      await settle(client, leases[0]!);
      expect(await lease(client, { max: 10 })).toHaveLength(1);
    });
  });

  describe(`a lease of a frontier on ${kind} engines`, () => {
    it('that nobody settles expires, and a late settlement changes nothing of the URL', async () => {
      // Long enough for the calls between the second lease and its settling, however busy the machine is.
      await start({ FRONTIER_LEASE_MS: '3000' });
      await news();
      await submitWaiting(client, ['http://a.test/late']);
      const one = await leaseOne(client);
      const again = await leaseOne(client);
      expect(again.attempt).toBeGreaterThan(one.attempt);
      expect(await settle(client, one, { outcome: 4, retryAfter: durationOf(100_000) })).toBe(
        EXPIRED,
      );
      expect(await client.getHost({ host: 'a.test' })).toMatchObject({ restReason: 3 });
      expect(await urlInfo(client, one.url)).toMatchObject({
        state: 3,
        lastAttempt: again.attempt,
      });
      expect(await settle(client, again)).toBe(DONE);
      expect(await ledgerOf(client, 'news')).toMatchObject({
        leasesGiven: 2,
        leasesExpired: 1,
        leasesSettled: 1,
        pages: 1,
      });
    });

    it('lasts longer when it is extended', async () => {
      await start({ FRONTIER_LEASE_MS: '1500' });
      await news();
      await submitWaiting(client, ['http://a.test/long']);
      const one = await leaseOne(client);
      const untilMs = performance.now() + 3_500;
      while (performance.now() < untilMs) {
        const { answers } = await client.extendLeases({ leaseIds: [one.leaseId, '1@b.test'] });
        expect(answers).toEqual([DONE, 3]);
      }
      expect(await settle(client, one)).toBe(DONE);
      expect((await client.extendLeases({ leaseIds: [one.leaseId] })).answers).toEqual([EXPIRED]);
    });

    it('says abandon after three in a row expired', async () => {
      await start({ FRONTIER_LEASE_MS: '1500' });
      await news();
      await submitWaiting(client, ['http://a.test/killer']);
      for (let at = 0; at < 3; at += 1) expect((await leaseOne(client)).abandon).toBe(false);
      const last = await leaseOne(client);
      expect(last.abandon).toBe(true);
      expect(await settle(client, last, { outcome: 18 })).toBe(DONE);
      expect(await urlInfo(client, last.url)).toMatchObject({ state: 4, lastOutcome: 18 });
      expect(await ledgerOf(client)).toMatchObject({ leasesExpired: 3, leasesSettled: 1 });
    });

    it('that is out stays out over a restart, with all that was written', async () => {
      await start({ FRONTIER_LEASE_MS: '30000' });
      await news({ settings: { limits: { maxPages: 2 } } });
      await submitWaiting(client, ['http://a.test/1', 'http://b.test/2', 'http://c.test/3']);
      const [one, two] = await lease(client, { max: 5 });
      await settle(client, one!);
      const before = await ledgerOf(client, 'news');
      await restart();
      expect(await ledgerOf(client, 'news')).toEqual(before);
      // One page is done and one is out: the limit is met.
      expect(await lease(client, { max: 5, waitMs: 50 })).toEqual([]);
      expect(await settle(client, one!)).toBe(DONE);
      expect(await settle(client, two!, { outcome: 4 })).toBe(DONE);
      const [three] = await lease(client, { max: 5 });
      expect(three?.attempt).toBe(1);
      await settle(client, three!);
      expect(await ledgerOf(client, 'news')).toMatchObject({ pages: 2, waiting: 0, leasesOut: 0 });
    });

    it('of a URL by name is given in its own crawl, after robots.txt, ahead of the queue', async () => {
      await start({ FRONTIER_OBEY_ROBOTS: 'true' });
      await news();
      await submitWaiting(client, ['http://a.test/queued']);
      const named = [{ url: 'http://a.test/now', kind: PAGE } as const];
      const robots = await leaseOne(client, { named });
      expect(robots).toMatchObject({ kind: ROBOTS, host: 'a.test', crawl: 'by-hand' });
      await settle(client, robots, { robots: { known: true } });
      const page = await leaseOne(client, { named });
      expect(page).toMatchObject({
        kind: PAGE,
        url: 'http://a.test/now',
        crawl: 'by-hand',
        robotsAttempt: robots.attempt,
      });
      await settle(client, page, { outcome: 10 });
      // Nobody waits for it any more, so it is not tried again.
      expect(await urlInfo(client, page.url, 'by-hand')).toMatchObject({
        state: 4,
        lastOutcome: 10,
      });
      expect((await leaseOne(client)).url).toBe('http://a.test/queued');
    });

    it('of a robots.txt by name is given while the one that led there is out', async () => {
      await start({ FRONTIER_OBEY_ROBOTS: 'true', FRONTIER_HOST_DELAY_MS: '100' });
      await news();
      await submitWaiting(client, ['http://a.test/1']);
      const first = await leaseOne(client);
      const asked = [
        { url: 'https://a.test/robots.txt', kind: ROBOTS, crawl: 'news' } as const,
        { url: 'http://b.test/rules.txt', kind: ROBOTS, crawl: 'news' } as const,
      ].map((each) => ({ ...each, afterLeaseId: first.leaseId }));
      const atMs = performance.now();
      const own = await leaseOne(client, { named: [asked[0]!] });
      expect(performance.now() - atMs).toBeGreaterThanOrEqual(100);
      expect(own).toMatchObject({ kind: ROBOTS, url: 'https://a.test/robots.txt', crawl: 'news' });
      const other = await leaseOne(client, { named: [asked[1]!] });
      expect(other).toMatchObject({ kind: ROBOTS, url: 'http://b.test/rules.txt', host: 'b.test' });
      await settle(client, own, { outcome: 3 });
      await settle(client, other);
      await settle(client, first, {
        outcome: 3,
        robots: { known: true, rulesAttempt: other.attempt },
      });
      expect(await leaseOne(client)).toMatchObject({ kind: PAGE, robotsAttempt: other.attempt });
      expect(await ledgerOf(client)).toMatchObject({ leasesGiven: 4, known: 1 });
    });

    it('draws from the budgets of its crawl and its site', async () => {
      await start();
      await news({ settings: { limits: { requestsPerSecond: 10 } } });
      await submitWaiting(
        client,
        Array.from({ length: 8 }, (_, at) => `http://h${at}.test/`),
      );
      const startMs = performance.now();
      const leases = [];
      while (leases.length < 8) leases.push(...(await lease(client, { max: 10 })));
      // Two at once, the others one each tenth of a second.
      expect(performance.now() - startMs).toBeGreaterThanOrEqual(500);
    });

    it('of a caller who has gone is given back', async () => {
      await start();
      await news();
      const gone = new AbortController();
      const waiting = client
        .leaseUrls(
          { fetcherId: 'f', maxLeases: 1, wait: durationOf(10_000), named: [] },
          { signal: gone.signal },
        )
        .catch((error: unknown) => error);
      await eventually(async () => (await client.getHost({ host: 'a.test' })).known === false, {
        what: 'the frontier answers beside the one who waits',
      });
      gone.abort();
      expect(await waiting).toMatchObject({ code: 'CALL_CANCELLED' });
      await client.submitUrls({ submissions: [submissionOf('http://a.test/', { priority: 1 })] });
      expect((await leaseOne(client)).url).toBe('http://a.test/');
    });
  });
}
