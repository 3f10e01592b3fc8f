import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Lease } from '@mayfly/contracts/frontier/v1';
import { durationOf } from '@mayfly/grpc';
import { type EngineKind, testEngines, type TestEngines } from '@mayfly/service-testing';
import { collectLog } from '@mayfly/telemetry/testing';
import { eventually } from '@mayfly/testing';
import {
  crawlOf,
  type FrontierClient,
  ledgerOf,
  lease,
  leaseOne,
  settle,
  startFrontier,
  submissionOf,
  submitWaiting,
  type TestFrontier,
  urlInfo,
} from './frontier-harness.ts';

const DONE = 1;
const EXPIRED = 2;
const UNKNOWN = 3;
const PAGE = 1;

/** What a frontier does, on one pair of engines. */
export function frontierSuite(kind: EngineKind): void {
  collectLog();

  describe(`a URL of a frontier on ${kind} engines`, () => {
    let engines: TestEngines;
    let frontier: TestFrontier;
    let client: FrontierClient;
    let crawls = 0;
    let news = '';
    const fresh = async (over: Parameters<typeof crawlOf>[1] = {}) => {
      crawls += 1;
      news = `news-${crawls}`;
      await client.putCrawls({ crawls: [crawlOf(news, over)] });
      return news;
    };
    const submit = (urls: readonly string[], over = {}) =>
      submitWaiting(client, urls, { crawl: news, ...over });

    beforeAll(async () => {
      engines = await testEngines(kind);
      frontier = await startFrontier(engines);
      client = frontier.client;
    });
    afterAll(async () => {
      await frontier?.stop();
      await engines?.[Symbol.asyncDispose]();
    });

    it('is new to its first discoverer, again and again, and known to everybody else', async () => {
      const crawl = await fresh();
      const by = (source: string, attempt: number) =>
        submissionOf('http://a.test/x', { crawl, discoverer: { source, attempt } });
      const first = by('http://a.test/', 3);
      const answers = async (...submissions: ReturnType<typeof submissionOf>[]) =>
        (await client.submitUrls({ submissions })).results.map(({ answer }) => answer);
      expect(await answers(first, by('http://b.test/', 1))).toEqual([1, 2]);
      expect(await answers(first, by('http://a.test/', 4))).toEqual([1, 2]);
      expect(await urlInfo(client, 'http://A.test/x#top', crawl)).toMatchObject({
        state: 1,
        discoverer: { source: 'http://a.test/', attempt: 3 },
      });
      expect(await ledgerOf(client, crawl)).toMatchObject({ known: 1, parked: 1 });
    });

    it('is refused by the rule that it breaks, and the refusal is counted', async () => {
      const crawl = await fresh({ settings: { limits: { maxDepth: 2 } } });
      const { results } = await client.submitUrls({
        submissions: [
          submissionOf('http://elsewhere.example/', { crawl }),
          submissionOf('http://a.test/deep', { crawl, depth: 3 }),
          submissionOf('http://a.test/loop', { crawl, hops: 11 }),
          submissionOf('ftp://a.test/', { crawl }),
          submissionOf('http://a.test/', { crawl: 'nobody-knows' }),
          submissionOf('http://a.test/', { crawl, minRevision: 2 }),
        ],
      });
      expect(results.map(({ answer, rule }) => [answer, rule])).toEqual([
        [3, 'scope'],
        [3, 'depth'],
        [3, 'hops'],
        [3, 'scheme'],
        [4, ''],
        [4, ''],
      ]);
      const { refused, known } = await ledgerOf(client, crawl);
      expect(known).toBe(0);
      expect(refused.map(({ rule }) => rule).sort()).toEqual(['depth', 'hops', 'scheme', 'scope']);
    });

    it('is refused by patterns of the crawl, and as a trap unless somebody named it', async () => {
      const urlRules = { deny: ['/print/', '*?sort='], allow: ['/print/day$'] };
      const crawl = await fresh({ settings: { urlRules } });
      const endless = `http://a.test/${'a/b/'.repeat(8)}`;
      const { results } = await client.submitUrls({
        submissions: [
          submissionOf('http://a.test/print/1', { crawl, seed: true }),
          submissionOf('http://a.test/print/day', { crawl }),
          submissionOf('http://a.test/list?sort=up', { crawl }),
          submissionOf(endless, { crawl, seed: false, depth: 1 }),
          submissionOf(endless, { crawl, seed: true }),
        ],
      });
      expect(results.map(({ answer, rule }) => [answer, rule])).toEqual([
        ...[
          [3, 'deny'],
          [1, ''],
          [3, 'deny'],
          [3, 'trap-repetition'],
          [1, ''],
        ],
      ]);
    });

    it('walks from waiting to leased to rest, with its validators the next time', async () => {
      const crawl = await fresh();
      await submit(['http://a.test/walk']);
      const first = await leaseOne(client);
      expect(first).toMatchObject({ crawl, url: 'http://a.test/walk', kind: PAGE, host: 'a.test' });
      expect(first.duration).toEqual(durationOf(60_000));
      expect(await urlInfo(client, first.url, crawl)).toMatchObject({ state: 3 });
      const validators = { etag: '"v1"', lastModified: '' };
      expect(await settle(client, first, { validators })).toBe(DONE);
      expect(await urlInfo(client, first.url, crawl)).toMatchObject({
        state: 4,
        lastAttempt: first.attempt,
        lastOutcome: 1,
      });
      const order = { crawl, url: first.url, priority: 2, afterAttempt: first.attempt };
      expect((await client.scheduleUrls({ orders: [order], groupOrders: [] })).answers).toEqual([
        1,
      ]);
      const second = await leaseOne(client);
      expect(second.validators).toEqual(validators);
      expect(second.attempt).toBeGreaterThan(first.attempt);
      await settle(client, second, { outcome: 2 });
      expect(await ledgerOf(client, crawl)).toMatchObject({
        known: 1,
        pages: 2,
        leasesGiven: 2,
        leasesSettled: 2,
        atRest: [{ outcome: 2, urls: 1 }],
      });
    });

    it('is leased by priority, and among equals by age', async () => {
      await fresh();
      await submit(['http://a.test/1', 'http://a.test/2']);
      await submit(['http://a.test/hot'], { priority: 9 });
      const order: string[] = [];
      for (let at = 0; at < 3; at += 1) {
        const one = await leaseOne(client, { max: 5 });
        order.push(one.url);
        await settle(client, one);
      }
      expect(order).toEqual(['http://a.test/hot', 'http://a.test/1', 'http://a.test/2']);
    });

    it('is one of many: a long queue is leased to its end, in order', async () => {
      const crawl = await fresh();
      const urls = Array.from({ length: 150 }, (_, at) => `http://h1.test/${at}`);
      await submit(urls);
      const seen: string[] = [];
      while (seen.length < urls.length) {
        const one = await leaseOne(client);
        seen.push(one.url);
        await settle(client, one);
      }
      expect(seen).toEqual(urls);
      expect(await ledgerOf(client, crawl)).toMatchObject({ waiting: 0, pages: 150 });
    });

    it('is scheduled once however often that is asked, and not by old news', async () => {
      const crawl = await fresh();
      const url = 'http://a.test/s';
      const order = async (over: object) =>
        (
          await client.scheduleUrls({
            orders: [{ crawl, url, priority: 1, ...over }],
            groupOrders: [],
          })
        ).answers[0];
      expect(await order({})).toBe(4);
      await client.submitUrls({ submissions: [submissionOf(url, { crawl })] });
      expect(await order({ notBeforeTime: new Date(Date.now() + 3_600_000) })).toBe(1);
      expect(await lease(client, { waitMs: 50 })).toEqual([]);
      expect(await order({ priority: 7 })).toBe(1);
      expect(await urlInfo(client, url, crawl)).toMatchObject({ state: 2, priority: 7 });
      const one = await leaseOne(client);
      expect(await order({})).toBe(3);
      expect(await order({ afterAttempt: one.attempt, priority: 5 })).toBe(2);
      await settle(client, one);
      expect(await urlInfo(client, url, crawl)).toMatchObject({
        state: 2,
        priority: 5,
        lastOutcome: 1,
      });
      const again = await leaseOne(client);
      await settle(client, again);
      expect(await order({ afterAttempt: one.attempt })).toBe(3);
      expect(await order({ crawl: 'nobody-knows' })).toBe(5);
    });

    it('waits for its not-before time, and then goes', async () => {
      const crawl = await fresh();
      await client.submitUrls({ submissions: [submissionOf('http://a.test/later', { crawl })] });
      const dueMs = Date.now() + 400;
      await client.scheduleUrls({
        orders: [
          { crawl, url: 'http://a.test/later', priority: 1, notBeforeTime: new Date(dueMs) },
        ],
        groupOrders: [],
      });
      const one = await leaseOne(client);
      expect(Date.now()).toBeGreaterThanOrEqual(dueMs);
      await settle(client, one);
    });

    it('is tried again after a failure, and rests after the third', async () => {
      const crawl = await fresh();
      await submit(['http://b.test/shaky']);
      for (const failures of [1, 2, 3]) {
        const one = await leaseOne(client);
        await settle(client, one, { outcome: 9 });
        expect(await urlInfo(client, one.url, crawl)).toMatchObject({
          failures,
          state: failures < 3 ? 2 : 4,
          lastOutcome: 9,
        });
      }
      expect(await ledgerOf(client, crawl)).toMatchObject({ pages: 0 });
    });

    it('comes with a lease that is settled once: again changes nothing, unknown is said', async () => {
      const crawl = await fresh();
      await submit(['http://c.test/once']);
      const one = await leaseOne(client);
      expect(await settle(client, one, { outcome: 4 })).toBe(DONE);
      expect(await settle(client, one, { outcome: 1 })).toBe(DONE);
      expect(await settle(client, { leaseId: '99999@c.test' })).toBe(UNKNOWN);
      expect(await settle(client, { leaseId: 'what is that' })).toBe(UNKNOWN);
      const { answers } = await client.releaseLeases({
        releases: [{ leaseId: one.leaseId, reason: 1 }],
      });
      expect(answers).toEqual([EXPIRED]);
      expect(await ledgerOf(client, crawl)).toMatchObject({
        pages: 0,
        leasesSettled: 1,
        atRest: [{ outcome: 4, urls: 1 }],
      });
    });

    it('goes back to its place when its lease is given back', async () => {
      const crawl = await fresh();
      await submit(['http://c.test/back']);
      const one = await leaseOne(client);
      const releases = [{ leaseId: one.leaseId, reason: 1 as const }];
      expect((await client.releaseLeases({ releases })).answers).toEqual([DONE]);
      expect((await client.releaseLeases({ releases })).answers).toEqual([DONE]);
      const again = await leaseOne(client);
      expect(again.url).toBe(one.url);
      expect(again.attempt).toBe(one.attempt + 1);
      await settle(client, again);
      expect(await ledgerOf(client, crawl)).toMatchObject({ leasesReleased: 1, leasesSettled: 1 });
    });

    it('wakes a fetcher that waits for work', async () => {
      await fresh();
      const waiting = lease(client, { waitMs: 15_000 });
      await submit(['http://b.test/now']);
      const [one] = await waiting;
      expect(one?.url).toBe('http://b.test/now');
      await settle(client, one!);
    });

    it('is never leased beyond the page limit, with many at a time', async () => {
      const crawl = await fresh({ settings: { limits: { maxPages: 5 } } });
      await submit(Array.from({ length: 20 }, (_, at) => `http://h${at}.test/`));
      const first = await lease(client, { max: 100 });
      expect(first).toHaveLength(5);
      expect(await lease(client, { max: 100, waitMs: 50 })).toEqual([]);
      await settle(client, first[0]!, { outcome: 4 });
      const more = await lease(client, { max: 100 });
      expect(more).toHaveLength(1);
      for (const one of [...first.slice(1), ...more]) await settle(client, one);
      expect(await lease(client, { max: 100, waitMs: 50 })).toEqual([]);
      expect(await ledgerOf(client, crawl)).toMatchObject({ pages: 5, waiting: 14 });
    });

    it('of a paused crawl waits; of a deleted one is forgotten', async () => {
      const crawl = await fresh();
      await client.putCrawls({ crawls: [crawlOf(crawl, { revision: 2, paused: true })] });
      await submit(['http://a.test/p1', 'http://b.test/p2']);
      expect(await lease(client, { waitMs: 50 })).toEqual([]);
      const low = await client.putCrawls({ crawls: [crawlOf(crawl, { revision: 1 })] });
      expect(low.revisions).toEqual([2]);
      await client.putCrawls({ crawls: [crawlOf(crawl, { revision: 3 })] });
      const one = await leaseOne(client);
      await client.putCrawls({ crawls: [crawlOf(crawl, { revision: 4, deleted: true })] });
      await expect(client.getLedger({ crawl })).rejects.toMatchObject({ code: 'CRAWL_UNKNOWN' });
      const { results } = await client.submitUrls({
        submissions: [submissionOf('http://a.test/p3', { crawl })],
      });
      expect(results[0]?.answer).toBe(4);
      await eventually(
        async () => {
          const put = await client.putCrawls({ crawls: [crawlOf(crawl, { revision: 5 })] });
          return put.revisions[0] === 5;
        },
        { what: 'the crawl is forgotten and can begin anew', withinMs: 60_000 },
      );
      expect(await settle(client, one)).toBe(DONE);
      expect(await ledgerOf(client, crawl)).toMatchObject({ known: 0, leasesGiven: 0, pages: 0 });
      expect((await urlInfo(client, 'http://a.test/p1', crawl)).state).toBeUndefined();
    });

    it('is found in lists, by state and by host, page by page', async () => {
      const crawl = await fresh();
      await submit(['http://a.test/l1', 'http://b.test/l2']);
      const urls = Array.from({ length: 25 }, (_, at) => `http://h${at % 5}.test/parked/${at}`);
      await client.submitUrls({ submissions: urls.map((url) => submissionOf(url, { crawl })) });
      const all = async (over: object): Promise<string[]> => {
        const found: string[] = [];
        for (let pageToken = '', pages = 0; pages < 200; pages += 1) {
          const page = await client.listUrls({ crawl, pageToken, pageSize: 3, ...over });
          found.push(...page.urls.map(({ url }) => url));
          pageToken = page.nextPageToken;
          if (pageToken === '') return found.sort();
        }
        throw new Error('the list has no end');
      };
      expect(await all({ state: 1 })).toEqual([...urls].sort());
      expect(await all({ state: 2 })).toEqual(['http://a.test/l1', 'http://b.test/l2']);
      expect(await all({})).toHaveLength(27);
      expect(await all({ host: 'h1.test' })).toHaveLength(5);
      expect(await all({ host: 'h1.test', state: 2 })).toEqual([]);
      await client.putCrawls({ crawls: [crawlOf(crawl, { revision: 2, deleted: true })] });
    });

    it('shares the budget with other crawls by their weights', async () => {
      const light = await fresh({ settings: { share: 1 } });
      const heavy = await fresh({ settings: { share: 3 } });
      const of = (crawl: string, hosts: number) =>
        Array.from({ length: 20 }, (_, at) =>
          submissionOf(`http://h${hosts + at}.test/share`, { crawl, priority: 1 }),
        );
      await client.submitUrls({ submissions: [...of(light, 0), ...of(heavy, 20)] });
      const leases: Lease[] = [];
      for (let at = 0; at < 20; at += 1) leases.push(await leaseOne(client));
      const heavyOnes = leases.filter(({ crawl }) => crawl === heavy).length;
      expect(heavyOnes).toBeGreaterThanOrEqual(14);
      expect(heavyOnes).toBeLessThanOrEqual(16);
      for (const crawl of [light, heavy]) {
        await client.putCrawls({ crawls: [crawlOf(crawl, { revision: 2, deleted: true })] });
      }
      for (const one of leases) await settle(client, one);
    });
  });
}
