import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { readDocument, type ToRead } from './read-document.ts';

const read = (text: string | Uint8Array, contentType?: string, more: Partial<ToRead> = {}) =>
  readDocument({
    bytes: typeof text === 'string' ? Buffer.from(text) : text,
    url: 'https://a.test/dir/',
    contentType,
    ...more,
  });
const entries = (text: string | Uint8Array, contentType?: string) =>
  read(text, contentType).links.map(({ url, kind }) => `${kind} ${url}`);

const XML = '<?xml version="1.0"?>\n<!-- made by hand -->\n';
const SITEMAP = `${XML}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="i">
  <url><loc> https://a.test/1 </loc><image:image><image:loc>https://a.test/i</image:loc></image:image></url>
  <url><loc><![CDATA[https://a.test/2?a&b]]></loc></url><url><loc>/3?a&amp;b</loc></url></urlset>`;

describe('the kind', () => {
  it.each([
    ['text/html', '<p>x', 'html'],
    ['text/html; charset=utf-8', `${XML}<rss><channel></channel></rss>`, 'feed'],
    ['application/xml', `${XML}<feed xmlns="http://www.w3.org/2005/Atom"/>`, 'feed'],
    ['text/xml', '<rdf:RDF></rdf:RDF>', 'feed'],
    ['text/plain', SITEMAP, 'sitemap'],
    ['application/xml', '<sm:sitemapindex></sm:sitemapindex>', 'sitemap'],
    ['application/xml', '<!DOCTYPE html [<!ENTITY a "b">]><html></html>', 'html'],
    ['application/xhtml+xml', '<html/>', 'html'],
    ['application/xml', '<book><title>a</title></book>', 'text'],
    ['image/svg+xml', '<svg/>', 'other'],
    ['text/plain', '<html>', 'text'],
    ['text/plain', 'a\u0000b', 'other'],
    ['text/plain', 'https://a.test/1\nhttps://a.test/2\n', 'sitemap'],
    ['text/plain', 'https://a.test/1 is a page', 'text'],
    ['text/css', 'a {}', 'other'],
    ['image/png', '<html>', 'other'],
    ['application/json', '{"version": "https://jsonfeed.org/version/1.1"}', 'feed'],
    ['application/feed+json', '{}', 'feed'],
    ['application/json', '{}', 'other'],
    [undefined, '  <!DOCTYPE html><p>', 'html'],
    [undefined, 'just words', 'text'],
    ['application/octet-stream', '%PDF\u0001', 'other'],
    ['nonsense', '', 'text'],
    ['application/x-gzip', SITEMAP, 'sitemap'],
    ['application/gzip', 'https://a.test/1\nhttps://a.test/2\n', 'sitemap'],
    ['application/gzip', '<!doctype html><p>', 'html'],
    ['application/force-download', '<rss version="2.0"></rss>', 'feed'],
    ['application/x-httpd-php', `${XML}<rss version="2.0"></rss>`, 'feed'],
  ])('of %s is seen', (contentType, text, kind) => {
    expect(read(text, contentType).kind).toBe(kind);
  });

  it('of any other XML is text, a line for each element', () => {
    const { text, kind } = read(
      '<?xml version="1.0"?><book><t>One &amp; <![CDATA[two]]></t><p>x</p></book>',
      '',
    );
    expect([kind, text]).toEqual(['text', 'One & two\nx']);
  });

  it('goes with a media type', () => {
    expect([read('<p>', 'Text/HTML;x').mediaType, read('<html>').mediaType]).toEqual([
      'text/html',
      'text/html',
    ]);
  });
});

describe('a page that is XML', () => {
  const page =
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a.js"/></head>' +
    '<body><iframe src="/frame"/><p>one<br/>two<a href="/z"/> three</p></body></html>';

  it('has elements that a slash closes', () => {
    const { text, links } = read(page, 'application/xhtml+xml');
    expect([text, links.map(({ url }) => url)]).toEqual([
      'one\ntwo three',
      ['https://a.test/frame', 'https://a.test/z'],
    ]);
  });

  it('is as browsers have it where it comes as HTML', () => {
    expect(read(page, 'text/html').text).toBe('');
  });
});

