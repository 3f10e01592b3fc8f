import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createGzip, gzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { readSitemap, readSitemapPieces } from './read-sitemap.ts';
import type { SitemapEntry } from './sitemap.ts';

const read = (text: string | Uint8Array, options = {}) =>
  readSitemap(typeof text === 'string' ? Buffer.from(text) : text, options);
const locs = (text: string | Uint8Array, options = {}) =>
  read(text, options).entries.map(({ loc }) => loc);
const urlset = (inside: string) => `<?xml version="1.0"?><urlset>${inside}</urlset>`;
const urls = (count: number) =>
  Array.from({ length: count }, (_, at) => `<url><loc>https://a.test/${at}</loc></url>`).join('');

describe('a sitemap', () => {
  it('says all it can of a page', () => {
    const text = `<urlset xmlns:image="i" xmlns:video="v" xmlns:news="n" xmlns:xhtml="x"><url>
      <xhtml:link rel="alternate" hreflang="de" href="https://a.test/de"/><xhtml:link rel="x" href="no"/>
      <loc> https://a.test/1?a&amp;b </loc><lastmod>2004-01-01</lastmod><changefreq>daily</changefreq><priority>0.8</priority>
      <image:image><image:loc>/i.png</image:loc><image:title>I</image:title></image:image>
      <video:video><video:title>V</video:title><video:content_loc>/v.mp4</video:content_loc></video:video>
      <news:news><news:publication><news:name>N</news:name><news:language>en</news:language></news:publication>
        <news:publication_date>2004-01-02T03:00:00Z</news:publication_date><news:title>T</news:title></news:news>
      </url></urlset>`;
    expect(read(text)).toEqual({
      format: 'xml',
      entries: [
        {
          kind: 'entry',
          loc: 'https://a.test/1?a&b',
          lastmod: '2004-01-01',
          lastmodMs: Date.UTC(2004, 0, 1),
          changefreq: 'daily',
          priority: '0.8',
          alternates: [{ href: 'https://a.test/de', hreflang: 'de' }],
          images: [{ loc: '/i.png', title: 'I' }],
          videos: [{ title: 'V', contentLoc: '/v.mp4' }],
          news: {
            publication: 'N',
            language: 'en',
            publicationDate: '2004-01-02T03:00:00Z',
            publicationMs: Date.UTC(2004, 0, 2, 3),
            title: 'T',
          },
        },
      ],
    });
  });

  it('may be an index, a list, or a feed', () => {
    const index = '<sitemapindex><sitemap><loc>/m</loc><lastmod/></sitemap></sitemapindex>';
    expect(read(index)).toEqual({
      format: 'index',
      entries: [{ kind: 'sitemap', loc: '/m', lastmod: '' }],
    });
    expect(read('https://a.test/1\r\nnot a URL\nhttps://a.test/2')).toMatchObject({
      format: 'text',
      entries: [{ loc: 'https://a.test/1' }, { loc: 'https://a.test/2' }],
    });
    const feed =
      '<rss><channel><item><link>/1</link><pubDate>1 Jan 2004</pubDate></item></channel></rss>';
    expect(read(feed, { url: 'https://a.test/' })).toMatchObject({
      format: 'feed',
      entries: [{ loc: 'https://a.test/1', lastmodMs: Date.UTC(2004, 0, 1) }],
    });
  });

  it('may be broken, prefixed, packed, or of another encoding', () => {
    expect(locs('<s:urlset><s:url><s:loc>/1</s:loc></s:url></s:urlset>')).toEqual(['/1']);
    expect(locs('<urlset><url><loc>/a?b&c</loc><url><loc>/2</loc></url></urlset>')).toEqual([
      '/a?b&c',
      '/2',
    ]);
    expect(locs('<urlset><url><loc>/1</loc></url><url><loc>/hal')).toEqual(['/1']);
    expect(locs(gzipSync(urlset(urls(2))))).toEqual(['https://a.test/0', 'https://a.test/1']);
    expect(locs(Buffer.from(`\ufeff${urlset(urls(1))}`, 'utf16le'))).toEqual(['https://a.test/0']);
    expect(locs(`<!-- ${'x'.repeat(9_000)} -->${urlset(urls(1))}`)).toEqual(['https://a.test/0']);
  });

  it('names no secrets and expands nothing', () => {
    const entities = '<!DOCTYPE u [<!ENTITY a "b"><!ENTITY x SYSTEM "file:///etc/passwd">]>';
    expect(locs(`${entities}<urlset><url><loc>/1&a;&x;&lt;</loc></url></urlset>`)).toEqual(['/1<']);
  });
});

