import { afterEach, describe, expect, it } from '@jest/globals';
import { ReadPool, type ReadSettings } from '../../src/reading/read-pool.ts';
import { urlOf } from '../support/web.ts';

const pools: ReadPool[] = [];
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

function open(settings: Partial<ReadSettings> = {}): ReadPool {
  const defaults = { workers: 1, timeoutMs: 30_000, maxMemoryMb: 512, smallBytes: 262_144 };
  const pool = new ReadPool({ ...defaults, ...settings });
  pools.push(pool);
  return pool;
}

const documentOf = (text: string, contentType = 'text/html') => ({
  ...{ body: Buffer.from(text), url: urlOf('https://a.test/'), contentType },
});
const PAGE = documentOf(`<title>T</title>${'<p>words</p>'.repeat(50_000)}`);
const LARGE = 10_000_000;

const HOSTILE = {
  'ten megabytes of div': () => '<div>'.repeat(LARGE / 5),
  'an attribute of ten megabytes': () => `<a href="${'a'.repeat(LARGE)}">`,
  'a million attributes': () => `<a ${'a=b '.repeat(1_000_000)}>`,
  'a million links': () => '<a href=x>'.repeat(1_000_000),
  'a million different links': () =>
    Array.from({ length: 300_000 }, (_, at) => `<a href=${at}>x</a>`).join(''),
  'tags that never end': () => '<a <b '.repeat(LARGE / 6),
  'comments that never end': () => '<!--'.repeat(LARGE / 4),
  'charsets that change': () => '<meta charset=utf-16><meta charset=big5>'.repeat(50_000),
};

describe('attack 13: HTML that hurts its reader', () => {
  it.each(Object.entries(HOSTILE))(
    '%s: read or given up, and the next one is read',
    async (_, make) => {
      const pool = open();
      const [hostile, good] = await Promise.all([pool.read(documentOf(make())), pool.read(PAGE)]);
      // What is read of it is bounded, whatever it is.
      expect(hostile?.linkCount ?? 0).toBeLessThanOrEqual(100_000);
      expect(hostile?.title.length ?? 0).toBeLessThan(1_000);
      expect(good?.title).toBe('T');
    },
  );

  it('one that takes too long costs its thread, and others go on meanwhile', async () => {
    const pool = open({ timeoutMs: 1, workers: 1 });
    const small = documentOf('<title>small</title>');
    const [late, read] = await Promise.all([
      pool.read(documentOf(HOSTILE['ten megabytes of div']())),
      pool.read(small),
    ]);
    expect([late, read?.title]).toEqual([undefined, 'small']);
  });
});

const laughs = (count: number) => {
  const lines = Array.from({ length: count }, (_, at) => {
    const before = at === 0 ? 'ha' : `&l${at - 1};`.repeat(10);
    return `<!ENTITY l${at} "${before}">`;
  });
  return `<!DOCTYPE x [${lines.join('')}]>`;
};
const FILE =
  '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "http://127.0.0.1/">%p;]>';
const sitemap = (head: string, loc: string) =>
  documentOf(
    `<?xml version="1.0"?>${head}<urlset><url><loc>${loc}</loc></url></urlset>`,
    'text/xml',
  );
const feed = (head: string, title: string) =>
  documentOf(
    `<?xml version="1.0"?>${head}<rss version="2.0"><channel><title>${title}</title></channel></rss>`,
    'application/rss+xml',
  );

describe('attack 12: entities in sitemaps and feeds', () => {
  it.each([
    ['a billion laughs in a sitemap', sitemap(laughs(12), 'http://a.test/&l11;')],
    ['a billion laughs in a feed', feed(laughs(12), '&l11;')],
    [
      'one long entity, many times',
      feed(`<!DOCTYPE x [<!ENTITY a "${'ha'.repeat(250)}">]>`, '&a;'.repeat(10_000)),
    ],
    ['a file of ours in a sitemap', sitemap(FILE, 'http://a.test/&f;')],
    ['a file of ours in a feed', feed(FILE, '&f;')],
    ['several document types', feed(laughs(3) + FILE + laughs(12), '&l11;')],
    ['a flood of numbered characters', feed('', '&#65;'.repeat(500_000))],
  ])('%s: nothing is expanded, and nothing is fetched', async (_, document) => {
    const read = await open().read(document);
    const all = `${read?.title ?? ''}${Buffer.from(read?.text ?? []).toString()}${Buffer.from(read?.links ?? []).toString()}`;
    // It was read, and not only given up.
    expect(read?.kind).toMatch(/^(feed|sitemap)$/);
    expect(all.length).toBeLessThanOrEqual(document.body.length);
    expect(all).not.toMatch(/root:|hahaha/);
  });
});
