import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import { Record } from '@mayfly/contracts/events/v1';
import { type DemoWorld, impoliteRequests, pageWith, requestsPerUrl } from '@mayfly/demo-world';
import { ask, type ServiceName, SERVICES } from '@mayfly/mayfly/suite';
import { eventually } from '@mayfly/testing';
import { createCrawl, DELAY_MS, reaching, untilFinished } from '../src/crawl-world.ts';
import { processOf, type RunningSuite, runCluster } from '../src/running-suite.ts';
import {
  documentsOf,
  emptyWorld,
  expectClosedBooks,
  ledgerOf,
  PATIENCE_MS,
  scenarioSettings,
} from './scenario.ts';
import { testCluster } from './test-cluster.ts';

const HOSTS = 4;
const PAGES = 15;
/** When so many pages of a crawl were asked for, its service is told to stop. */
const STOPS_AT = 10;
/** Ten seconds for what is under way, and as much for all the rest. */
const DEADLINE_MS = 20_000;

const crawlOf = (service: ServiceName) => `stop-${service}`;

/** The front pages of a crawl, each with its pages. */
function sitesOf(service: ServiceName): ReadonlyMap<string, readonly string[]> {
  const fronts = Array.from({ length: HOSTS }, (_, at) => `http://${service}-${at}.test/`);
  return new Map(
    fronts.map((front) => [front, Array.from({ length: PAGES }, (_, at) => `${front}${at}`)]),
  );
}

const urlsOf = (service: ServiceName) =>
  [...sitesOf(service)].flatMap(([front, urls]) => [front, ...urls]);

let world: DemoWorld;
let place: Awaited<ReturnType<typeof testCluster>>;
let suite: RunningSuite;
beforeAll(async () => {
  world = await emptyWorld();
  for (const [front, links] of SERVICES.flatMap((service) => [...sitesOf(service)])) {
    world.setExtra(front, pageWith(front, { links }));
    for (const url of links) world.setExtra(url, pageWith(url));
  }
  place = await testCluster();
  suite = await runCluster({ ...place.engines, env: reaching(world) });
});
afterAll(async () => {
  await suite[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
  await world.close();
});

function askedOf(service: ServiceName): number {
  const asked = requestsPerUrl(world.log.entries);
  return urlsOf(service).filter((url) => asked.has(url)).length;
}

/** Stops a service in the middle of a crawl of its own, and starts it again; how long it took to stop. */
async function stopWithin(service: ServiceName): Promise<number> {
  const name = crawlOf(service);
  const seeds = [...sitesOf(service).keys()];
  await createCrawl(await suite.addresses(), { name, seeds, settings: scenarioSettings() });
  await eventually(() => askedOf(service) >= STOPS_AT, {
    ...{ what: `crawl ${name} to be under way`, withinMs: PATIENCE_MS },
  });
  expect(askedOf(service)).toBeLessThan(urlsOf(service).length);
  const startedMs = performance.now();
  expect({ service, code: await processOf(suite, service).stop() }).toEqual({ service, code: 0 });
  const tookMs = performance.now() - startedMs;
  await processOf(suite, service).start();
  return tookMs;
}

async function expectNothingLost(service: ServiceName): Promise<void> {
  await untilFinished(() => suite.addresses(), crawlOf(service));
  const addresses = await suite.addresses();
  const urls = urlsOf(service);
  const documents = await documentsOf(addresses, urls);
  const once = [{ outcome: Outcome.OUTCOME_OK, record: Record.RECORD_NEW_VERSION }];
  expect(
    documents.map(({ url, attempts }) => ({
      url,
      attempts: attempts.map(({ outcome, record }) => ({ outcome, record })),
    })),
  ).toEqual(urls.map((url) => ({ url, attempts: once })));
  const asked = requestsPerUrl(world.log.entries);
  const robots = [...sitesOf(service).keys()].map((front) => `${front}robots.txt`);
  expect([...robots, ...urls].filter((url) => asked.get(url) !== 1)).toEqual([]);
  expect(await ledgerOf(addresses, crawlOf(service))).toMatchObject({
    ...{ leasesExpired: 0, waiting: 0, parked: 0, known: urls.length },
  });
}

describe('services that are told to stop in the middle of a crawl, one after another', () => {
  it('end well and in time, and cost no page and no attempt', async () => {
    const took = new Map<ServiceName, number>();
    for (const service of SERVICES) took.set(service, await stopWithin(service));
    expect([...took].filter(([, ms]) => ms > DEADLINE_MS)).toEqual([]);
    for (const service of SERVICES) await expectNothingLost(service);
    await expectClosedBooks(suite);
    const ledger = await ask(await suite.addresses(), 'document-store', (store) =>
      store.getLedger({}),
    );
    expect(ledger).toMatchObject({ unchanged: 0, late: 0, duplicates: 0, deadLetters: 0 });
    const manners = { delayMs: DELAY_MS, toleranceMs: 2 };
    expect(impoliteRequests(world.log.entries, manners)).toEqual([]);
  });
});
