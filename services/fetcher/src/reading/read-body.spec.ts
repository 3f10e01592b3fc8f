import { describe, expect, it } from '@jest/globals';
import { LinkList } from '@mayfly/contracts/events/v1';
import type { Url } from '@mayfly/url';
import { readBody } from './read-body.ts';

describe('a page that is read with sitemaps', () => {
  it('leads to those that it does not lead to itself', () => {
    const [own, other] = ['http://a.test/map.xml', 'http://a.test/other.xml'] as Url[];
    const { links, linkCount } = readBody({
      body: Buffer.from('<a href="/map.xml">map</a><a href="/other.xml" rel="nofollow">other</a>'),
      ...{ url: 'http://a.test/' as Url, contentType: 'text/html' },
      ...{ sitemaps: [own!, other!], nowMs: 1_000 },
    });
    expect(LinkList.decode(links).links.map(({ url }) => url)).toEqual([own, other, other]);
    expect(linkCount).toBe(3);
  });
});
