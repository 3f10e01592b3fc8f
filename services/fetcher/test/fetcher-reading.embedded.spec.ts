import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  DocumentFacts,
  DocumentKind,
  type FetchEnded,
  LinkKind,
  LinkList,
  LinkRegion,
  PageNotice,
  SignalPlace,
} from '@mayfly/contracts/events/v1';
import { unpackContent } from '@mayfly/events';
import { durationMs } from '@mayfly/grpc';
import { testEngines, type TestEngines } from '@mayfly/service-testing';
import { collectLog } from '@mayfly/telemetry/testing';
import { ROBOTS } from './support/fake-frontier.ts';
import { Harness, type RunningFetcher } from './support/harness.ts';
import { testSite, type TestSite } from './support/test-site.ts';

collectLog();

const WORDS =
  'Mayflies spend a year in the water, and one day in the air on which they never eat. ';
const ARTICLE = `<!doctype html><html lang=en><head><title>The day of the mayfly | River News</title>
  <meta property="og:site_name" content="River News"><meta name=author content="Ada Fisher">
  <meta property="article:published_time" content="2024-05-17T08:30:00Z">
  <meta name=robots content="noarchive, noai"></head><body><nav><a href=/>Home</a></nav>
  <article><h1>The day of the mayfly</h1><p>${WORDS.repeat(3)}<a href=/rivers>Rivers</a></p>
  <h2>Evening</h2><p>${WORDS.repeat(3)}</p></article><footer><a href=/legal>Legal</a></footer></body></html>`;

