import { describe, expect, it } from '@jest/globals';
import { durationMs, durationOf } from '@mayfly/grpc';
import type { EngineKind } from '@mayfly/service-testing';
import { lease, leaseOne, ledgerOf, settle, submitWaiting } from './frontier-harness.ts';
import { frontierPerTest } from './frontier-per-test.ts';

const DONE = 1;
const PAGE = 1;
const ROBOTS = 2;
const DELAY_MS = 150;

/** How a frontier treats hosts, on one pair of engines. */
export function frontierMannersSuite(kind: EngineKind): void {
  const tested = frontierPerTest(kind);
  const { start, restart, news } = tested;

  describe(`a host of a frontier on ${kind} engines`, () => {
    it('rests from the end of a request to the start of the next', async () => {
      await start({ FRONTIER_HOST_DELAY_MS: String(DELAY_MS) });
      await news();
      await submitWaiting(tested.client, ['http://a.test/1', 'http://a.test/2']);
      const first = await leaseOne(tested.client);
      expect(await lease(tested.client, { waitMs: 2 * DELAY_MS })).toEqual([]);
      const endedMs = performance.now();
      await settle(tested.client, first);
      const resting = await tested.client.getHost({ host: 'a.test' });
      expect(resting).toMatchObject({ known: true, restReason: 2, lastAttempt: first.attempt });
      const second = await leaseOne(tested.client);
      expect(performance.now() - endedMs).toBeGreaterThanOrEqual(DELAY_MS);
      expect(await tested.client.getHost({ host: 'a.test' })).toMatchObject({
        leasesOut: 1,
        restReason: 1,
      });
      await settle(tested.client, second);
    });

    it('that is busy is left alone as long as it asks, and is named as deferred', async () => {
      await start();
      await news();
      await submitWaiting(tested.client, ['http://a.test/1', 'http://a.test/2']);
      const one = await leaseOne(tested.client);
      await settle(tested.client, one, { outcome: 8, retryAfter: durationOf(120_000) });
      const { restReason, nextAllowedTime, failures } = await tested.client.getHost({
        host: 'a.test',
      });
      expect([restReason, failures]).toEqual([3, 1]);
      expect(nextAllowedTime!.getTime() - Date.now()).toBeGreaterThan(110_000);
      expect(await ledgerOf(tested.client, 'news')).toMatchObject({
        deferred: 2,
        deferredHosts: [{ host: 'a.test' }],
      });
      await restart();
      expect(await tested.client.getHost({ host: 'a.test' })).toMatchObject({ restReason: 3 });
      expect(await ledgerOf(tested.client)).toMatchObject({ deferred: 2 });
    });

    it('rests its own delay again after a restart', async () => {
      const settings = { FRONTIER_HOST_DELAY_MS: '2000' };
      await start(settings);
      await news();
      await submitWaiting(tested.client, ['http://a.test/1', 'http://a.test/2']);
      await settle(tested.client, await leaseOne(tested.client));
      const stoppedMs = performance.now();
      await restart(settings);
      expect(await tested.client.getHost({ host: 'a.test' })).toMatchObject({ restReason: 6 });
      await leaseOne(tested.client);
      expect(performance.now() - stoppedMs).toBeGreaterThanOrEqual(2_000);
    });

    it('is asked for robots.txt first, and its crawl delay is kept', async () => {
      await start({ FRONTIER_OBEY_ROBOTS: 'true' });
      await news();
      await submitWaiting(tested.client, ['https://a.test/1', 'https://a.test/2']);
      const robots = await leaseOne(tested.client);
      expect(robots).toMatchObject({
        kind: ROBOTS,
        url: 'https://a.test/robots.txt',
        crawl: 'news',
        obeyRobots: true,
      });
      expect(robots.robotsAttempt).toBeUndefined();
      expect(await lease(tested.client, { waitMs: 50 })).toEqual([]);
      const rules = { known: true, crawlDelay: durationOf(300), maxAge: durationOf(60_000) };
      const endedMs = performance.now();
      await settle(tested.client, robots, { robots: rules });
      const page = await leaseOne(tested.client);
      expect(performance.now() - endedMs).toBeGreaterThanOrEqual(300);
      expect(page).toMatchObject({ kind: PAGE, robotsAttempt: robots.attempt });
      expect(durationMs((await tested.client.getHost({ host: 'a.test' })).crawlDelay!)).toBe(300);
      const releases = [{ leaseId: page.leaseId, reason: 2 as const }];
      expect((await tested.client.releaseLeases({ releases })).answers).toEqual([DONE]);
      const again = await leaseOne(tested.client);
      expect(again.kind).toBe(ROBOTS);
      await settle(tested.client, again, { robots: { known: true, rulesAttempt: 77 } });
      expect(await leaseOne(tested.client)).toMatchObject({ kind: PAGE, robotsAttempt: 77 });
      expect(await ledgerOf(tested.client, 'news')).toMatchObject({
        known: 2,
        leasesGiven: 4,
        pages: 0,
      });
    });

    it('whose robots.txt cannot be had is deferred, and then asked for robots.txt again', async () => {
      const settings = { FRONTIER_OBEY_ROBOTS: 'true', FRONTIER_ROBOTS_RETRY_MS: '200' };
      await start(settings);
      await news();
      await submitWaiting(tested.client, ['http://a.test/1']);
      await settle(tested.client, await leaseOne(tested.client), {
        outcome: 9,
        robots: { known: false },
      });
      expect(await tested.client.getHost({ host: 'a.test' })).toMatchObject({ restReason: 5 });
      const again = await leaseOne(tested.client);
      expect(again).toMatchObject({ kind: ROBOTS, url: 'http://a.test/robots.txt' });
      await settle(tested.client, again, { outcome: 4, robots: { known: true } });
      expect((await leaseOne(tested.client)).kind).toBe(PAGE);
    });

    it('may be treated better than usual, never worse', async () => {
      await start({ FRONTIER_HOST_DELAY_MS: '100' });
      const polite = { delay: durationOf(5_000), leasesAtATime: 1 };
      const { manners } = await tested.client.setHostPolicy({ host: 'a.test', policy: polite });
      expect(manners).toMatchObject({ delay: durationOf(5_000), busyFactor: 0 });
      expect(await tested.client.getHost({ host: 'a.test' })).toMatchObject({
        policy: polite,
        known: true,
      });
      const set = (policy: object) => tested.client.setHostPolicy({ host: 'a.test', policy });
      for (const [policy, field] of [
        [{ delay: durationOf(99) }, 'policy.delay'],
        [{ leasesAtATime: 2 }, 'policy.leases_at_a_time'],
      ] as const) {
        await expect(set(policy)).rejects.toMatchObject({
          code: 'REQUEST_INVALID',
          message: expect.stringContaining(field),
        });
      }
      await tested.client.setHostPolicy({ host: 'a.test' });
      expect((await tested.client.getHost({ host: 'a.test' })).policy).toBeUndefined();
      expect((await tested.client.getHost({ host: 'never.test' })).known).toBe(false);
    });

    it('of a private crawl is treated as that crawl says', async () => {
      await start({ FRONTIER_HOST_DELAY_MS: '60000', FRONTIER_OBEY_ROBOTS: 'true' });
      const manners = { delay: durationOf(0), leasesAtATime: 4, obeyRobots: false };
      await news({ settings: { private: true, manners } });
      await submitWaiting(
        tested.client,
        Array.from({ length: 6 }, (_, at) => `http://a.test/${at}`),
      );
      const leases = await lease(tested.client, { max: 10 });
      expect(leases).toHaveLength(4);
      expect(leases[0]).toMatchObject({ private: true, obeyRobots: false });
      await settle(tested.client, leases[0]!);
      expect(await lease(tested.client, { max: 10 })).toHaveLength(1);
    });

    it('tells which crawls have manners of their own towards it', async () => {
      await start({ FRONTIER_HOST_DELAY_MS: '60000' });
      await news({ settings: { private: true, manners: { delay: durationOf(200) } } });
      await submitWaiting(tested.client, ['http://a.test/1']);
      const asked = (host: string) => tested.client.getHost({ host });
      const own = (delayMs: number) => [
        { crawl: 'news', manners: { delay: durationOf(delayMs), leasesAtATime: 1 } },
      ];
      expect(await asked('a.test')).toMatchObject({
        manners: { delay: durationOf(60_000) },
        crawlManners: own(200),
      });
      expect((await asked('never.test')).crawlManners).toEqual([]);
      const set = (delayMs: number) =>
        tested.client.setHostPolicy({ host: 'a.test', policy: { delay: durationOf(delayMs) } });
      await set(60_000);
      expect((await asked('a.test')).crawlManners).toEqual([]);
      await restart();
      await tested.client.setHostPolicy({ host: 'a.test' });
      expect((await asked('a.test')).crawlManners).toMatchObject(own(200));
    });
  });
}