describe('the encoding', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1');
  it.each([
    ['header', latin('<p>\xe4'), 'text/html; charset=iso-8859-1', 'ä'],
    ['header, quoted', latin('<p>\xc1'), 'text/html; charset="windows-1251"', 'Б'],
    ['mark before header', Buffer.from('\ufeff<p>ä'), 'text/html; charset=latin1', 'ä'],
    ['UTF-16 mark', Buffer.from('\ufeff<p>ä', 'utf16le'), 'text/html', 'ä'],
    ['meta', latin('<meta charset="koi8-r"><p>\xe1'), 'text/html', 'А'],
    [
      'meta http-equiv',
      latin('<meta http-equiv=content-type content="text/html; charset=koi8-r"><p>\xe1'),
      'text/html',
      'А',
    ],
    [
      'a meta in a comment says nothing',
      latin('<!-- <meta charset=koi8-r> --><p>\xe4'),
      'text/html',
      'ä',
    ],
    ['meta that says UTF-16 in ASCII', Buffer.from('<meta charset=utf-16><p>ä'), 'text/html', 'ä'],
    ['an unknown label says nothing', Buffer.from('<p>ä'), 'text/html; charset=klingon', 'ä'],
    ['valid UTF-8', Buffer.from('<p>ä'), 'text/html', 'ä'],
    ['else windows-1252', latin('<p>\x80\xe4'), 'text/html', '€ä'],
  ])('by %s', (_, bytes, contentType, text) => {
    expect(read(bytes, contentType).text).toBe(text);
  });

  it('is told', () => {
    expect(read(latin('<p>\xe4'), 'text/html').encoding).toBe('windows-1252');
  });
});

describe('sitemaps', () => {
  const found = [
    'entry https://a.test/1',
    'entry https://a.test/2?a&b',
    'entry https://a.test/3?a&b',
  ];

  it('have entries, and an index further sitemaps', () => {
    expect(entries(SITEMAP, 'application/xml')).toEqual(found);
    const index = '<sitemapindex><sitemap><loc>https://a.test/m.xml</loc></sitemap></sitemapindex>';
    expect(entries(index, 'text/xml')).toEqual(['sitemap https://a.test/m.xml']);
  });

  it('may be packed', () => {
    expect(entries(gzipSync(SITEMAP), 'application/x-gzip')).toEqual(found);
    expect(read(gzipSync('a'.repeat(9_999)), 'application/x-gzip').kind).toBe('other');
    const bomb = gzipSync(Buffer.alloc(1_000_000, SITEMAP));
    expect(read(bomb, 'application/x-gzip', { limits: { maxUnpackedBytes: 1_000 } })).toMatchObject(
      {
        kind: 'sitemap',
        truncated: true,
      },
    );
  });

  it('may be lines of any kind, and are none with other words', () => {
    const lines = 'https://a.test/1\r\rhttps://a.test/2 \r \nhttps://a.test/3';
    const urls = ['1', '2', '3'].map((name) => `entry https://a.test/${name}`);
    expect(entries(lines, 'text/plain')).toEqual(urls);
    const spaced = `https://a.test/1${' '.repeat(3_000_000)}x`;
    expect(read(spaced, 'text/plain').kind).toBe('text');
  });

  it('may have a prefix, and be broken', () => {
    const prefixed = '<s:urlset xmlns:s="x"><s:url><s:loc>/1</s:loc></s:url></s:urlset>';
    expect(entries(prefixed, 'text/xml')).toEqual(['entry https://a.test/1']);
    const broken = '<urlset><url><loc>/a?b&c</loc></url><url><loc>/d</loc><lastmod></url>';
    expect(entries(broken, 'text/xml')).toEqual([
      'entry https://a.test/a?b&c',
      'entry https://a.test/d',
    ]);
  });

  it('of 50,000 links are read whole', () => {
    const urls = Array.from(
      { length: 50_000 },
      (_, at) => `<url><loc>https://a.test/${at}</loc></url>`,
    );
    const { links, truncated } = read(`<urlset>${urls.join('')}</urlset>`, 'text/xml');
    expect([links.length, links.at(-1)?.url, truncated]).toEqual([
      50_000,
      'https://a.test/49999',
      false,
    ]);
  });

  it('expand no entities and read no files', () => {
    const laughs = `<!DOCTYPE u [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
      <!ENTITY x SYSTEM "file:///etc/passwd">]><urlset><url><loc>/1&b;&x;</loc></url></urlset>`;
    expect(entries(laughs, 'text/xml').join()).toBe('entry https://a.test/1');
  });

  it('end where they are nested too deep', () => {
    const deep = `<urlset><url><loc>/1</loc></url>${'<a>'.repeat(200_000)}</urlset>`;
    expect(entries(deep, 'text/xml')).toEqual(['entry https://a.test/1']);
  });
});

