import { describe, expect, it } from '@jest/globals';
import { durationOf } from '@mayfly/grpc';
import type { EngineKind } from '@mayfly/service-testing';
import { eventually } from '@mayfly/testing';
import {
  lease,
  leaseOne,
  ledgerOf,
  settle,
  submissionOf,
  submitWaiting,
  urlInfo,
} from './frontier-harness.ts';
import { frontierPerTest } from './frontier-per-test.ts';

const DONE = 1;
const EXPIRED = 2;
const PAGE = 1;
const ROBOTS = 2;

/** What becomes of leases, and what survives a restart, on one pair of engines. */
export function frontierLeasesSuite(kind: EngineKind): void {
  const tested = frontierPerTest(kind);
  const { start, restart, news } = tested;

  describe(`a lease of a frontier on ${kind} engines`, () => {
    it('that nobody settles expires, and a late settlement changes nothing of the URL', async () => {
      // Long enough for the calls between the second lease and its settling, however busy the machine is.
      await start({ FRONTIER_LEASE_MS: '3000' });
      await news();
      await submitWaiting(tested.client, ['http://a.test/late']);
      const one = await leaseOne(tested.client);
      const again = await leaseOne(tested.client);
      expect(again.attempt).toBeGreaterThan(one.attempt);
      expect(
        await settle(tested.client, one, { outcome: 4, retryAfter: durationOf(100_000) }),
      ).toBe(EXPIRED);
      expect(await tested.client.getHost({ host: 'a.test' })).toMatchObject({ restReason: 3 });
      expect(await urlInfo(tested.client, one.url)).toMatchObject({
        state: 3,
        lastAttempt: again.attempt,
      });
      expect(await settle(tested.client, again)).toBe(DONE);
      expect(await ledgerOf(tested.client, 'news')).toMatchObject({
        leasesGiven: 2,
        leasesExpired: 1,
        leasesSettled: 1,
        pages: 1,
      });
    });

    it('lasts longer when it is extended', async () => {
      await start({ FRONTIER_LEASE_MS: '1500' });
      await news();
      await submitWaiting(tested.client, ['http://a.test/long']);
      const one = await leaseOne(tested.client);
      const untilMs = performance.now() + 3_500;
      while (performance.now() < untilMs) {
        const { answers } = await tested.client.extendLeases({
          leaseIds: [one.leaseId, '1@b.test'],
        });
        expect(answers).toEqual([DONE, 3]);
      }
      expect(await settle(tested.client, one)).toBe(DONE);
      expect((await tested.client.extendLeases({ leaseIds: [one.leaseId] })).answers).toEqual([
        EXPIRED,
      ]);
    });

    it('says abandon after three in a row expired', async () => {
      await start({ FRONTIER_LEASE_MS: '1500' });
      await news();
      await submitWaiting(tested.client, ['http://a.test/killer']);
      for (let at = 0; at < 3; at += 1) expect((await leaseOne(tested.client)).abandon).toBe(false);
      const last = await leaseOne(tested.client);
      expect(last.abandon).toBe(true);
      expect(await settle(tested.client, last, { outcome: 18 })).toBe(DONE);
      expect(await urlInfo(tested.client, last.url)).toMatchObject({ state: 4, lastOutcome: 18 });
      expect(await ledgerOf(tested.client)).toMatchObject({ leasesExpired: 3, leasesSettled: 1 });
    });

    it('that is out stays out over a restart, with all that was written', async () => {
      await start({ FRONTIER_LEASE_MS: '30000' });
      await news({ settings: { limits: { maxPages: 2 } } });
      await submitWaiting(tested.client, ['http://a.test/1', 'http://b.test/2', 'http://c.test/3']);
      const [one, two] = await lease(tested.client, { max: 5 });
      await settle(tested.client, one!);
      const before = await ledgerOf(tested.client, 'news');
      await restart();
      expect(await ledgerOf(tested.client, 'news')).toEqual(before);
      // One page is done and one is out: the limit is met.
      expect(await lease(tested.client, { max: 5, waitMs: 50 })).toEqual([]);
      expect(await settle(tested.client, one!)).toBe(DONE);
      expect(await settle(tested.client, two!, { outcome: 4 })).toBe(DONE);
      const [three] = await lease(tested.client, { max: 5 });
      expect(three?.attempt).toBe(1);
      await settle(tested.client, three!);
      expect(await ledgerOf(tested.client, 'news')).toMatchObject({
        pages: 2,
        waiting: 0,
        leasesOut: 0,
      });
    });

    it('of a URL by name is given in its own crawl, after robots.txt, ahead of the queue', async () => {
      await start({ FRONTIER_OBEY_ROBOTS: 'true' });
      await news();
      await submitWaiting(tested.client, ['http://a.test/queued']);
      const named = [{ url: 'http://a.test/now', kind: PAGE } as const];
      const robots = await leaseOne(tested.client, { named });
      expect(robots).toMatchObject({ kind: ROBOTS, host: 'a.test', crawl: 'by-hand' });
      await settle(tested.client, robots, { robots: { known: true } });
      const page = await leaseOne(tested.client, { named });
      expect(page).toMatchObject({
        kind: PAGE,
        url: 'http://a.test/now',
        crawl: 'by-hand',
        robotsAttempt: robots.attempt,
      });
      await settle(tested.client, page, { outcome: 10 });
      // Nobody waits for it any more, so it is not tried again.
      expect(await urlInfo(tested.client, page.url, 'by-hand')).toMatchObject({
        state: 4,
        lastOutcome: 10,
      });
      expect((await leaseOne(tested.client)).url).toBe('http://a.test/queued');
    });

    it('of a robots.txt by name is given while the one that led there is out', async () => {
      await start({ FRONTIER_OBEY_ROBOTS: 'true', FRONTIER_HOST_DELAY_MS: '100' });
      await news();
      await submitWaiting(tested.client, ['http://a.test/1']);
      const first = await leaseOne(tested.client);
      const asked = [
        { url: 'https://a.test/robots.txt', kind: ROBOTS, crawl: 'news' } as const,
        { url: 'http://b.test/rules.txt', kind: ROBOTS, crawl: 'news' } as const,
      ].map((each) => ({ ...each, afterLeaseId: first.leaseId }));
      const atMs = performance.now();
      const own = await leaseOne(tested.client, { named: [asked[0]!] });
      expect(performance.now() - atMs).toBeGreaterThanOrEqual(100);
      expect(own).toMatchObject({ kind: ROBOTS, url: 'https://a.test/robots.txt', crawl: 'news' });
      const other = await leaseOne(tested.client, { named: [asked[1]!] });
      expect(other).toMatchObject({ kind: ROBOTS, url: 'http://b.test/rules.txt', host: 'b.test' });
      await settle(tested.client, own, { outcome: 3 });
      await settle(tested.client, other);
      await settle(tested.client, first, {
        outcome: 3,
        robots: { known: true, rulesAttempt: other.attempt },
      });
      expect(await leaseOne(tested.client)).toMatchObject({
        kind: PAGE,
        robotsAttempt: other.attempt,
      });
      expect(await ledgerOf(tested.client)).toMatchObject({ leasesGiven: 4, known: 1 });
    });

    it('draws from the budgets of its crawl and its site', async () => {
      await start();
      await news({ settings: { limits: { requestsPerSecond: 10 } } });
      await submitWaiting(
        tested.client,
        Array.from({ length: 8 }, (_, at) => `http://h${at}.test/`),
      );
      const startMs = performance.now();
      const leases = [];
      while (leases.length < 8) leases.push(...(await lease(tested.client, { max: 10 })));
      // Two at once, the others one each tenth of a second.
      expect(performance.now() - startMs).toBeGreaterThanOrEqual(500);
    });

    it('of a caller who has gone is given back', async () => {
      await start();
      await news();
      const gone = new AbortController();
      const waiting = tested.client
        .leaseUrls(
          { fetcherId: 'f', maxLeases: 1, wait: durationOf(10_000), named: [] },
          { signal: gone.signal },
        )
        .catch((error: unknown) => error);
      await eventually(
        async () => (await tested.client.getHost({ host: 'a.test' })).known === false,
        {
          what: 'the frontier answers beside the one who waits',
        },
      );
      gone.abort();
      expect(await waiting).toMatchObject({ code: 'CALL_CANCELLED' });
      await tested.client.submitUrls({
        submissions: [submissionOf('http://a.test/', { priority: 1 })],
      });
      expect((await leaseOne(tested.client)).url).toBe('http://a.test/');
    });
  });
}
