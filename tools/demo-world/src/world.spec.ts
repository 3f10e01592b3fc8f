import { describe, expect, it } from '@jest/globals';
import { normaliseUrl, siteOf, hostOf } from '@mayfly/url';
import { builder } from '@mayfly/testing';
import { linksIn } from '../test/naive-crawler.ts';
import { checkWellFormed } from '../test/well-formed.ts';
import { reachablePages } from './reachable.ts';
import { World, type WorldSettings } from './world.ts';

const settings = builder<WorldSettings>({
  seed: 1,
  hosts: 12,
  articles: 400,
  failures: 'none',
  crawlDelayS: 2,
  startMs: Date.UTC(2026, 0, 1, 5),
});

const seedsOf = (world: World): string[] => world.sites.map(({ host }) => `http://${host}/`);
const walk = (world: World) => reachablePages(world, { seeds: seedsOf(world) });
const usual = walk(new World(settings()));

describe('a world', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(walk(new World(settings()))).toEqual(usual);
    const urls = new Set(walk(new World(settings({ seed: 2 }))).map(({ url }) => url));
    const shared = usual.filter(({ kind, url }) => kind === 'article' && urls.has(url));
    expect(shared).toEqual([]);
  });

  it('says the same all day, and has the same URLs on every day', () => {
    const later = walk(new World(settings({ startMs: Date.UTC(2026, 0, 1, 23) })));
    expect(later).toEqual(usual);
    const tomorrow = walk(new World(settings({ startMs: Date.UTC(2026, 0, 2) })));
    expect(tomorrow.map(({ url }) => url)).toEqual(later.map(({ url }) => url));
  });

  it('has at least 400 pages and everything it promises', () => {
    const count = (expected: string) => usual.filter((page) => page.expected === expected).length;
    expect(count('ok')).toBeGreaterThanOrEqual(400);
    expect(count('duplicate')).toBeGreaterThan(5);
    expect([count('redirect'), count('gone'), count('refused'), count('error')]).toEqual([
      13, 2, 1, 0,
    ]);
    expect(count('robots-disallowed')).toBe(8);
  });

  it('reaches every article', () => {
    const world = new World(settings());
    const urls = new Set(usual.map(({ url }) => url));
    expect(world.articles.filter(({ url }) => !urls.has(url))).toEqual([]);
  });

  it('has articles of 10 to 40 KB and one page that does not fit into a message', () => {
    const sizes = usual.filter(({ kind }) => kind === 'article').map(({ bytes }) => bytes!);
    expect(Math.min(...sizes)).toBeGreaterThan(10_000);
    expect(Math.max(...sizes)).toBeLessThan(42_000);
    expect(usual.filter(({ bytes }) => (bytes ?? 0) > 512 * 1024).map(({ url }) => url)).toEqual([
      'http://morning-ledger.test/long-read',
    ]);
  });

  it('writes every URL as a crawler normalises it', () => {
    for (const { url } of usual) {
      const normalised = normaliseUrl(url);
      expect(normalised).toEqual({ ok: true, url });
    }
  });

  it('can be of another size', () => {
    const small = new World(settings({ hosts: 1, articles: 3 }));
    expect(small.articles.map(({ site }) => site.host)).toEqual(Array(3).fill('harbour-news.test'));
    const large = new World(settings({ hosts: 40, articles: 500 }));
    expect(new Set(walk(large).map(({ url }) => new URL(url).host)).size).toBe(40);
    const nothing = new World(settings({ articles: 0 }));
    expect(walk(nothing).some(({ kind }) => kind === 'article')).toBe(false);
  });

  it('counts each host as a site of its own, but for www', () => {
    const sites = seedsOf(new World(settings())).map((url) => {
      const normalised = normaliseUrl(url);
      return normalised.ok ? siteOf(hostOf(normalised.url)) : '';
    });
    expect(new Set(sites).size).toBe(11);
  });

  it('fails for good where it is told to', () => {
    const pages = walk(new World(settings({ failures: 'always' })));
    expect(
      pages.filter(({ expected }) => expected === 'error').map(({ status }) => status),
    ).toEqual([500, 503]);
  });

  it('has a trap behind robots.txt that never ends', () => {
    const world = new World(settings());
    const trap = world.resource('http://garden-notes.test/calendar/41');
    expect(trap.links).toEqual(['http://garden-notes.test/calendar/42']);
    expect(() =>
      reachablePages(
        { resource: (url) => world.resource(url), robots: () => ({ status: 404 }) },
        { seeds: ['http://garden-notes.test/calendar/1'], limit: 1_000 },
      ),
    ).toThrow('more than 1000 pages');
  });

  it('says something else to each agent on one host', () => {
    const world = new World(settings());
    const seeds = ['http://two-voices.test/'];
    const within = (url: string) => url.startsWith(seeds[0]!);
    const forbidden = (userAgent: string) =>
      reachablePages(world, { seeds, within, userAgent })
        .filter(({ expected }) => expected === 'robots-disallowed')
        .map(({ url }) => new URL(url).pathname.split('/')[1]);
    expect(new Set(forbidden('Mayfly/1.0'))).toEqual(new Set(['drafts']));
    expect(new Set(forbidden('someone'))).toEqual(new Set(['opinion']));
    expect(forbidden('greedybot')).toContain('');
  });
});

