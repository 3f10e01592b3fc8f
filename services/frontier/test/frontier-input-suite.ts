import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { durationOf } from '@mayfly/grpc';
import { type EngineKind, testEngines, type TestEngines } from '@mayfly/service-testing';
import { collectLog } from '@mayfly/telemetry/testing';
import {
  crawlOf,
  type FrontierClient,
  ledgerOf,
  startFrontier,
  submissionOf,
  type TestFrontier,
} from './frontier-harness.ts';

const LONG = 'x'.repeat(1_000_000);
const ZERO = 0 as never;
const NAMED = { url: 'http://a.test/', kind: 2, crawl: '', afterLeaseId: '' };

type Call = (client: FrontierClient) => Promise<unknown>;

const lease =
  (over: object): Call =>
  (client) =>
    client.leaseUrls({ fetcherId: 'f', maxLeases: 1, named: [], ...over });
const submit =
  (over: object): Call =>
  (client) =>
    client.submitUrls({ submissions: [submissionOf('http://a.test/', over)] });
const order =
  (over: object): Call =>
  (client) =>
    client.scheduleUrls({
      orders: [{ crawl: 'news', url: 'http://a.test/', priority: 1, ...over }],
      groupOrders: [],
    });
const settle =
  (over: object): Call =>
  (client) =>
    client.settleLeases({
      settlements: [{ leaseId: '1@a.test', outcome: 1, address: '', ...over }],
    });
const put =
  (over: object): Call =>
  (client) =>
    client.putCrawls({ crawls: [crawlOf('other', over)] });
const putSites =
  (sites: string[], requestsPerSecond = 1): Call =>
  (client) =>
    client.putBudgets({ revision: 1, sites: sites.map((site) => ({ site, requestsPerSecond })) });
const list =
  (over: object): Call =>
  (client) =>
    client.listUrls({ crawl: 'news', pageToken: '', ...over });

