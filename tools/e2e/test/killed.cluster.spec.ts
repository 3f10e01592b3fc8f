import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import { Record } from '@mayfly/contracts/events/v1';
import { UrlState } from '@mayfly/contracts/frontier/v1';
import { type DemoWorld, type Extra, pageWith, requestsPerUrl } from '@mayfly/demo-world';
import { ask, type SuiteAddresses } from '@mayfly/mayfly/suite';
import { eventually } from '@mayfly/testing';
import { MongoClient } from 'mongodb';
import { createCrawl, reaching, untilFinished } from '../src/crawl-world.ts';
import { type CutLine, cutLine, mongoCommand } from '../src/cut-line.ts';
import { processOf, type RunningSuite, runCluster } from '../src/running-suite.ts';
import {
  attemptsOf,
  crawlOf,
  documentsOf,
  emptyWorld,
  expectClosedBooks,
  ledgerOf,
  PATIENCE_MS,
  scenarioSettings,
  timesAsked,
} from './scenario.ts';
import { testCluster } from './test-cluster.ts';

const NEW = { outcome: Outcome.OUTCOME_OK, record: Record.RECORD_NEW_VERSION };
const UNCHANGED = { outcome: Outcome.OUTCOME_OK, record: Record.RECORD_UNCHANGED };
const ABANDONED = { outcome: Outcome.OUTCOME_ABANDONED, record: Record.RECORD_NO_DOCUMENT };

const patiently = (what: string) => ({ what, withinMs: PATIENCE_MS, everyMs: 50 });

