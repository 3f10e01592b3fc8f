import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import { Record } from '@mayfly/contracts/events/v1';
import { FinishReason } from '@mayfly/contracts/scheduler/v1';
import {
  type DemoWorld,
  disallowedRequests,
  type Extra,
  impoliteRequests,
  overlappingRequests,
  pageWith,
} from '@mayfly/demo-world';
import { ask, type SuiteAddresses } from '@mayfly/mayfly/suite';
import { createCrawl, DELAY_MS, reaching, untilFinished } from '../src/crawl-world.ts';
import { type RunningSuite, runCluster } from '../src/running-suite.ts';
import {
  attemptsOf,
  crawlOf,
  documentsOf,
  emptyWorld,
  expectClosedBooks,
  ledgerOf,
  scenarioSettings,
  timesAsked,
} from './scenario.ts';
import { testCluster } from './test-cluster.ts';

const CRAWL = 'robots';
const FETCHERS = 3;
const PAGES = 60;
const CHANGES_AT = 'http://fickle.test/page-10';
const FICKLE = Array.from({ length: PAGES }, (_, at) => `http://fickle.test/page-${at}`);

const OK = { outcome: Outcome.OUTCOME_OK, record: Record.RECORD_NEW_VERSION };
const FORBIDDEN = { outcome: Outcome.OUTCOME_ROBOTS, record: Record.RECORD_NO_DOCUMENT };

/** A page whose answer is the last thing before robots.txt of its host forbids its neighbours. */
const changing: Extra = ({ response }) => {
  world.setRobots('fickle.test', { status: 200, text: 'User-agent: *\nDisallow: /page-\n' });
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>The last</title>');
};

let world: DemoWorld;
let place: Awaited<ReturnType<typeof testCluster>>;
let suite: RunningSuite;
let addresses: SuiteAddresses;
beforeAll(async () => {
  world = await emptyWorld({
    'http://moved-rules.test/': pageWith('Moved rules', {
      links: ['http://moved-rules.test/open', 'http://moved-rules.test/secret'],
    }),
    'http://moved-rules.test/open': pageWith('Open'),
    'http://broken-rules.test/': pageWith('Broken rules'),
    'http://fickle.test/': pageWith('Fickle', { links: FICKLE }),
    ...Object.fromEntries(FICKLE.map((url, at) => [url, pageWith(`Page ${at}`)])),
    [CHANGES_AT]: changing,
  });
  world.setRobots('moved-rules.test', { status: 301, location: 'http://rules.test/robots.txt' });
  world.setRobots('rules.test', { status: 200, text: 'User-agent: *\nDisallow: /secret\n' });
  world.setRobots('broken-rules.test', { status: 500 });
  place = await testCluster();
  const env = {
    ...reaching(world),
    // Each has room for one, so that a host is asked by many.
    FETCHER_MAX_LEASES: '1',
    FETCHER_ROBOTS_MAX_AGE: '1s',
    FRONTIER_ROBOTS_RETRY_MS: '5m',
  };
  suite = await runCluster({ ...place.engines, env, replicas: { fetcher: FETCHERS } });
  addresses = await suite.addresses();
  const names = ['moved-rules', 'broken-rules', 'fickle'];
  const seeds = names.map((name) => `http://${name}.test/`);
  await createCrawl(addresses, { name: CRAWL, seeds, settings: scenarioSettings() });
  await untilFinished(() => suite.addresses(), CRAWL);
});
afterAll(async () => {
  await suite[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
  await world.close();
});

describe('robots.txt, with three fetchers', () => {
  it('is obeyed where it redirects', async () => {
    expect(await attemptsOf(addresses, 'http://moved-rules.test/open')).toEqual([OK]);
    expect(await attemptsOf(addresses, 'http://moved-rules.test/secret')).toEqual([FORBIDDEN]);
    expect(timesAsked(world, 'http://moved-rules.test/secret')).toBe(0);
    expect(timesAsked(world, 'http://rules.test/robots.txt')).toBeGreaterThan(0);
  });

  it('that fails keeps its host from being asked, which is named and not waited for', async () => {
    const { finished } = await crawlOf(addresses, CRAWL);
    expect(finished).toMatchObject({
      reason: FinishReason.FINISH_REASON_NOTHING_LEFT,
      deferredHosts: ['broken-rules.test'],
    });
    expect(await ledgerOf(addresses, CRAWL)).toMatchObject({ waiting: 1, deferred: 1 });
    expect(timesAsked(world, 'http://broken-rules.test/')).toBe(0);
    expect(timesAsked(world, 'http://broken-rules.test/robots.txt')).toBe(1);
  });

  it('that changes during the crawl is read again and obeyed from then on', async () => {
    const asked = FICKLE.filter((url) => timesAsked(world, url) > 0);
    const documents = await documentsOf(addresses, FICKLE);
    const ends = documents.map(({ attempts }) => attempts.map(({ outcome }) => outcome));
    expect(ends).toEqual(
      FICKLE.map((url) => [asked.includes(url) ? Outcome.OUTCOME_OK : Outcome.OUTCOME_ROBOTS]),
    );
    expect(asked).toContain(CHANGES_AT);
    expect(asked.length).toBeLessThan(PAGES);
    expect(timesAsked(world, 'http://fickle.test/robots.txt')).toBeGreaterThan(1);
    expect(disallowedRequests(world.log.entries, world)).toEqual([]);
  });

  it('is one for all fetchers, and so is the rest of a host', async () => {
    const fetchers = suite.processes.filter(({ name }) => name === 'fetcher');
    const shares = await Promise.all(
      fetchers.map(({ address }) =>
        ask({ ...addresses, fetcher: address! }, 'fetcher', (fetcher) => fetcher.getStatus({})),
      ),
    );
    expect(shares).toHaveLength(FETCHERS);
    expect(shares.every(({ attempts }) => attempts > 0)).toBe(true);
    const log = world.log.entries;
    expect(impoliteRequests(log, { delayMs: DELAY_MS, toleranceMs: 2 })).toEqual([]);
    expect(overlappingRequests(log)).toEqual([]);
    await expectClosedBooks(suite);
  });
});
