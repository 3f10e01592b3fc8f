import { describe, expect, it } from '@jest/globals';
import { type CrawlSettings, crawlManners, scopeOf } from './crawl.ts';
import { filled, type Manners, politer, ruderPoint } from './manners.ts';

const defaults: Manners = { delayMs: 1_000, busyFactor: 2, leasesAtATime: 1, obeyRobots: true };
const rude: Manners = { delayMs: 0, busyFactor: 0, leasesAtATime: 9, obeyRobots: false };

describe('manners', () => {
  it('are filled with the defaults', () => {
    expect(filled(defaults, { delayMs: 5 })).toEqual({ ...defaults, delayMs: 5 });
    expect(filled(defaults, undefined)).toEqual(defaults);
  });

  it('that are set for a host only make it better', () => {
    expect(politer(rude, { delayMs: 7 })).toEqual({ ...rude, delayMs: 7 });
    expect(politer(rude, defaults)).toEqual(defaults);
    expect(politer(defaults, rude)).toEqual(defaults);
  });

  it.each([
    [{ delayMs: 999 }, 'delayMs'],
    [{ busyFactor: 1.9 }, 'busyFactor'],
    [{ leasesAtATime: 2 }, 'leasesAtATime'],
    [{ obeyRobots: false }, 'obeyRobots'],
    [{ delayMs: 1_000, busyFactor: 3 }, undefined],
    [{}, undefined],
  ])('%j are ruder than the defaults in %s', (set, point) => {
    expect(ruderPoint(defaults, set)).toBe(point);
  });

  it('of a crawl count only when it is private', () => {
    const settings: CrawlSettings = {
      sites: [],
      hosts: [],
      prefixes: [],
      share: 1,
      private: false,
    };
    expect(crawlManners(defaults, { ...settings, manners: rude })).toEqual(defaults);
    expect(crawlManners(defaults, { ...settings, manners: rude, private: true })).toEqual(rude);
  });
});

describe('a scope', () => {
  const scope = scopeOf({
    sites: ['example.org'],
    hosts: ['one.test:8080'],
    prefixes: ['http://two.test/news/'],
    domains: ['sub.test'],
    deny: ['/news/print'],
    share: 1,
    private: false,
  });
  it.each([
    ['http://www.example.org/x', 'www.example.org', undefined],
    ['http://example.com/', 'example.com', 'scope'],
    ['http://one.test:8080/', 'one.test:8080', undefined],
    ['http://one.test/', 'one.test', 'scope'],
    ['http://two.test/news/1', 'two.test', undefined],
    ['http://two.test/other', 'two.test', 'scope'],
    ['http://two.test/news/print', 'two.test', 'deny'],
    ['http://a.sub.test/', 'a.sub.test', undefined],
  ])('%s', (url, host, rule) => {
    expect(scope(url as never, host as never)).toBe(rule);
  });
});