describe('feeds', () => {
  it('of RSS have the links of their items, or what these call themselves', () => {
    const rss = `${XML}<rss version="2.0" xmlns:atom="a" xmlns:media="m"><channel><title>News &amp; more</title>
      <link>https://a.test/</link><atom:link rel="self" href="https://a.test/rss"/>
      <image><title>logo</title></image>
      <item><title>One</title><link>https://a.test/1</link><guid>x</guid><media:title>no</media:title></item>
      <item><title><![CDATA[Two <b>]]></title><guid>https://a.test/2</guid></item>
      <item><title>Three</title><guid isPermaLink="false">https://a.test/3</guid></item></channel></rss>`;
    expect(entries(rss, 'application/rss+xml')).toEqual([
      'entry https://a.test/1',
      'entry https://a.test/2',
    ]);
    const { title, text } = read(rss, 'application/rss+xml');
    expect([title, text]).toEqual(['News & more', 'News & more\nOne\nTwo\nThree']);
  });

  it('of Atom have the alternate link', () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/blog/"><title>B</title>
      <link href="/"/><entry><link rel="edit" href="/e"/><link href="1"/><id>urn:1</id></entry>
      <entry><link rel="alternate" href="https://b.test/2"/><source><title>s</title></source></entry>
      <entry><id>https://a.test/3</id></entry></feed>`;
    expect(entries(atom, 'application/atom+xml')).toEqual([
      'entry https://a.test/blog/1',
      'entry https://b.test/2',
      'entry https://a.test/3',
    ]);
  });

  it('of RDF and JSON are read, and one that is cut off as far as it goes', () => {
    const rdf =
      '<rdf:RDF xmlns:rdf="r"><channel/><item rdf:about="x"><link>/1</link></item></rdf:RDF>';
    expect(entries(rdf, 'text/xml')).toEqual(['entry https://a.test/1']);
    const json = {
      title: 'J',
      items: [{ url: '/1', title: 'a' }, { id: 'https://a.test/2' }, null, 3],
    };
    expect(entries(JSON.stringify(json), 'application/feed+json')).toEqual([
      'entry https://a.test/1',
      'entry https://a.test/2',
    ]);
    expect(entries('{"items": [', 'application/feed+json')).toEqual([]);
    expect(entries('<rss><channel><item><link>/1</link></item><item><li', 'text/xml')).toEqual([
      'entry https://a.test/1',
    ]);
  });
});

describe('what else is told', () => {
  it('is why an encoding was taken, and the dates of what is listed', () => {
    expect(read('<p>ä', 'text/html').encodingReason).toBe('utf-8');
    const rss =
      '<rss><channel><item><link>/1</link><pubDate>1 Jan 2004</pubDate></item></channel></rss>';
    expect(read(rss, 'text/html')).toMatchObject({
      kind: 'feed',
      mediaType: 'application/rss+xml',
      links: [{ url: 'https://a.test/1', kind: 'entry', publishedMs: Date.UTC(2004, 0, 1) }],
      feed: { format: 'rss', items: [{ link: 'https://a.test/1' }] },
    });
    const sitemap = `<urlset xmlns:x="x"><url><loc>/1</loc><lastmod>2004-01-01</lastmod>
      <x:link rel="alternate" hreflang="de" href="/de"/></url></urlset>`;
    expect(read(sitemap, 'text/xml')).toMatchObject({
      kind: 'sitemap',
      links: [
        { url: 'https://a.test/1', updatedMs: Date.UTC(2004, 0, 1) },
        { url: 'https://a.test/de' },
      ],
      sitemap: { format: 'xml', entries: [{ lastmod: '2004-01-01' }] },
    });
  });

  it.each([
    ['text/html', '%PDF-1.4', 'application/pdf'],
    ['text/plain', 'From: a@a.test\nMessage-ID: <1>\nSubject: x\n\nHello', 'message/rfc822'],
    ['text/plain', 'BEGIN:VCALENDAR\n', 'text/calendar'],
    ['text/plain', 'a\0b', 'application/octet-stream'],
    ['image/png', 'x', 'image/png'],
  ])('%s: what is no page of text is recognised: %j', (contentType, text, mediaType) => {
    expect(read(text, contentType)).toMatchObject({
      kind: 'other',
      mediaType,
      text: '',
      links: [],
    });
  });

  it('is that a packed sitemap holds too much, with what was read of it', () => {
    const packed = gzipSync(`${SITEMAP}${' '.repeat(9_000_000)}`);
    const document = read(packed, 'application/gzip', { limits: { maxUnpackedBytes: 100_000 } });
    expect([document.truncated, document.sitemap?.stopped]).toEqual([true, 'unpacked-size']);
    expect(document.links[0]?.url).toBe('https://a.test/1');
  });
});