const BAD: readonly (readonly [field: string, call: Call])[] = [
  ['crawls', (client) => client.putCrawls({ crawls: [] })],
  ['crawls[0].name', put({ name: '-a-' })],
  ['crawls[0].name', put({ name: LONG })],
  ['crawls[0].name', put({ name: 'by-hand' })],
  ['crawls[0].revision', put({ revision: 0 })],
  [
    'crawls[0].settings',
    (client) => client.putCrawls({ crawls: [{ ...crawlOf('x'), settings: undefined }] }),
  ],
  ['crawls[0].settings.manners', put({ settings: { manners: { leasesAtATime: 5 } } })],
  [
    'crawls[0].settings.manners.leases_at_a_time',
    put({ settings: { private: true, manners: { leasesAtATime: 0 } } }),
  ],
  [
    'crawls[0].settings.manners.delay',
    put({ settings: { private: true, manners: { delay: durationOf(-1) } } }),
  ],
  ['crawls[0].settings.share', put({ settings: { share: 0 } })],
  ['crawls[0].settings.share', put({ settings: { share: NaN } })],
  ['crawls[0].settings.limits.max_pages', put({ settings: { limits: { maxPages: 0 } } })],
  [
    'crawls[0].settings.limits.requests_per_second',
    put({ settings: { limits: { requestsPerSecond: -1 } } }),
  ],
  [
    'crawls[0].settings.limits.site_requests_per_second',
    put({ settings: { limits: { siteRequestsPerSecond: Infinity } } }),
  ],
  [
    'crawls[0].settings.scope.sites[0]',
    put({ settings: { scope: { sites: [LONG], hosts: [], prefixes: [], domains: [] } } }),
  ],
  [
    'crawls[0].settings.scope.prefixes[0]',
    put({ settings: { scope: { sites: [], hosts: [], prefixes: ['nonsense'], domains: [] } } }),
  ],
  [
    'crawls[0].settings.url_rules.deny[0]',
    put({ settings: { urlRules: { deny: [''], allow: [] } } }),
  ],
  [
    'crawls[0].settings.url_rules.allow[0]',
    put({ settings: { urlRules: { deny: [], allow: [LONG] } } }),
  ],
  ['revision', (client) => client.putBudgets({ revision: 0, sites: [] })],
  [
    'requests_per_second',
    (client) => client.putBudgets({ revision: 1, requestsPerSecond: 0, sites: [] }),
  ],
  ['sites[0].site', putSites(['x.a.test'])],
  ['sites[0].site', putSites(['A b'])],
  ['sites[1].site', putSites(['a.test', 'a.test'])],
  ['sites[0].requests_per_second', putSites(['a.test'], -1)],
  ['sites', putSites(Array.from({ length: 5_001 }, (_, at) => `a${at}.test`))],
  ['submissions', (client) => client.submitUrls({ submissions: [] })],
  ['submissions[0].crawl', submit({ crawl: 'NO' })],
  ['submissions[0].url', submit({ url: '' })],
  ['submissions[0].url', submit({ url: LONG })],
  ['submissions[0].discoverer', submit({ discoverer: undefined })],
  ['submissions[0].discoverer.source', submit({ discoverer: { source: '', attempt: 0 } })],
  ['submissions[0].discoverer.source', submit({ discoverer: { source: LONG, attempt: 0 } })],
  ['submissions[0].priority', submit({ priority: NaN })],
  ['orders', (client) => client.scheduleUrls({ orders: [], groupOrders: [] })],
  ['orders[0].crawl', order({ crawl: '' })],
  ['orders[0].url', order({ url: LONG })],
  ['orders[0].priority', order({ priority: Infinity })],
  ['fetcher_id', lease({ fetcherId: '' })],
  ['fetcher_id', lease({ fetcherId: 'a b' })],
  ['max_leases', lease({ maxLeases: 0 })],
  ['max_leases', lease({ maxLeases: 1_001 })],
  ['wait', lease({ wait: durationOf(-1) })],
  ['wait', lease({ wait: durationOf(61_000) })],
  ['named[0].url', lease({ named: [{ ...NAMED, url: 'nonsense' }] })],
  ['named[0].kind', lease({ named: [{ ...NAMED, kind: 0 }] })],
  ['named[0].crawl', lease({ named: [{ ...NAMED, crawl: 'A B' }] })],
  ['named[0].after_lease_id', lease({ named: [{ ...NAMED, afterLeaseId: 'nonsense' }] })],
  [
    'named',
    lease({
      named: Array.from({ length: 101 }, () => NAMED),
    }),
  ],
  ['lease_ids', (client) => client.extendLeases({ leaseIds: [] })],
  ['lease_ids[0]', (client) => client.extendLeases({ leaseIds: [LONG] })],
  ['settlements', (client) => client.settleLeases({ settlements: [] })],
  ['settlements[0].lease_id', settle({ leaseId: '' })],
  ['settlements[0].outcome', settle({ outcome: 0 })],
  ['settlements[0].outcome', settle({ outcome: 99 })],
  ['settlements[0].host_time', settle({ hostTime: durationOf(-5) })],
  ['settlements[0].retry_after', settle({ retryAfter: durationOf(-5) })],
  ['settlements[0].robots.max_age', settle({ robots: { known: true, maxAge: durationOf(-5) } })],
  ['releases', (client) => client.releaseLeases({ releases: [] })],
  [
    'releases[0].reason',
    (client) => client.releaseLeases({ releases: [{ leaseId: '1@a.test', reason: ZERO }] }),
  ],
  ['crawl', (client) => client.getUrls({ crawl: '', urls: ['http://a.test/'] })],
  ['urls', (client) => client.getUrls({ crawl: 'news', urls: [] })],
  ['urls[0]', (client) => client.getUrls({ crawl: 'news', urls: ['nonsense'] })],
  ['page_size', list({ pageSize: 0 })],
  ['page_token', list({ pageToken: 'nonsense' })],
  ['page_token', list({ pageToken: '3.nonsense' })],
  ['page_token', list({ pageToken: '9999.' })],
  ['state', list({ state: 0 })],
  ['host', list({ host: 'A.test' })],
  ['host', (client) => client.getHost({ host: '' })],
  ['host', (client) => client.getHost({ host: LONG })],
  ['host', (client) => client.getHost({ host: 'a.test:80' })],
  ['host', (client) => client.setHostPolicy({ host: 'http://a.test/' })],
  [
    'policy.busy_factor',
    (client) => client.setHostPolicy({ host: 'a.test', policy: { busyFactor: NaN } }),
  ],
  ['crawl', (client) => client.getLedger({ crawl: 'A' })],
];

/** What a frontier says to nonsense, on one pair of engines. */
export function frontierInputSuite(kind: EngineKind): void {
  collectLog();

  describe(`nonsense said to a frontier on ${kind} engines`, () => {
    let engines: TestEngines;
    let frontier: TestFrontier;

    beforeAll(async () => {
      engines = await testEngines(kind);
      frontier = await startFrontier(engines);
      await frontier.client.putCrawls({ crawls: [crawlOf('news')] });
    });
    afterAll(async () => {
      await frontier?.stop();
      await engines?.[Symbol.asyncDispose]();
    });

    it.each(BAD.map(([field, call], at) => ({ field, call, at })))(
      '$at: is refused by the name of its field, $field',
      async ({ field, call }) => {
        const error = await call(frontier.client).then(
          () => ({ message: 'it was taken' }),
          (thrown: { code: string; message: string }) => thrown,
        );
        expect(error).toMatchObject({
          code: 'REQUEST_INVALID',
          message: expect.stringMatching(new RegExp(`^${field.replace(/[[\].]/g, '\\$&')}: `)),
        });
      },
    );

    it('about unknown crawls is told as such', async () => {
      const { client } = frontier;
      for (const call of [
        client.listUrls({ crawl: 'nobody-knows', pageToken: '' }),
        client.getLedger({ crawl: 'nobody-knows' }),
      ]) {
        await expect(call).rejects.toMatchObject({ code: 'CRAWL_UNKNOWN' });
      }
      const { urls } = await client.getUrls({ crawl: 'nobody-knows', urls: ['http://a.test/'] });
      expect(urls[0]?.state).toBeUndefined();
    });

    it('leaves nothing behind', async () => {
      expect(await ledgerOf(frontier.client)).toMatchObject({
        known: 0,
        leasesGiven: 0,
        refused: [],
      });
    });
  });
}