describe('limits of sitemaps', () => {
  it.each([
    ['entries', { maxLinks: 2 }, urls(3), 2],
    ['bytes', { maxUnpackedBytes: 200 }, urls(9), 4],
    ['depth', { maxDepth: 10 }, urls(3) + '<a>'.repeat(20), 3],
    ['token-size', { maxTokenCharacters: 80 }, `${urls(3)}<a b="${'x'.repeat(99)}">`, 3],
  ])('are named, and what was read is kept: %s', (stopped, limits, inside, count) => {
    const sitemap = read(urlset(inside), { limits });
    expect([sitemap.stopped, sitemap.entries.length]).toEqual([stopped, count]);
  });

  it('hold for what is packed', () => {
    const bomb = gzipSync(`${urlset(urls(9))}${' '.repeat(9_000_000)}`);
    const sitemap = read(bomb, { limits: { maxUnpackedBytes: 200_000 } });
    expect([sitemap.stopped, sitemap.entries.length]).toEqual(['unpacked-size', 9]);
    expect(read(Buffer.from('\x1f\x8b\x08nonsense', 'latin1')).stopped).toBe('packing');
  });
});

describe('a packed sitemap', () => {
  const COUNT = 20_000;
  const plain = Buffer.from(urlset(urls(COUNT)));
  const whole = gzipSync(plain);
  const middle = whole.length >>> 1;
  const first = gzipSync(plain.subarray(0, plain.length / 2));
  const members = Buffer.concat([first, gzipSync(plain.subarray(plain.length / 2))]);
  /** Packed bytes that are no deflate from a place on: what comes before it is not touched. */
  const broken = (packed: Buffer, at: number) =>
    Buffer.concat([packed.subarray(0, at), Buffer.alloc(packed.length - at, 0xff)]);
  const behind = (packed: Buffer, what: string) =>
    Buffer.concat([packed, Buffer.from(what, 'latin1')]);
  const changed = (packed: Buffer, at: number) => {
    const copy = Buffer.from(packed);
    copy[at]! ^= 255;
    return copy;
  };

  async function readBoth(packed: Buffer) {
    const once = read(packed);
    const locs: string[] = [];
    const pieces = Array.from({ length: Math.ceil(packed.length / 999) }, (_, at) =>
      packed.subarray(at * 999, (at + 1) * 999),
    );
    const end = await readSitemapPieces(Readable.from(pieces), ({ loc }) => locs.push(loc));
    return [
      { stopped: once.stopped, locs: once.entries.map(({ loc }) => loc) },
      { stopped: end.stopped, locs },
    ];
  }

  it.each([
    ['one behind the other', members, undefined],
    ['something behind its end', behind(whole, 'garbage\n'), undefined],
    ['zeros behind its end', behind(whole, '\0'.repeat(512)), undefined],
    ['something behind several', behind(members, '\n\n'), undefined],
    ['half a head behind its end', behind(whole, '\x1f\x8b'), undefined],
    ['a name in its head', behind(named(whole), 'x'), undefined],
    ['a wrong sum', changed(whole, whole.length - 8), 'packing'],
    ['a wrong length', changed(whole, whole.length - 1), 'packing'],
    ['no sum', whole.subarray(0, -8), 'packing'],
    ['a wrong sum in the first of several', changed(members, first.length - 8), 'packing'],
    ['a wrong sum in the last of several', changed(members, members.length - 8), 'packing'],
  ])('with %s is read to its end', async (_, packed, stopped) => {
    for (const sitemap of await readBoth(packed)) {
      expect([sitemap.stopped, sitemap.locs.length]).toEqual([stopped, COUNT]);
      expect(sitemap.locs.at(-1)).toBe(`https://a.test/${COUNT - 1}`);
    }
  });

  it.each([
    ['cut off', whole.subarray(0, middle), 0.4],
    ['broken', broken(whole, middle), 0.4],
    ['cut off in its second part', members.subarray(0, middle * 1.5), 0.7],
    ['broken in its second part', broken(members, middle * 1.5), 0.6],
  ])('that is %s is read as far as it goes, and says so', async (_, packed, least) => {
    for (const { stopped, locs } of await readBoth(packed)) {
      expect(stopped).toBe('packing');
      expect(locs.length).toBeGreaterThan(COUNT * least);
      expect(locs.length).toBeLessThan(COUNT);
      const wrong = locs.findIndex((loc, at) => loc !== `https://a.test/${at}`);
      // What is broken may be seen to be so a few bytes later.
      expect(wrong === -1 || wrong > locs.length - 50).toBe(true);
    }
  });

  it('of thousands of parts is not read to its end where one is wrong', async () => {
    const parts = Array.from({ length: 5_000 }, () => gzipSync(''));
    const packed = Buffer.concat([changed(first, first.length - 8), ...parts]);
    for (const { stopped, locs } of await readBoth(packed)) {
      expect([stopped, locs.length > 9_000]).toEqual(['packing', true]);
    }
  });

  it('may end at any byte of a piece', async () => {
    const small = Buffer.concat([gzipSync(urlset(urls(2))), gzipSync(' ')]);
    for (let size = 1; size <= small.length; size += 1) {
      const pieces = [small.subarray(0, size), small.subarray(size), Buffer.from('x')];
      let count = 0;
      const end = await readSitemapPieces(Readable.from(pieces), () => (count += 1));
      expect([size, count, end.stopped]).toEqual([size, 2, undefined]);
    }
  });

  it('fails with the one who brings it, and tells him when no more is wanted', async () => {
    const events: string[] = [];
    async function* pieces(fails: boolean) {
      try {
        yield whole;
        if (fails) throw new Error('the line is cut');
        yield whole;
      } finally {
        events.push('over');
      }
    }
    await expect(readSitemapPieces(pieces(true), () => {})).rejects.toThrow('the line is cut');
    const limits = { maxLinks: 9 };
    const end = await readSitemapPieces(pieces(false), () => {}, { limits });
    expect([end.stopped, events]).toEqual(['entries', ['over', 'over']]);
  });
});

