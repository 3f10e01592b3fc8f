import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { expect } from '@jest/globals';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import { Record } from '@mayfly/contracts/events/v1';
import { type Extra, pageWith, sitemapOf } from '@mayfly/demo-world';
import { ask, type SuiteAddresses } from '@mayfly/mayfly/suite';
import { eventually } from '@mayfly/testing';
import { createCrawl, reaching, untilFinished } from '../src/crawl-world.ts';
import { peakMemoryMb } from '../src/peak-memory.ts';
import type { RunningSuite } from '../src/running-suite.ts';
import {
  attemptsOf,
  crawlOf,
  documentsOf,
  emptyWorld,
  expectClosedBooks,
  ledgerOf,
  PATIENCE_MS,
  scenarioSettings,
} from './scenario.ts';

const CRAWL = 'large';
const FRONT = 'http://large.test/';
const SCROLL = 'http://large.test/scroll';
const SITEMAP = 'http://large.test/sitemap.xml';
const LINKS = 50_000;
const MEGABYTES = 30;

/** Text that no two megabytes of are the same. */
function* megabytes(): Iterable<Buffer> {
  yield Buffer.from('<!doctype html><title>Scroll</title><p>'.padEnd(1_000_000));
  for (let at = 1; at < MEGABYTES; at += 1) {
    const words = createHash('sha512').update(String(at)).digest('base64');
    yield Buffer.alloc(1_000_000, `${words} `);
  }
}

function scroll(): Extra {
  return async ({ response }) => {
    const size = MEGABYTES * 1_000_000;
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': size });
    for (const piece of megabytes()) if (!response.write(piece)) await once(response, 'drain');
    response.end();
  };
}

/** A body of 30 MB and a sitemap of 50,000 links, with no process taking more memory than `mostMb`. */
export async function crawlLargeThings(
  start: (env: Readonly<{ [name: string]: string }>) => Promise<RunningSuite>,
  mostMb: number,
): Promise<void> {
  await using world = await emptyWorld({
    [FRONT]: pageWith('Front', { links: [SCROLL, SITEMAP] }),
    [SCROLL]: scroll(),
    [SITEMAP]: sitemapOf(LINKS, 'large.test'),
  });
  // The machine may be slow; what is shown here is that it can be done.
  await using suite = await start({ ...reaching(world), FETCHER_READ_TIMEOUT_MS: '60s' });
  const addresses = await suite.addresses();
  const settings = scenarioSettings({ limits: { maxPages: 3 } });
  await createCrawl(addresses, { name: CRAWL, seeds: [FRONT], settings });
  await untilFinished(() => suite.addresses(), CRAWL);

  await expectBody(addresses);
  await expectLinks(addresses);
  await expectClosedBooks(suite);
  await expectMemory(suite, mostMb);
}

async function expectBody(addresses: SuiteAddresses): Promise<void> {
  const hash = createHash('sha256');
  for (const piece of megabytes()) hash.update(piece);
  const sha256 = hash.digest();
  expect(await attemptsOf(addresses, SCROLL)).toEqual([
    { outcome: Outcome.OUTCOME_OK, record: Record.RECORD_NEW_VERSION },
  ]);
  const [document] = await documentsOf(addresses, [SCROLL]);
  expect(document!.latest).toMatchObject({ bodyBytes: MEGABYTES * 1_000_000 });
  expect(Buffer.from(document!.latest!.contentSha256)).toEqual(sha256);
  const read = await ask(addresses, 'document-store', async (store) => {
    const again = createHash('sha256');
    for await (const { bytes } of store.readBody({ sha256 })) again.update(bytes);
    return again.digest();
  });
  expect(read).toEqual(sha256);
}

async function expectLinks(addresses: SuiteAddresses): Promise<void> {
  const known = LINKS + 3;
  await eventually(async () => expect((await ledgerOf(addresses, CRAWL)).known).toBe(known), {
    ...{ what: 'all links to be known', withinMs: PATIENCE_MS, everyMs: 200 },
  });
  await eventually(async () => expect((await crawlOf(addresses, CRAWL)).newLinks).toBe(LINKS + 2), {
    ...{ what: 'all links to be followed', withinMs: PATIENCE_MS, everyMs: 200 },
  });
  const last = `http://large.test/page-${LINKS - 1}`;
  const { urls } = await ask(addresses, 'frontier', (frontier) =>
    frontier.getUrls({ crawl: CRAWL, urls: [last] }),
  );
  expect(urls[0]).toMatchObject({ url: last, discoverer: { source: SITEMAP }, depth: 2 });
}

async function expectMemory({ processes }: RunningSuite, mostMb: number): Promise<void> {
  const peaks = await Promise.all(
    processes.map(async ({ name, pid }) => ({ name, mb: await peakMemoryMb(pid) })),
  );
  const shown = peaks.map(({ name, mb }) => `${name} ${mb ?? '?'} MB`).join(', ');
  process.stderr.write(`    peak memory: ${shown}\n`);
  expect(peaks.filter(({ mb = 0 }) => mb > mostMb)).toEqual([]);
}
