import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import { DocumentKind, type FetchEnded, LinkKind, LinkList } from '@mayfly/contracts/events/v1';
import { ReleaseReason } from '@mayfly/contracts/frontier/v1';
import { unpackContent } from '@mayfly/events';
import { durationOf } from '@mayfly/grpc';
import { type EngineKind, testEngines, type TestEngines } from '@mayfly/service-testing';
import { eventually } from '@mayfly/testing';
import { randomBytes } from 'node:crypto';
import { PAGE, ROBOTS } from './support/fake-frontier.ts';
import { Harness, type RunningFetcher } from './support/harness.ts';
import { testSite, type TestSite } from './support/test-site.ts';

async function inlineOf(content: FetchEnded['body']): Promise<string> {
  if (content?.at?.$case !== 'inline') return '';
  const bytes = await unpackContent({ ...content, bytes: content.at.value });
  return Buffer.from(bytes).toString();
}

/** What a fetcher does on its own, on either pair of engines. */
export function fetcherSuite(kind: EngineKind): void {
  let engines: TestEngines;
  let harness: Harness;
  let site: TestSite;
  let fetcher: RunningFetcher;

  beforeAll(async () => {
    engines = await testEngines(kind);
    site = await testSite();
    harness = await new Harness(await engines.open()).open();
    fetcher = await harness.start(site.port);
  });
  afterAll(async () => {
    await fetcher.close();
    await harness.close();
    await site[Symbol.asyncDispose]();
    await engines[Symbol.asyncDispose]();
  });

  const settled = (lease: { leaseId: string }) =>
    eventually(
      () =>
        harness.frontier.settled.find(({ leaseId }) => leaseId === lease.leaseId) ??
        (false as const),
      { what: `${lease.leaseId} to be settled`, withinMs: 60_000 },
    );

  describe('a page', () => {
    it('is fetched, read, published and then settled', async () => {
      site.serve('page.test/', (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html', etag: '"v1"', 'x-secret': 'no' });
        response.end('<title>Page</title><p>Hello <a href="/next">next</a>');
      });
      const order: string[] = [];
      fetcher.control.onPublished = (message) =>
        order.push(`published ${(message as FetchEnded).url}`);
      harness.frontier.onSettled = ({ leaseId }) => order.push(`settled ${leaseId}`);
      const lease = harness.frontier.offer('http://page.test/', { depth: 2, seed: true });
      const settlement = await settled(lease);
      expect(settlement).toMatchObject({
        outcome: Outcome.OUTCOME_OK,
        validators: { etag: '"v1"', lastModified: '' },
        hostTime: expect.anything(),
      });
      expect(order).toEqual(['published http://page.test/', `settled ${lease.leaseId}`]);
      const { message, key } = await harness.messageOf('http://page.test/');
      expect(key).toBe('page.test');
      expect(message).toMatchObject({
        ...{ host: 'page.test', crawl: 'test', attempt: lease.attempt, kind: PAGE, status: 200 },
        ...{ title: 'Page', depth: 2, seed: true, mediaType: 'text/html', truncated: false },
        outcome: Outcome.OUTCOME_OK,
        documentKind: DocumentKind.DOCUMENT_KIND_HTML,
        fetcherId: 'fetcher-under-test',
      });
      expect(message.headers.map(({ name }) => name)).toEqual(['content-type', 'etag', 'date']);
      expect(await inlineOf(message.body)).toContain('<title>Page</title>');
      expect(await inlineOf(message.text)).toBe('Hello next');
      const { links } = LinkList.decode(Buffer.from(await inlineOf(message.links)));
      expect(links).toMatchObject([
        { url: 'http://page.test/next', kind: LinkKind.LINK_KIND_ANCHOR, text: 'next' },
      ]);
      expect(message.times).toMatchObject({
        ...{ requestTime: expect.any(Date), publishTime: expect.any(Date) },
        ...{ dns: expect.anything(), connect: expect.anything(), firstByte: expect.anything() },
        ...{ download: expect.anything(), parse: expect.anything() },
      });
    });

    it('that has not changed is told so, and its validators are kept', async () => {
      site.serve('same.test/', (request, response) => {
        response.writeHead(request.headers['if-none-match'] === '"v1"' ? 304 : 200).end();
      });
      const validators = { etag: '"v1"', lastModified: '' };
      const settlement = await settled(harness.frontier.offer('http://same.test/', { validators }));
      expect(settlement).toMatchObject({ outcome: Outcome.OUTCOME_UNCHANGED, validators });
      expect((await harness.messageOf('http://same.test/')).message.body).toBe(undefined);
    });

    it.each<[string, number, Record<string, string>, number]>([
      ['moved.test', 301, { location: '/new#x' }, Outcome.OUTCOME_REDIRECTED],
      ['lost.test', 302, {}, Outcome.OUTCOME_BAD_RESPONSE],
      ['gone.test', 410, {}, Outcome.OUTCOME_GONE],
      ['refused.test', 403, {}, Outcome.OUTCOME_REFUSED],
      ['busy.test', 429, { 'retry-after': '7' }, Outcome.OUTCOME_BUSY],
      ['broken.test', 500, {}, Outcome.OUTCOME_SERVER_ERROR],
    ])('of %s ends by its name', async (host, status, headers, outcome) => {
      site.serve(`${host}/`, (_, response) => response.writeHead(status, headers).end('no page'));
      const settlement = await settled(harness.frontier.offer(`http://${host}/`));
      expect(settlement.outcome).toBe(outcome);
      if (status === 429) expect(settlement.retryAfter).toEqual(durationOf(7_000));
      const { message } = await harness.messageOf(`http://${host}/`);
      expect([message.outcome, message.status, message.body]).toEqual([outcome, status, undefined]);
      if (status === 301) expect(message.redirectUrl).toBe('http://moved.test/new');
    });

    it('that may not be reached, or is abandoned, is never asked for', async () => {
      const blocked = await settled(
        harness.frontier.offer('http://blocked.test/', { private: false }),
      );
      expect(blocked).toMatchObject({
        outcome: Outcome.OUTCOME_BLOCKED_ADDRESS,
        hostTime: undefined,
      });
      const abandoned = await settled(
        harness.frontier.offer('http://deadly.test/', { abandon: true }),
      );
      expect(abandoned.outcome).toBe(Outcome.OUTCOME_ABANDONED);
      await harness.messageOf('http://deadly.test/');
      expect(site.requests.filter((place) => /^(blocked|deadly)/.test(place))).toEqual([]);
    });

    it('whose tenth redirect leads on is a loop', async () => {
      site.serve('loop.test/', (_, response) => response.writeHead(302, { location: '/x' }).end());
      const settlement = await settled(harness.frontier.offer('http://loop.test/', { hops: 9 }));
      expect(settlement.outcome).toBe(Outcome.OUTCOME_REDIRECT_LOOP);
    });

    it('that is slow is given up before its lease ends', async () => {
      site.serve('slow.test/', () => {});
      const lease = harness.frontier.offer('http://slow.test/', { duration: durationOf(800) });
      const started = performance.now();
      expect((await settled(lease)).outcome).toBe(Outcome.OUTCOME_TIMEOUT);
      expect(performance.now() - started).toBeLessThan(5_000);
    });
  });

  describe('robots.txt', () => {
    const robotsOf = (host: string, file: string) => {
      site.serve(`${host}/robots.txt`, file);
      return harness.frontier.offer(`http://${host}/robots.txt`, { kind: ROBOTS });
    };

    it('is fetched first and obeyed', async () => {
      const robots = robotsOf(
        'rules.test',
        'User-agent: *\nDisallow: /private\nCrawl-delay: 3\nSitemap: /map.xml',
      );
      expect((await settled(robots)).robots).toMatchObject({
        known: true,
        crawlDelay: durationOf(3_000),
        maxAge: durationOf(86_400_000),
      });
      const { message } = await harness.messageOf('http://rules.test/robots.txt');
      expect(LinkList.decode(Buffer.from(await inlineOf(message.links))).links).toMatchObject([
        { url: 'http://rules.test/map.xml', kind: LinkKind.LINK_KIND_SITEMAP, nofollow: false },
      ]);
      const obeying = { obeyRobots: true, robotsAttempt: robots.attempt };
      const forbidden = harness.frontier.offer('http://rules.test/private/x', obeying);
      expect((await settled(forbidden)).outcome).toBe(Outcome.OUTCOME_ROBOTS);
      const open = harness.frontier.offer('http://rules.test/open', obeying);
      expect((await settled(open)).outcome).toBe(Outcome.OUTCOME_GONE);
      expect(site.requests).not.toContain('rules.test/private/x');
    });

    it('that was read before tells a crawl that begins now of its sitemaps, by its seeds', async () => {
      const robots = robotsOf(
        'known.test',
        'Sitemap: /map.xml\nSitemap: http://known.test/map.xml',
      );
      await settled(robots);
      const obeying = { obeyRobots: true, robotsAttempt: robots.attempt };
      const linksOf = async (path: string, about: object) => {
        const url = `http://known.test${path}`;
        site.serve(`known.test${path}`, '<p>Hello <a href="/next">next</a>');
        await settled(harness.frontier.offer(url, { ...obeying, ...about }));
        const { message } = await harness.messageOf(url);
        const { links } = LinkList.decode(Buffer.from(await inlineOf(message.links)));
        return links.map((link) => [link.url, link.kind]);
      };
      const next = ['http://known.test/next', LinkKind.LINK_KIND_ANCHOR];
      const map = ['http://known.test/map.xml', LinkKind.LINK_KIND_SITEMAP];
      expect(await linksOf('/', { seed: true })).toEqual([next, map]);
      expect(await linksOf('/other', {})).toEqual([next]);
    });

    it.each([
      ['whose rules are not there', { robotsAttempt: 1 }],
      ['that the lease does not name', {}],
    ])('%s makes the lease go back', async (_, named) => {
      const lease = harness.frontier.offer('http://unknown.test/', {
        obeyRobots: true,
        ...named,
      });
      const release = await eventually(
        () =>
          harness.frontier.released.find(({ leaseId }) => leaseId === lease.leaseId) ??
          (false as const),
        { what: 'the release' },
      );
      expect(release.reason).toBe(ReleaseReason.RELEASE_REASON_ROBOTS_UNKNOWN);
      expect(site.requests).not.toContain('unknown.test/');
    });

    it('is known to every fetcher, also after a restart', async () => {
      const robots = robotsOf('shared.test', 'User-agent: mayfly\nDisallow: /');
      await settled(robots);
      await fetcher.close();
      fetcher = await harness.start(site.port);
      const lease = harness.frontier.offer('http://shared.test/', {
        obeyRobots: true,
        robotsAttempt: robots.attempt,
      });
      expect((await settled(lease)).outcome).toBe(Outcome.OUTCOME_ROBOTS);
      const newer = harness.frontier.offer('http://shared.test/', {
        obeyRobots: true,
        robotsAttempt: robots.attempt + 1_000,
      });
      await eventually(
        () => harness.frontier.released.some(({ leaseId }) => leaseId === newer.leaseId),
        { what: 'older rules to be refused' },
      );
    });

    it('that redirects is followed under leases of its own', async () => {
      site.serve('from.test/robots.txt', (_, response) =>
        response.writeHead(301, { location: 'http://to.test/robots.txt' }).end(),
      );
      site.serve('to.test/robots.txt', 'User-agent: *\nDisallow: /x');
      const first = harness.frontier.offer('http://from.test/robots.txt', { kind: ROBOTS });
      harness.frontier.onNamed = ({ url, kind, crawl, afterLeaseId }) =>
        url === 'http://to.test/robots.txt' &&
        kind === ROBOTS &&
        crawl === 'test' &&
        afterLeaseId === first.leaseId
          ? { kind: ROBOTS, leaseId: 'hop' }
          : undefined;
      expect(await settled(first)).toMatchObject({
        outcome: Outcome.OUTCOME_REDIRECTED,
        robots: { known: true },
      });
      expect(await settled({ leaseId: 'hop' })).toMatchObject({ outcome: Outcome.OUTCOME_OK });
      await harness.messageOf('http://to.test/robots.txt');
      await harness.messageOf('http://from.test/robots.txt');
      const page = harness.frontier.offer('http://from.test/x', {
        obeyRobots: true,
        robotsAttempt: first.attempt,
      });
      expect((await settled(page)).outcome).toBe(Outcome.OUTCOME_ROBOTS);
    });

    it('that fails is not known', async () => {
      site.serve('down.test/robots.txt', (_, response) => response.writeHead(500).end());
      const lease = harness.frontier.offer('http://down.test/robots.txt', { kind: ROBOTS });
      expect(await settled(lease)).toMatchObject({
        outcome: Outcome.OUTCOME_SERVER_ERROR,
        robots: { known: false },
      });
    });
  });

  describe('large things', () => {
    it('go to the document-store first', async () => {
      // Letters and digits only: nothing in it ends the comment, and it hardly packs.
      const body = Buffer.from(`<p>large</p><!--${randomBytes(2_500_000).toString('base64')}`);
      site.serve('large.test/', body);
      await settled(harness.frontier.offer('http://large.test/'));
      const { message } = await harness.messageOf('http://large.test/');
      expect(message.body).toMatchObject({
        at: { $case: 'stored', value: true },
        size: body.length,
      });
      const hash = Buffer.from(message.body?.sha256 ?? []).toString('hex');
      expect(Buffer.compare(harness.documents.bodies.get(hash) ?? Buffer.alloc(0), body)).toBe(0);
      expect(await inlineOf(message.text)).toContain('large');
    });

    it('may be a sitemap of 50,000 links', async () => {
      const entries = Array.from(
        { length: 50_000 },
        (_, at) => `<url><loc>http://map.test/${randomBytes(12).toString('hex')}/${at}</loc></url>`,
      );
      site.serve('map.test/map.xml', (_, response) =>
        response
          .writeHead(200, { 'content-type': 'application/xml' })
          .end(`<urlset>${entries.join('')}</urlset>`),
      );
      await settled(harness.frontier.offer('http://map.test/map.xml'));
      const { message } = await harness.messageOf('http://map.test/map.xml');
      expect(message.documentKind).toBe(DocumentKind.DOCUMENT_KIND_SITEMAP);
      const { links } = message;
      const hash = Buffer.from(links?.sha256 ?? []).toString('hex');
      const bytes =
        links?.at?.$case === 'inline'
          ? await unpackContent({ ...links, bytes: links.at.value })
          : harness.documents.bodies.get(hash);
      expect(LinkList.decode(bytes ?? new Uint8Array()).links).toHaveLength(50_000);
    });

    it('above the limit are an outcome', async () => {
      site.serve('huge.test/', (_, response) =>
        response.writeHead(200, { 'content-length': '41000000' }).end(),
      );
      const settlement = await settled(harness.frontier.offer('http://huge.test/'));
      expect(settlement.outcome).toBe(Outcome.OUTCOME_TOO_LARGE);
    });
  });
}