describe('what is read', () => {
  let engines: TestEngines;
  let harness: Harness;
  let site: TestSite;
  let fetcher: RunningFetcher;

  beforeAll(async () => {
    engines = await testEngines('embedded');
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

  const serve = (
    place: string,
    type: string,
    body: string,
    headers: Readonly<Record<string, string | string[]>> = {},
  ) =>
    site.serve(place, (_, response) =>
      response.writeHead(200, { 'content-type': type, ...headers }).end(body),
    );
  const factsOf = async (url: string) => {
    harness.frontier.offer(url);
    const { message } = await harness.messageOf(url);
    const { text } = message;
    const bytes =
      text?.at?.$case === 'inline' && (await unpackContent({ ...text, bytes: text.at.value }));
    return { facts: DocumentFacts.decode(message.facts), text: Buffer.from(bytes || []), message };
  };
  const linksOf = async ({ links }: FetchEnded) => {
    const bytes =
      links?.at?.$case === 'inline' && (await unpackContent({ ...links, bytes: links.at.value }));
    return LinkList.decode(bytes || new Uint8Array()).links;
  };

  it('is published with the page: metadata, wishes and where its main content stands', async () => {
    serve('article.test/', 'text/html; charset=utf-8', ARTICLE, { 'tdm-reservation': '1' });
    const { facts, text } = await factsOf('http://article.test/');
    expect(facts).toMatchObject({
      ...{ encoding: 'utf-8', notice: undefined },
      metadata: {
        ...{ title: 'The day of the mayfly', author: 'Ada Fisher', siteName: 'River News' },
        ...{ language: 'en', published: { day: '2024-05-17', from: 'meta' } },
      },
      wishes: { noarchive: true, noindex: false, others: ['noai'] },
    });
    expect(facts.useSignals).toEqual([
      { use: 'tdm', allowed: false, from: SignalPlace.SIGNAL_PLACE_HEADER },
      { use: 'ai', allowed: false, from: SignalPlace.SIGNAL_PLACE_PAGE },
    ]);
    const main = text.subarray(facts.main[0], facts.main[1]).toString();
    expect([main.startsWith('Mayflies'), main.includes('Evening'), main.includes('Legal')]).toEqual(
      [...[true, true, false]],
    );
  });

  it('counts places in bytes, whatever letters stand before them', async () => {
    const page = `<nav>Ä é ü ☃</nav><article><p>${WORDS.repeat(4)}</p></article>`;
    serve('bytes.test/', 'text/html; charset=utf-8', page);
    const { facts, text } = await factsOf('http://bytes.test/');
    expect(text.subarray(facts.main[0], facts.main[1]).toString()).toBe(WORDS.repeat(4).trim());
  });

  it('has the wishes of each line of X-Robots-Tag that is for us', async () => {
    const tags = ['otherbot: noindex', 'nofollow', 'googlebot: nosnippet'];
    serve('tags.test/', 'text/html', '<p>x', { 'x-robots-tag': tags });
    const { facts } = await factsOf('http://tags.test/');
    expect(facts.wishes).toMatchObject({ noindex: false, nofollow: true, nosnippet: false });
  });

  it('has the links of headers, also of what is no page', async () => {
    const link = ['</paper>; rel="canonical"', '</fran\xe7ais.pdf>; rel=alternate; hreflang=fr'];
    serve('paper.test/a.pdf', 'application/pdf', '%PDF-1.7', { link });
    const { message } = await factsOf('http://paper.test/a.pdf');
    expect(message.documentKind).toBe(DocumentKind.DOCUMENT_KIND_OTHER);
    expect(await linksOf(message)).toMatchObject([
      { url: 'http://paper.test/paper', kind: LinkKind.LINK_KIND_CANONICAL },
      {
        url: 'http://paper.test/fran%E7ais.pdf',
        kind: LinkKind.LINK_KIND_ALTERNATE,
        language: 'fr',
      },
    ]);
  });

  it('names a page that is none', async () => {
    serve(
      'soft.test/',
      'text/html',
      '<title>Page not found</title><p>Nothing is here, go home.</p>',
    );
    const { facts } = await factsOf('http://soft.test/');
    expect(facts.notice).toBe(PageNotice.PAGE_NOTICE_SOFT_404);
  });

  it('brings the dates of a feed, and how it wants to be read', async () => {
    const feed = `<rss version="2.0"><channel><title>News</title><ttl>30</ttl><item><link>http://feed.test/1</link>
      <pubDate>Fri, 17 May 2024 08:30:00 GMT</pubDate></item></channel></rss>`;
    serve('feed.test/', 'application/rss+xml', feed);
    const { facts, message } = await factsOf('http://feed.test/');
    expect(facts.feed?.ttl && durationMs(facts.feed.ttl)).toBe(1_800_000);
    expect(await linksOf(message)).toMatchObject([
      { url: 'http://feed.test/1', publishTime: new Date('2024-05-17T08:30:00Z') },
    ]);
  });

  it('is shown to a person who fetches by hand, all of it', async () => {
    site.serve(
      'shown.test/robots.txt',
      'User-agent: *\nContent-Signal: ai-train=no\nAllow: /art\nCrawl-delay: 2',
    );
    serve('shown.test/article', 'text/html', ARTICLE);
    let robotsAttempt: number | undefined;
    harness.frontier.onNamed = () => {
      if (robotsAttempt !== undefined)
        return { obeyRobots: true, robotsAttempt, crawl: 'by-hand', attempt: 901 };
      robotsAttempt = 900;
      return { url: 'http://shown.test/robots.txt', kind: ROBOTS, attempt: 900 };
    };
    const answer = await fetcher.client.fetch({ url: 'http://shown.test/article' });
    expect(answer.robots).toMatchObject({ allowed: true, pattern: '/art' });
    expect(durationMs(answer.robots!.crawlDelay!)).toBe(2_000);
    expect(answer.headers).toContainEqual({ name: 'content-type', value: 'text/html' });
    expect(answer.facts?.metadata?.author).toBe('Ada Fisher');
    expect(answer.facts?.useSignals[0]).toEqual({
      ...{ use: 'ai-train', allowed: false, from: SignalPlace.SIGNAL_PLACE_ROBOTS },
    });
    expect(answer.mainText).toContain('[Rivers](http://shown.test/rivers)');
    expect(answer.mainText).toContain('\n\n## Evening\n\n');
    expect(answer.linkList.map(({ url, kind, region }) => [url.slice(17), kind, region])).toEqual([
      ['/', LinkKind.LINK_KIND_ANCHOR, LinkRegion.LINK_REGION_NAVIGATION],
      ['/rivers', LinkKind.LINK_KIND_ANCHOR, LinkRegion.LINK_REGION_MAIN],
      ['/legal', LinkKind.LINK_KIND_ANCHOR, LinkRegion.LINK_REGION_FOOTER],
    ]);
    expect(answer.times).toMatchObject({ firstByte: expect.anything(), parse: expect.anything() });
  });
});