let world: DemoWorld;
let place: Awaited<ReturnType<typeof testCluster>>;
/** From the fetcher to the frontier, and from two services to MongoDB. */
let lines: { settling: CutLine; recording: CutLine; planning: CutLine };
let suite: RunningSuite;
let addresses: SuiteAddresses;
beforeAll(async () => {
  world = await emptyWorld();
  place = await testCluster();
  const mongoPort = Number(/:(\d+)/.exec(place.engines.mongoUrl)![1]);
  lines = {
    settling: await cutLine(),
    recording: await cutLine(mongoPort),
    planning: await cutLine(mongoPort),
  };
  const mongoAt = ({ port }: CutLine) => `mongodb://127.0.0.1:${port}/?directConnection=true`;
  const env = {
    ...reaching(world),
    // Leases of the dead are waited for again and again here.
    FRONTIER_LEASE_MS: '4s',
    FETCHER_FRONTIER_TARGET: `ipv4:127.0.0.1:${lines.settling.port}`,
    DOCUMENT_STORE_MONGO_URL: mongoAt(lines.recording),
    SCHEDULER_MONGO_URL: mongoAt(lines.planning),
  };
  suite = await runCluster({ ...place.engines, env });
  addresses = await suite.addresses();
  lines.settling.leadTo(Number(addresses.frontier.split(':')[1]));
});
afterAll(async () => {
  await suite[Symbol.asyncDispose]();
  for (const line of Object.values(lines)) await line[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
  await world.close();
});

function begin(name: string, seeds: readonly string[]): Promise<void> {
  return createCrawl(addresses, { name, seeds, settings: scenarioSettings() });
}

const finished = (name: string) => untilFinished(() => suite.addresses(), name);

describe('a fetcher', () => {
  it('killed between publishing and settling fetches again, and one version is kept', async () => {
    const page = 'http://published.test/';
    world.setExtra(page, ({ asked, response }) => {
      if (asked === 1) lines.settling.cut();
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Published</title>');
    });
    await begin('published', [page]);
    await eventually(async () => {
      const [document] = await documentsOf(addresses, [page]);
      return document!.latest?.number === 1;
    }, patiently('the attempt to be published and recorded'));
    // Of robots.txt alone: the page's lease is out, or has expired where all this took long.
    expect(await ledgerOf(addresses, 'published')).toMatchObject({ leasesSettled: 1 });
    await processOf(suite, 'fetcher').kill9();
    lines.settling.mend();
    await processOf(suite, 'fetcher').start();
    await finished('published');

    expect(await attemptsOf(addresses, page)).toEqual([NEW, UNCHANGED]);
    expect(timesAsked(world, page)).toBe(2);
    const { versions } = await ask(addresses, 'document-store', (store) =>
      store.listVersions({ url: page, pageToken: '' }),
    );
    expect(versions).toHaveLength(1);
    expect(await ledgerOf(addresses, 'published')).toMatchObject({ leasesExpired: 1, known: 1 });
    expect(await crawlOf(addresses, 'published')).toMatchObject({ pages: 2 });
    await expectClosedBooks(suite);
  });

  it('killed by a URL three times is not asked for it again, and goes on with others', async () => {
    const deadly = 'http://poison.test/deadly';
    const healthy = Array.from({ length: 10 }, (_, at) => `http://healthy.test/${at}`);
    const kills: Extra = async () => {
      await processOf(suite, 'fetcher').kill9();
      await processOf(suite, 'fetcher').start();
    };
    world.setExtra(deadly, kills);
    world.setExtra('http://healthy.test/', pageWith('Healthy', { links: healthy }));
    healthy.forEach((url, at) => world.setExtra(url, pageWith(`Healthy ${at}`)));
    await begin('poison', [deadly]);
    await finished('poison');
    // Not at the same time: what is with a fetcher whenever it dies looks as deadly.
    await begin('healthy', ['http://healthy.test/']);
    await finished('healthy');

    expect(timesAsked(world, deadly)).toBe(3);
    expect(await attemptsOf(addresses, deadly)).toEqual([ABANDONED]);
    const documents = await documentsOf(addresses, healthy);
    expect(documents.map(({ latest }) => latest?.number)).toEqual(healthy.map(() => 1));
    const { leasesExpired } = await ledgerOf(addresses, 'poison');
    expect(leasesExpired).toBeGreaterThanOrEqual(3);
    await expectClosedBooks(suite);
  });
});

describe('a document-store', () => {
  it('killed between recording and announcing announces once it is back, and counts once', async () => {
    const first = 'http://recorded.test/';
    const page = 'http://recorded.test/page';
    const link = 'http://recorded.test/link';
    world.setExtra(first, pageWith('First'));
    world.setExtra(page, pageWith('Page', { links: [link] }));
    world.setExtra(link, pageWith('Link'));
    // What the host is asked for before is counted too, and must not be what the line is cut at.
    await begin('recorded', [first]);
    await finished('recorded');
    const client = new MongoClient(place.engines.mongoUrl);
    const versions = client.db(place.engines.mongoDatabase).collection('documentVersions');
    const before = await versions.countDocuments();
    lines.recording.cutAt(mongoCommand('update', 'documentLedger'));
    await ask(addresses, 'scheduler', (scheduler) =>
      scheduler.submitUrls({ crawl: 'recorded', urls: [page] }),
    );
    await eventually(() => lines.recording.isCut(), patiently('the version to be recorded'));
    expect(await versions.countDocuments()).toBe(before + 1);
    expect(await crawlOf(addresses, 'recorded')).toMatchObject({ pages: 1, newLinks: 0 });
    await processOf(suite, 'document-store').kill9();
    lines.recording.mend();
    await processOf(suite, 'document-store').start();
    await finished('recorded');

    expect(await versions.countDocuments()).toBe(before + 2);
    await client.close();
    expect(await attemptsOf(addresses, page)).toEqual([NEW]);
    expect(await attemptsOf(addresses, link)).toEqual([NEW]);
    const counts = await ask(addresses, 'document-store', (store) =>
      store.getLedger({ host: 'recorded.test' }),
    );
    expect(counts).toMatchObject({ newVersions: 3, withoutDocument: 1, unchanged: 0, late: 0 });
    expect(await crawlOf(addresses, 'recorded')).toMatchObject({ pages: 3, newLinks: 1 });
    expect([timesAsked(world, page), timesAsked(world, link)]).toEqual([1, 1]);
    await expectClosedBooks(suite);
  });
});

describe('a scheduler', () => {
  it('killed between ScheduleUrls and its own write orders nothing twice and loses nothing', async () => {
    const front = 'http://planned.test/';
    const pages = Array.from({ length: 5 }, (_, at) => `http://planned.test/${at}`);
    world.setExtra(front, pageWith('Planned', { links: pages }));
    pages.forEach((url, at) => world.setExtra(url, pageWith(`Planned ${at}`)));
    lines.planning.cutAt(mongoCommand('delete', 'schedulerCandidates'));
    await begin('planned', [front]);
    await eventually(() => lines.planning.isCut(), patiently('the candidates to be taken away'));
    await processOf(suite, 'scheduler').kill9();
    await eventually(async () => {
      const { urls } = await ask(addresses, 'frontier', (frontier) =>
        frontier.getUrls({ crawl: 'planned', urls: pages }),
      );
      expect(urls.map(({ state }) => state)).toEqual(pages.map(() => UrlState.URL_STATE_AT_REST));
    }, patiently('what was ordered to be fetched'));
    lines.planning.mend();
    await processOf(suite, 'scheduler').start();
    expect(await crawlOf(addresses, 'planned')).toMatchObject({ candidates: 5 });
    await finished('planned');

    const crawl = { candidates: 0, pages: 6, newLinks: 5, withoutDocument: 0 };
    expect(await crawlOf(addresses, 'planned')).toMatchObject(crawl);
    const asked = requestsPerUrl(world.log.entries);
    expect([front, ...pages].map((url) => asked.get(url))).toEqual([1, 1, 1, 1, 1, 1]);
    for (const url of pages) expect(await attemptsOf(addresses, url)).toEqual([NEW]);
    expect(await ledgerOf(addresses, 'planned')).toMatchObject({ leasesExpired: 0, known: 6 });
    await expectClosedBooks(suite);
  });
});
