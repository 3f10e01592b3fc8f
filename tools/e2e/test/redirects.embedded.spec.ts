import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import { Record } from '@mayfly/contracts/events/v1';
import { FinishReason } from '@mayfly/contracts/scheduler/v1';
import { type DemoWorld, leadsTo, pageWith } from '@mayfly/demo-world';
import { createCrawl, reaching, untilFinished } from '../src/crawl-world.ts';
import { type RunningSuite, runEmbedded } from '../src/running-suite.ts';
import { type TlsSite, tlsSite } from '../src/tls-site.ts';
import {
  attemptsOf,
  crawlOf,
  documentsOf,
  emptyWorld,
  expectClosedBooks,
  ledgerOf,
  scenarioSettings,
} from './scenario.ts';

const CHAIN = {
  'http://first.test/': leadsTo('http://second.test/moved', 301),
  'http://second.test/moved': leadsTo('http://third.test/here', 302),
  'http://third.test/here': pageWith('Here', {
    links: ['http://third.test/more', 'http://second.test/other', 'http://elsewhere.test/'],
  }),
  'http://third.test/more': pageWith('More'),
  'http://second.test/other': pageWith('Other'),
  'http://elsewhere.test/': pageWith('Elsewhere'),
};

const BARE = 'https://example.test';
const WWW = 'https://www.example.test';

let world: DemoWorld;
let secure: TlsSite;
let suite: RunningSuite;
beforeAll(async () => {
  world = await emptyWorld(CHAIN);
  secure = await tlsSite(['example.test', 'www.example.test'], (url) => {
    if (url.startsWith(`${BARE}/`)) return { location: url.replace(BARE, WWW) };
    if (url === `${WWW}/`) return { body: '<title>Home</title><a href="/about">About</a>' };
    if (url === `${WWW}/about`) return { body: '<title>About</title>' };
    return undefined;
  });
  const { FETCHER_HOSTS, ...env } = reaching(world);
  const names = `example.test=${secure.address},www.example.test=${secure.address}`;
  const own = { FETCHER_HOSTS: `${names},${FETCHER_HOSTS}`, FETCHER_CA_FILE: secure.caFile };
  suite = await runEmbedded({ ...env, ...own });
});
afterAll(async () => {
  await suite[Symbol.asyncDispose]();
  await secure[Symbol.asyncDispose]();
  await world.close();
});

const REDIRECTED = { outcome: Outcome.OUTCOME_REDIRECTED, record: Record.RECORD_NO_DOCUMENT };
const STORED = { outcome: Outcome.OUTCOME_OK, record: Record.RECORD_NEW_VERSION };

describe('redirects', () => {
  it('over three hosts are followed, each end recorded, and their sites belong to the crawl', async () => {
    const seeds = ['http://first.test/'];
    const addresses = await suite.addresses();
    await createCrawl(addresses, { name: 'chain', seeds, settings: scenarioSettings() });
    await untilFinished(() => suite.addresses(), 'chain');

    const crawl = await crawlOf(addresses, 'chain');
    expect(crawl.settings?.scope?.sites.toSorted()).toEqual([
      'first.test',
      'second.test',
      'third.test',
    ]);
    expect(crawl).toMatchObject({ pages: 3, withoutDocument: 2, newLinks: 2 });
    expect(crawl.finished?.reason).toBe(FinishReason.FINISH_REASON_NOTHING_LEFT);
    const hops = await documentsOf(addresses, ['http://first.test/', 'http://second.test/moved']);
    expect(hops.map(({ attempts }) => attempts.map(({ redirectUrl }) => redirectUrl))).toEqual([
      ['http://second.test/moved'],
      ['http://third.test/here'],
    ]);
    expect(await attemptsOf(addresses, 'http://first.test/')).toEqual([REDIRECTED]);
    expect(await attemptsOf(addresses, 'http://second.test/moved')).toEqual([REDIRECTED]);
    for (const url of [
      'http://third.test/here',
      'http://third.test/more',
      'http://second.test/other',
    ]) {
      expect(await attemptsOf(addresses, url)).toEqual([STORED]);
    }
    expect(world.log.entries.filter(({ host }) => host === 'elsewhere.test')).toEqual([]);
    expect((await ledgerOf(addresses, 'chain')).refused).toEqual([
      { rule: 'scope', submissions: 1 },
    ]);
    await expectClosedBooks(suite);
  });

  it('from a bare name to www. are followed over TLS, robots.txt too', async () => {
    const addresses = await suite.addresses();
    const settings = scenarioSettings();
    await createCrawl(addresses, { name: 'bare', seeds: [`${BARE}/`], settings });
    await untilFinished(() => suite.addresses(), 'bare');

    expect(await crawlOf(addresses, 'bare')).toMatchObject({ pages: 2, withoutDocument: 1 });
    expect(await attemptsOf(addresses, `${BARE}/`)).toEqual([REDIRECTED]);
    expect(await attemptsOf(addresses, `${WWW}/`)).toEqual([STORED]);
    expect(await attemptsOf(addresses, `${WWW}/about`)).toEqual([STORED]);
    expect(secure.asked.slice(0, 3)).toEqual([
      `${BARE}/robots.txt`,
      `${WWW}/robots.txt`,
      `${BARE}/`,
    ]);
    await expectClosedBooks(suite);
  });
});
