import { describe, expect, it } from '@jest/globals';
import { DocumentKind } from '@mayfly/contracts/events/v1';
import { UrlState } from '@mayfly/contracts/frontier/v1';
import { FinishReason } from '@mayfly/contracts/scheduler/v1';
import { durationOf } from '@mayfly/grpc';
import type { EngineKind } from '@mayfly/service-testing';
import { eventually } from '@mayfly/testing';
import { Harness } from './harness.ts';

const A = 'https://a.test/';

export function crawlSuite(kind: EngineKind): void {
  describe(`a crawl (${kind})`, () => {
    it('follows links breadth first within its scope, each once, and is finished when nothing is left', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({
        [A]: { links: [`${A}1`, `${A}2`, 'https://b.test/'], nofollow: [`${A}secret`] },
        [`${A}1`]: { links: [`${A}11`, A, `${A}2`] },
        [`${A}2`]: { links: [`${A}21`, `${A}1`, `${A}gone`] },
        [`${A}11`]: { links: [`${A}111`] },
        [`${A}21`]: {},
        [`${A}111`]: {},
      });
      await harness.create('news', [A]);
      const crawl = await harness.finish('news');
      const { fetched } = harness.world;
      const depths = fetched.map((url) => harness.frontier.get('news', url)!.depth);
      expect(depths).toEqual([0, 1, 1, 2, 2, 2, 3]);
      expect([...fetched].sort()).toEqual(
        [A, `${A}1`, `${A}11`, `${A}111`, `${A}2`, `${A}21`, `${A}gone`].sort(),
      );
      expect(crawl).toMatchObject({
        ...{ pages: 6, withoutDocument: 1, newLinks: 6, submitted: 0, candidates: 0 },
        ...{ handedOver: true, revision: 1, paused: false },
        finished: { reason: FinishReason.FINISH_REASON_NOTHING_LEFT, deferredHosts: [] },
      });
      expect(await harness.client.getStatus({})).toMatchObject({
        ...{ crawls: 1, finished: 1, paused: 0, submitted: 0, candidates: 0 },
        ...{ frontierOk: true, siteScoringOk: true },
      });
    });

    it('fetches the links of a page in the order of the page', async () => {
      await using harness = await Harness.open(kind);
      const links = Array.from({ length: 20 }, (_, at) => `${A}${at}`);
      harness.pages({ [A]: { links } });
      await harness.create('news', [A]);
      await harness.finish('news');
      expect(harness.world.fetched).toEqual([A, ...links]);
    });

    it('follows the sitemaps that a robots.txt names, which counts for nothing itself', async () => {
      await using harness = await Harness.open(kind);
      const sitemap = `${A}only-robots-knows.xml`;
      harness.pages({ [A]: {}, [sitemap]: { kind: DocumentKind.DOCUMENT_KIND_SITEMAP } });
      await harness.create('news', [A]);
      const { world, stream } = harness;
      const robots = `${A}robots.txt`;
      await world.announceRobots('news', robots, [sitemap, 'https://b.test/x.xml'], stream);
      const crawl = await harness.finish('news');
      expect(world.fetched.toSorted()).toEqual([A, sitemap]);
      expect(crawl).toMatchObject({ pages: 2, withoutDocument: 0, newLinks: 1 });
    });

    it('is finished when its page limit is met, and goes on when that is raised', async () => {
      await using harness = await Harness.open(kind);
      const links = Array.from({ length: 10 }, (_, at) => `${A}${at}`);
      harness.pages({ [A]: { links }, ...Object.fromEntries(links.map((url) => [url, {}])) });
      await harness.create('news', [A], { limits: { maxPages: 4 } });
      expect(await harness.finish('news')).toMatchObject({
        pages: 4,
        finished: { reason: FinishReason.FINISH_REASON_PAGE_LIMIT },
      });
      const { crawl } = await harness.client.updateCrawl({ name: 'news', limits: { maxPages: 7 } });
      expect(crawl).toMatchObject({ finished: undefined, revision: 2 });
      expect(await harness.finish('news')).toMatchObject({ pages: 7 });
      await harness.client.updateCrawl({ name: 'news' });
      expect(await harness.finish('news')).toMatchObject({
        pages: 11,
        finished: { reason: FinishReason.FINISH_REASON_NOTHING_LEFT },
      });
    });

    it('takes the site into its default scope that a seed redirects to', async () => {
      await using harness = await Harness.open(kind);
      const www = 'https://www.other.test/';
      harness.pages({
        [A]: { redirect: www },
        [www]: { links: [`${www}1`, 'https://c.test/'] },
        [`${www}1`]: { links: ['https://d.test/'] },
      });
      await harness.create('news', [A]);
      const crawl = await harness.finish('news');
      expect(crawl.settings?.scope?.sites).toEqual(['a.test', 'other.test']);
      expect(crawl).toMatchObject({ revision: 2, pages: 2, withoutDocument: 1 });
      expect(harness.frontier.get('news', www)).toMatchObject({ hops: 1, depth: 0, seed: true });
      expect(harness.world.fetched).toEqual([A, www, `${www}1`]);
    });

    it('keeps to a scope that was given, whatever a seed redirects to', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({ [A]: { redirect: 'https://other.test/' }, 'https://other.test/': {} });
      await harness.create('news', [A], {
        scope: { sites: ['a.test'], hosts: [], prefixes: [], domains: [] },
      });
      expect(await harness.finish('news')).toMatchObject({ revision: 1, pages: 0 });
      expect(harness.world.fetched).toEqual([A]);
    });

    it('visits seeds and feeds again and again, and other pages once', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({
        [A]: { links: [`${A}feed`, `${A}page`] },
        [`${A}feed`]: { kind: DocumentKind.DOCUMENT_KIND_FEED },
        [`${A}page`]: {},
      });
      await harness.create('news', [A], { revisitInterval: durationOf(1_000) });
      const times = (url: string) => harness.world.fetched.filter((each) => each === url).length;
      await harness.fetchUntil('news', 'two more visits', () => {
        return times(A) >= 3 && times(`${A}feed`) >= 3;
      });
      expect(times(`${A}page`)).toBe(1);
      expect((await harness.crawl('news')).finished).toBeUndefined();
      await harness.client.updateCrawl({ name: 'news' });
      await harness.finish('news');
    });

    it('does not wait for hosts that rest for long, and names them', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({ [A]: { links: ['https://slow.a.test/'] } });
      harness.frontier.deferredHosts.add('slow.a.test');
      await harness.create('news', [A]);
      const { finished } = await harness.finish('news');
      expect(finished).toMatchObject({ deferredHosts: ['slow.a.test'] });
    });

    it('crawls with a frontier of three replicas as with one', async () => {
      await using harness = await Harness.open(kind, { frontiers: 3 });
      const seeds = Array.from({ length: 12 }, (_, at) => `http://h${at}.test/`);
      harness.pages(
        Object.fromEntries(
          seeds.flatMap((url) => [
            [url, { links: [`${url}1`] }],
            [`${url}1`, {}],
          ]),
        ),
      );
      await harness.create('news', seeds);
      expect(await harness.finish('news')).toMatchObject({ pages: 24 });
      expect([...harness.frontier.toldOfCrawls].sort()).toEqual([0, 1, 2]);
    });

    it('fetches what the frontier has parked and nobody asked for', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({ [A]: {}, [`${A}1`]: {}, [`${A}2`]: {}, [`${A}3`]: {} });
      await harness.create('news', [A]);
      await eventually(() => harness.frontier.get('news', A) !== undefined, { what: 'the seed' });
      for (const url of [`${A}1`, `${A}2`, `${A}3`]) {
        harness.frontier.urls.set(`news ${url}`, {
          ...{
            crawl: 'news',
            url,
            depth: 1,
            hops: 0,
            seed: false,
            order: 0,
            failures: 0,
            group: '',
          },
          state: UrlState.URL_STATE_PARKED,
        });
      }
      expect(await harness.finish('news')).toMatchObject({ pages: 4 });
    });

    it('is paused and resumed with the frontier', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({ [A]: {} });
      await harness.create('news', [A]);
      const { crawl } = await harness.client.pauseCrawl({ name: 'news' });
      expect(crawl).toMatchObject({ paused: true, revision: 2 });
      expect((await harness.client.pauseCrawl({ name: 'news' })).crawl?.revision).toBe(2);
      await eventually(() => harness.frontier.crawls.get('news')?.paused === true, {
        what: 'the frontier to hear',
      });
      await harness.client.resumeCrawl({ name: 'news' });
      expect(await harness.finish('news')).toMatchObject({ paused: false, revision: 3, pages: 1 });
    });

    it('is forgotten when it is deleted, and its name can be taken again', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({ [A]: { links: [`${A}1`] }, [`${A}1`]: {} });
      await harness.create('news', [A]);
      await harness.finish('news');
      await harness.client.deleteCrawl({ name: 'news' });
      await expect(harness.client.getCrawl({ name: 'news' })).rejects.toMatchObject({
        code: 'CRAWL_UNKNOWN',
      });
      await eventually(async () => (await harness.client.deleteCrawl({ name: 'news' })).done, {
        what: 'the frontier to forget it',
      });
      expect(harness.frontier.of('news')).toEqual([]);
      const again = await eventually(() => harness.create('news', [A]), { what: 'the name' });
      expect(again).toMatchObject({ pages: 0, newLinks: 0, revision: 3 });
      expect(await harness.finish('news')).toMatchObject({ pages: 2, newLinks: 1 });
      expect(await harness.client.deleteCrawl({ name: 'nobody' })).toEqual({ done: true });
    });

    it('is made once; the same again changes nothing and another is refused', async () => {
      await using harness = await Harness.open(kind);
      await harness.create('news', [A]);
      await harness.client.pauseCrawl({ name: 'news' });
      expect(await harness.create('news', [A])).toMatchObject({ paused: true, revision: 2 });
      await expect(harness.create('news', [A], { share: 2 })).rejects.toMatchObject({
        code: 'CRAWL_EXISTS',
      });
    });

    it('is listed by name, page by page', async () => {
      await using harness = await Harness.open(kind);
      for (const name of ['c', 'a', 'b']) await harness.create(name, [A]);
      const first = await harness.client.listCrawls({ pageSize: 2, pageToken: '' });
      const { nextPageToken: pageToken } = first;
      const second = await harness.client.listCrawls({ pageSize: 2, pageToken });
      expect([first, second].map(({ crawls }) => crawls.map(({ name }) => name))).toEqual([
        ['a', 'b'],
        ['c'],
      ]);
      expect(second.nextPageToken).toBe('');
    });
  });
}
