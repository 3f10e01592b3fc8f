import { describe, expect, it } from '@jest/globals';
import type { HostKey, Url } from '@mayfly/url';
import { newSource } from './kept-source.ts';
import { isFrontPage, searchSources, standingAgeMs, standingLinks } from './source-search.ts';

const url = (path: string, host = 'a.test') => `https://${host}/${path}` as Url;

describe('standingLinks', () => {
  it('counts visits that showed a link, and forgets it when it is gone', () => {
    const first = standingLinks([], [url('x'), url('y'), url('x')], 1);
    expect(first).toEqual([
      [url('x'), 1, 1],
      [url('y'), 1, 1],
    ]);
    expect(standingLinks(first, [url('y'), url('z')], 2)).toEqual([
      [url('y'), 1, 2],
      [url('z'), 2, 1],
    ]);
  });
});

describe('standingAgeMs', () => {
  it('is a few days, or half of what a crawl has lived', () => {
    expect([standingAgeMs(300, 10_000), standingAgeMs(300, 100)]).toEqual([300, 50]);
  });
});

const SCHEMES = new Map<string, string>([
  ['a.test', 'https'],
  ['b.test', 'https'],
  ['empty.test', 'https'],
  ['plain.test', 'http'],
]);

describe('searchSources', () => {
  const front = newSource({ url: url(''), number: 0, kind: 'seed', depth: 0, nowMs: 0 });
  const search = (standing: readonly (readonly [Url, number, number])[]) =>
    searchSources({
      hosts: [
        { host: 'b.test' as HostKey, newLinks: 3 },
        { host: 'a.test' as HostKey, newLinks: 9 },
        { host: 'empty.test' as HostKey, newLinks: 0 },
        { host: 'only-robots.test' as HostKey, newLinks: 1 },
        { host: 'plain.test' as HostKey, newLinks: 1 },
      ],
      sources: [{ ...front, standing }],
      schemeOf: (host) => SCHEMES.get(host),
      isSource: (one) => one === front.url || one === url('known'),
      ...{ ageMs: 100, nowMs: 1_000 },
    });

  it('finds main pages of hosts that yield, the best first, as pages of theirs came, and links that have stood long enough', () => {
    const standing = [
      [url('list'), 900, 3],
      [url('young'), 950, 9],
      [url('seldom'), 0, 2],
      [url('known'), 0, 9],
    ] as const;
    expect(search(standing)).toEqual([
      { url: url('', 'b.test'), kind: 'front-page' },
      { url: 'http://plain.test/', kind: 'front-page' },
      { url: url('list'), kind: 'list' },
    ]);
  });
});

describe('isFrontPage', () => {
  it('is a host without a path', () => {
    expect([url(''), url('x'), url('?q=1')].map(isFrontPage)).toEqual([true, false, false]);
  });
});