describe('any bytes', () => {
  const piece = fc.constantFrom(
    ...[
      '<rss>',
      '<item>',
      '<link',
      '</link>',
      '<urlset><url><loc>',
      '&lt;',
      '&',
      '"',
      '>',
      '<!--',
      '<![CDATA[',
    ],
    ...[
      '<!DOCTYPE a [',
      ']>',
      '<feed><entry>',
      '<meta charset=',
      'utf-16',
      '\xff\xfe',
      'PK\x03\x04',
      '%PDF-',
      '{',
    ],
    ...[
      '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0',
      '\x1f\x8b\x08',
      '\x1b$B',
      '\xe9\xe8',
      '\n',
      'https://a.test/',
    ],
  );
  const type = fc.constantFrom(
    'text/html',
    'application/xml',
    'text/plain',
    'application/feed+json',
    '',
    'x',
  );

  it('are read without a throw', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), type, (pieces, contentType) => {
        const { kind, links } = read(Buffer.from(pieces.join(''), 'latin1'), contentType);
        expect([typeof kind, Array.isArray(links)]).toEqual(['string', true]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a packed sitemap that is cut off', () => {
  it('says so', () => {
    const packed = gzipSync(SITEMAP);
    const [whole, cut] = [packed, packed.subarray(0, -20)].map((bytes) => read(bytes, ''));
    expect([whole?.truncated, whole?.sitemap?.stopped]).toEqual([false, undefined]);
    expect([cut?.truncated, cut?.sitemap?.stopped]).toEqual([true, 'packing']);
    expect(cut?.links[0]?.url).toBe('https://a.test/1');
  });
});

describe('a Link header', () => {
  const linkHeader = '<main>; rel=canonical, </feed>; rel=alternate; type="application/rss+xml"';
  const named = ['canonical https://a.test/dir/main', 'feed https://a.test/feed'];
  const told = (text: string, contentType: string, more: Partial<ToRead> = {}) =>
    read(text, contentType, { linkHeader, ...more }).links.map(
      ({ url, kind, nofollow }) => `${kind} ${url}${nofollow ? ' nofollow' : ''}`,
    );

  it.each([
    ['%PDF-1.7', 'application/pdf', []],
    ['just words', 'text/plain', []],
    ['<base href="/elsewhere/"><a href=x>', 'text/html', ['anchor https://a.test/elsewhere/x']],
    [SITEMAP, 'application/xml', entries(SITEMAP)],
  ])('names links of any document: %s', (text, contentType, own) => {
    expect(told(text, contentType)).toEqual([...named, ...own]);
  });

  it('is of the page: what asks for none of its links to be followed means these too', () => {
    const nofollow = [...named, 'anchor https://a.test/dir/x'].map((link) => `${link} nofollow`);
    expect(told('<meta name=robots content=nofollow><a href=x>', 'text/html')).toEqual(nofollow);
    expect(told('<a href=x>', 'text/html', { robotsTags: ['nofollow'] })).toEqual(nofollow);
  });
});

describe('X-Robots-Tag', () => {
  it.each([
    ['nofollow', true],
    ['noindex, none', true],
    ['mayfly: noindex, nofollow', true],
    ['googlebot: nofollow', false],
    ['googlebot: noindex, nofollow', false],
    ['unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow', true],
    ['noindex', false],
  ])('%s: nofollow %s', (tag, nofollow) => {
    const { links } = read('<a href=x>', 'text/html', { robotsTags: [tag] });
    expect(links[0]?.nofollow).toBe(nofollow);
  });

  it('of several lines is read line by line', () => {
    const robotsTags = ['googlebot: noindex', 'nofollow', 'otherbot: noarchive'];
    const { wishes } = read('<p>x', 'text/html', { robotsTags });
    expect(wishes).toMatchObject({ noindex: false, nofollow: true, noarchive: false });
  });
});
