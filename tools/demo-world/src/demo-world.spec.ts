import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '@mayfly/clock';
import { ask } from '../test/ask.ts';
import { logged } from '../test/logged.ts';
import { crawl } from '../test/naive-crawler.ts';
import { type DemoWorld, type DemoWorldOptions, openDemoWorld } from './demo-world.ts';
import { disallowedRequests, overlappingRequests, requestsPerUrl } from './judges.ts';

// Over 500 requests, one after the other, also on a machine that has more to do.

const frozen = (more: Partial<DemoWorldOptions> = {}) =>
  openDemoWorld({ clock: systemClock, frozen: true, slow: false, articles: 20, ...more });

describe('a frozen world', () => {
  let world: DemoWorld;
  beforeAll(async () => {
    world = await frozen({ articles: 400 });
  });
  afterAll(() => world.close());

  it('is what a crawler finds through the real server, page by page', async () => {
    const expected = world.reachable().map(({ url, expected, status, location, sha256 }) => ({
      url,
      status: expected === 'robots-disallowed' ? expected : status,
      ...(location === undefined ? {} : { location }),
      ...(sha256 === undefined ? {} : { sha256 }),
    }));
    const crawled = await crawl(world.port, world.seeds);
    const byUrl = (a: { url: string }, b: { url: string }) => (a.url < b.url ? -1 : 1);
    expect(crawled.sort(byUrl)).toEqual(expected.sort(byUrl));
    await logged(() => expect(world.log.entries.every(({ endMs }) => endMs)).toBe(true));
    const asked = requestsPerUrl(world.log.entries.filter(({ path }) => path !== '/robots.txt'));
    expect(new Set(asked.values())).toEqual(new Set([1]));
    expect(disallowedRequests(world.log.entries, world)).toEqual([]);
    expect(overlappingRequests(world.log.entries)).toEqual([]);
  });

  it('walks within what it is told, and with or without the sitemaps of robots.txt', () => {
    const seeds = ['http://morning-ledger.test/'];
    const within = (url: string) => url.startsWith(seeds[0]!);
    const pages = world.reachable({ seeds, within });
    expect(pages.every(({ url }) => within(url))).toBe(true);
    const fewer = new Set(
      world.reachable({ seeds, within, robotsSitemaps: false }).map(({ url }) => url),
    );
    expect(pages.map(({ url }) => url).filter((url) => !fewer.has(url))).toEqual([
      'http://morning-ledger.test/supplement-sitemap.xml',
      'http://morning-ledger.test/supplement/chess',
    ]);
  });
});

describe('the server', () => {
  it('knows hosts in any spelling, answers 404 for others, and 405 for what is no GET', async () => {
    await using world = await frozen();
    const home = await ask(world.port, 'http://x.test/', {
      host: `Harbour-News.test:${world.port}`,
    });
    expect([home.status, home.body.includes('Harbour News')]).toEqual([200, true]);
    expect((await ask(world.port, 'http://nowhere.test/')).status).toBe(404);
    expect((await ask(world.port, 'http://nowhere.test/robots.txt')).status).toBe(404);
    const posted = await fetch(`http://${world.address}/`, { method: 'POST', body: 'x' });
    expect(posted.status).toBe(405);
  });

  it('says unchanged to who has the page already, and packs for who takes it', async () => {
    await using world = await frozen();
    const url = 'http://garden-notes.test/';
    const first = await ask(world.port, url, { 'accept-encoding': 'br, gzip' });
    expect(first.headers['content-encoding']).toBe('gzip');
    expect((await ask(world.port, url)).headers['content-encoding']).toBeUndefined();
    const again = await ask(world.port, url, { 'if-none-match': String(first.headers.etag) });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  it('fails once and then answers, unless it is frozen', async () => {
    const urls = [
      'http://shaky-times.test/errors/stumbles',
      'http://shaky-times.test/errors/overloaded',
    ];
    const statuses = async (world: DemoWorld) => {
      const asked = [];
      for (const url of [...urls, ...urls]) asked.push((await ask(world.port, url)).status);
      return asked;
    };
    await using live = await frozen({ frozen: false });
    expect(await statuses(live)).toEqual([500, 503, 200, 200]);
    await logged(() => expect(live.log.entries[1]!.retryAfterMs).toBe(1_000));
    await using still = await frozen();
    expect(await statuses(still)).toEqual([200, 200, 200, 200]);
    await using broken = await frozen({ failures: 'always' });
    expect(await statuses(broken)).toEqual([500, 503, 500, 503]);
  });

  it('is slow where it should be, and the log knows how long', async () => {
    await using world = await frozen({ slow: true });
    await ask(world.port, 'http://slow-lane.test/');
    await logged(() => {
      const { startMs, endMs } = world.log.entries[0]!;
      expect(endMs! - startMs).toBeGreaterThan(190);
    });
  });

  it('logs who asked for what and what it got', async () => {
    await using world = await frozen();
    const url = 'http://harbour-news.test/search?q=harbour';
    const { body } = await ask(world.port, url, { 'user-agent': 'tester/1' });
    await logged(() => expect(world.log.entries[0]!.endMs).toBeDefined());
    expect(world.log.entries).toEqual([
      expect.objectContaining({
        url,
        host: 'harbour-news.test',
        path: '/search?q=harbour',
        method: 'GET',
        userAgent: 'tester/1',
        status: 200,
        bytes: Buffer.byteLength(body),
        aborted: false,
      }),
    ]);
  });
});

describe('robots.txt', () => {
  it('redirects from the bare name, is missing on one host, and names a delay on another', async () => {
    await using world = await frozen({ crawlDelayS: 0.25 });
    const moved = await ask(world.port, 'http://example.test/robots.txt');
    expect([moved.status, moved.headers.location]).toEqual([
      301,
      'http://www.example.test/robots.txt',
    ]);
    expect((await ask(world.port, 'http://no-rules.test/robots.txt')).status).toBe(404);
    expect(world.crawlDelayMs('patient-press.test')).toBe(250);
    expect(world.crawlDelayMs('no-rules.test')).toBe(0);
  });

  it('can change, fail and redirect during the run, and the judge knows since when', async () => {
    await using world = await frozen();
    const host = 'no-rules.test';
    const about = `http://${host}/about`;
    const visit = async () => {
      const { status } = await ask(world.port, `http://${host}/robots.txt`);
      await ask(world.port, 'http://short.test/robots.txt');
      await ask(world.port, about);
      return status;
    };
    expect(await visit()).toBe(404);
    world.setRobots(host, { status: 200, text: 'User-agent: *\nDisallow: /about\n' });
    expect(world.reachable().find(({ url }) => url === about)?.expected).toBe('robots-disallowed');
    expect(await visit()).toBe(200);
    world.setRobots(host, { status: 500 });
    expect(await visit()).toBe(500);
    world.setRobots(host, { status: 301, location: 'http://short.test/robots.txt' });
    expect(await visit()).toBe(301);
    world.setRobots(host, undefined);
    expect(await visit()).toBe(404);
    await logged(() => expect(world.log.entries.every(({ endMs }) => endMs)).toBe(true));
    const pages = world.log.entries.filter(({ url }) => url === about);
    expect(disallowedRequests(world.log.entries, world).map(({ access }) => access)).toEqual([
      pages[1],
      pages[2],
    ]);
    expect(() => world.setRobots(host, { status: 301, location: 'http://short.test/x' })).toThrow(
      RangeError,
    );
  });
});