describe('a sitemap in pieces', () => {
  const PAD = `<changefreq>daily</changefreq><lastmod>2004-01-01T00:00:00Z</lastmod><x>${'y'.repeat(850)}</x>`;

  /** As large as sitemaps may be: 50,000 URLs, 50 MB. */
  async function* large(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('<urlset>');
    for (let at = 0; at < 50_000; at += 50) {
      let piece = '';
      for (let more = 0; more < 50; more += 1) {
        piece += `<url><loc>https://a.test/page/${at + more}</loc>${PAD}</url>`;
      }
      yield Buffer.from(piece);
    }
    yield Buffer.from('</urlset>');
  }

  async function measured(pieces: AsyncIterable<Uint8Array>) {
    setFlagsFromString('--expose-gc');
    const gc = runInNewContext('gc') as () => void;
    let [count, last, most] = [0, '', 0];
    gc();
    const before = process.memoryUsage().heapUsed;
    const end = await readSitemapPieces(pieces, (entry: SitemapEntry) => {
      count += 1;
      last = entry.loc;
      if (count % 10_000 !== 0) return;
      gc();
      most = Math.max(most, process.memoryUsage().heapUsed - before);
    });
    return { end, count, last, most };
  }

  it.each([
    ['plain', (): AsyncIterable<Uint8Array> => large()],
    ['packed', (): AsyncIterable<Uint8Array> => Readable.from(large()).pipe(createGzip())],
  ])('of 50 MB needs little room: %s', async (_, pieces) => {
    const { end, count, last, most } = await measured(pieces());
    expect([end, count, last]).toEqual([{ format: 'xml' }, 50_000, 'https://a.test/page/49999']);
    expect(most).toBeLessThan(8_000_000);
  });

  it('ends where a limit is met, and where what is packed is broken', async () => {
    const few = await readSitemapPieces(large(), () => {}, { limits: { maxLinks: 9 } });
    expect(few.stopped).toBe('entries');
    const packed = gzipSync(urlset(urls(9)));
    packed[packed.length - 10]! ^= 255;
    const broken = await readSitemapPieces(Readable.from([packed]), () => {});
    expect(broken.stopped).toBe('packing');
    const nothing = await readSitemapPieces(Readable.from([]), () => {});
    expect(nothing).toEqual({ format: 'text' });
  });
});

/** Packed bytes with the name of a file in their head. */
function named(packed: Buffer): Buffer {
  const head = Buffer.from(packed.subarray(0, 10));
  head[3] = 8;
  return Buffer.concat([head, Buffer.from('sitemap.xml\0'), packed.subarray(10)]);
}