describe('a new article', () => {
  it('is on its front page, in its section, feed and sitemap, and changes no older article', () => {
    const world = new World(settings());
    const before = new Map(walk(world).map(({ url, sha256 }) => [url, sha256]));
    for (let i = 0; i < 30; i += 1) {
      const article = world.publish(Date.UTC(2026, 0, 1, 6));
      expect(before.has(article.url)).toBe(false);
      const base = `http://${article.site.host}/`;
      const sitemap = article.site.sitemapIndex ? 'sitemap-articles.xml' : 'sitemap.xml';
      for (const place of ['', `${article.section}/`, 'feed.xml', sitemap]) {
        expect([place, world.resource(base + place).links]).toEqual([
          place,
          expect.arrayContaining([article.url]),
        ]);
      }
    }
    const old = walk(world).filter(({ kind, url }) => kind === 'article' && before.has(url));
    expect(old.length).toBeGreaterThan(400);
    expect(old.filter(({ url, sha256 }) => before.get(url) !== sha256)).toEqual([]);
  });
});

describe('feeds and sitemaps', () => {
  it('are well-formed and name what the model says they name', () => {
    const world = new World(settings());
    const documents = usual.filter(({ kind }) => kind === 'feed' || kind === 'sitemap');
    expect(documents.length).toBe(25);
    for (const { url } of documents) {
      const { body, links } = world.resource(url);
      checkWellFormed(body);
      expect([url, new Set(linksIn(body).filter((link) => !link.includes('w3.org')))]).toEqual([
        url,
        new Set(links),
      ]);
    }
  });

  it('list all articles of a host in its sitemap, and the newest first in its feed', () => {
    const world = new World(settings());
    const own = world.articles.filter(({ site }) => site.host === 'morning-ledger.test');
    const newest = own.toReversed().map(({ url }) => url);
    const sitemap = world.resource('http://morning-ledger.test/sitemap.xml');
    expect(sitemap.links).toEqual(expect.arrayContaining(newest));
    const feed = world.resource('http://morning-ledger.test/feed.xml');
    expect(feed.links).toEqual(['http://morning-ledger.test/', ...newest.slice(0, 20)]);
  });
});

describe('checkWellFormed', () => {
  it.each(['<a><b></a></b>', '<a>&</a>', '<a b=c/>', '<a>', '<a/><b/>', 'x<a/>'])(
    'refuses %s',
    (xml) => {
      expect(() => checkWellFormed(`<?xml version="1.0" encoding="utf-8"?>${xml}`)).toThrow();
    },
  );
});
