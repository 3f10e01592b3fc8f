import { describe, expect, it } from '@jest/globals';
import { readFeed } from './read-feed.ts';

const URL_OF_FEED = 'https://a.test/blog/feed';
const read = (text: string, limits = {}) => readFeed(text, URL_OF_FEED, limits);
const item = (inside: string) =>
  read(`<rss><channel><item>${inside}</item></channel></rss>`).items[0]!;
const entry = (inside: string) =>
  read(`<feed xmlns="http://www.w3.org/2005/Atom"><entry>${inside}</entry></feed>`).items[0]!;

describe('RSS', () => {
  it('says what it is and when to come again', () => {
    const feed = read(`<rss version="2.0" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"
        xmlns:at="http://www.w3.org/2005/Atom"><channel><title>T</title><link>/</link>
      <description>D</description><language>en</language><ttl>90</ttl>
      <image><title>no</title><link>no</link></image>
      <lastBuildDate>Thu, 01 Jan 2004 00:00:00 GMT</lastBuildDate>
      <sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>2</sy:updateFrequency>
      <skipHours><hour>3</hour><hour>1</hour><hour>99x</hour></skipHours>
      <skipDays><day>Sunday</day><day>Foo</day></skipDays>
      <at:link rel="self" href="/feed"/><at:link rel="hub" href="https://hub.test/"/></channel></rss>`);
    expect(feed).toMatchObject({
      format: 'rss',
      title: 'T',
      link: 'https://a.test/',
      description: 'D',
      language: 'en',
      ttlMs: 5_400_000,
      updateEveryMs: 1_800_000,
      updatedMs: Date.UTC(2004, 0, 1),
      skipHours: [1, 3],
      skipDays: [0],
      self: 'https://a.test/feed',
      hubs: ['https://hub.test/'],
    });
  });

  it('has items with link, id, title, dates and summary', () => {
    expect(
      item(`<title>A &amp; B</title><link>../1?a=1&b=2</link><guid isPermaLink="false">x 1</guid>
        <pubDate>Thu, 01 Jan 2004 10:00:00 GMT</pubDate><description>&lt;b>bold&lt;/b></description>`),
    ).toEqual({
      title: 'A & B',
      link: 'https://a.test/1?a=1&b=2',
      id: 'x 1',
      published: 'Thu, 01 Jan 2004 10:00:00 GMT',
      publishedMs: Date.UTC(2004, 0, 1, 10),
      summary: '<b>bold</b>',
      links: [],
    });
  });

  it.each([
    ['a guid where there is no link', '<guid>https://a.test/2</guid>', 'https://a.test/2'],
    ['no guid that is no link', '<guid isPermaLink="false">https://a.test/2</guid>', undefined],
    [
      'the link before the guid',
      '<guid>https://a.test/2</guid><link>/1</link>',
      'https://a.test/1',
    ],
    ['no link of an enclosure', '<enclosure url="/x.mp3"/>', undefined],
  ])('takes %s', (_, inside, link) => {
    expect(item(inside).link).toBe(link);
  });

  it('takes its own words before those of modules', () => {
    const modules =
      'xmlns:m="http://search.yahoo.com/mrss/" xmlns:dc="http://purl.org/dc/elements/1.1/"';
    const [first, second] = read(`<rss ${modules}><channel>
      <item><m:title>m</m:title><title>own</title><x:title>x</x:title></item>
      <item><m:group><m:title>m</m:title></m:group><dc:date>2004-01-01</dc:date></item></channel></rss>`).items;
    expect([first?.title, second?.title, second?.updatedMs]).toEqual([
      'own',
      'm',
      Date.UTC(2004, 0, 1),
    ]);
  });

  it('takes the content for what is said in short where nothing is', () => {
    expect(item('<content:encoded><![CDATA[<p>x</p>]]></content:encoded>').summary).toBe(
      '<p>x</p>',
    );
  });

  it('is read however badly it is written', () => {
    const cut = read(
      '<RSS><Channel><Title>a & b</TITLE><ITEM><Link>/1</Link><title>one</item><item><ti',
    );
    expect([cut.title, cut.items.map(({ link, title }) => [link, title])]).toEqual([
      'a & b',
      [
        ['https://a.test/1', 'one'],
        [undefined, undefined],
      ],
    ]);
  });

  it('takes no half link from one that is cut off, and no two items for one', () => {
    const items =
      '<item><link>/1</link><item><title>two</title><link>/2</link></item><item><link>/hal';
    const links = read(`<rss><channel>${items}`).items.map(({ link }) => link);
    expect(links).toEqual(['https://a.test/1', 'https://a.test/2', undefined]);
  });

  it('of RDF has its items beside the channel', () => {
    const feed =
      read(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:r="http://purl.org/rss/1.0/">
      <r:channel><r:title>T</r:title></r:channel><r:item rdf:about="/1"><r:title>one</r:title></r:item></rdf:RDF>`);
    expect([feed.format, feed.title, feed.items[0]?.link]).toEqual([
      'rdf',
      'T',
      'https://a.test/1',
    ]);
  });
});

describe('Atom', () => {
  it('resolves links against the base of each element', () => {
    const feed = read(`<feed xml:base="/b/" xmlns="http://www.w3.org/2005/Atom"><link href="."/>
      <entry xml:base="c/"><link rel="edit" href="e"/><link href="1" type="text/html"/><id>urn:x:1</id></entry>
      <entry><link rel="alternate" type="application/json" href="j"/><link href="2"/></entry></feed>`);
    expect([feed.link, ...feed.items.map(({ link }) => link)]).toEqual([
      'https://a.test/b/',
      'https://a.test/b/c/1',
      'https://a.test/b/2',
    ]);
  });

  it.each([
    ['text', '<title>1 &lt; 2 <b>x</b></title>', '1 < 2 <b>x</b>'],
    [
      'html',
      '<title type="html">&lt;a href="x">y&lt;/a></title>',
      '<a href="https://a.test/blog/x">y</a>',
    ],
    ['xhtml', '<title type="xhtml"><div>a &amp; <i>b</i></div></title>', 'a &amp; <i>b</i>'],
    ['base64', '<title mode="base64">YSBi</title>', 'a b'],
    ['binary', '<title type="image/x">YSBi</title>', 'a b'],
  ])('has texts as %s', (_, inside, title) => {
    expect(entry(inside).title).toBe(title);
  });

  it('has dates of both versions', () => {
    expect(entry('<issued>2003-12-31</issued><modified>2004-01-01</modified>')).toMatchObject({
      publishedMs: Date.UTC(2003, 11, 31),
      updatedMs: Date.UTC(2004, 0, 1),
    });
    expect(entry('<source><updated>2004-01-01</updated></source>').updated).toBeUndefined();
  });
});

describe('JSON Feed', () => {
  it('is read', () => {
    const feed = read(
      JSON.stringify({
        title: 'T',
        home_page_url: '/',
        feed_url: '/feed.json',
        hubs: [{ type: 'WebSub', url: 'https://hub.test/' }, 3],
        items: [
          {
            id: 7,
            url: '/1',
            title: 'one',
            date_published: '2004-01-01T00:00:00Z',
            content_text: 'c',
          },
          { id: 'https://a.test/2', content_html: '<script>x</script><p onclick="x">y</p>' },
          null,
        ],
      }),
    );
    expect(feed).toMatchObject({
      format: 'json',
      link: 'https://a.test/',
      self: 'https://a.test/feed.json',
      hubs: ['https://hub.test/'],
      items: [
        { id: '7', link: 'https://a.test/1', publishedMs: Date.UTC(2004, 0, 1), summary: 'c' },
        { link: 'https://a.test/2', summary: '<p>y</p>' },
        {},
      ],
    });
    expect(read('{"items": [').stopped).toBe('not-json');
  });
});

describe('limits of feeds', () => {
  const items = (count: number) => '<item><title>12345</title></item>'.repeat(count);

  it.each([
    ['items', { maxLinks: 2 }, items(3)],
    ['text-size', { maxTextCharacters: 12 }, items(3)],
    ['text-size', { maxFieldCharacters: 3 }, items(3)],
    ['depth', { maxDepth: 10 }, items(3) + '<a>'.repeat(20)],
    ['token-size', { maxTokenCharacters: 50 }, `${items(3)}<a b="${'x'.repeat(99)}">`],
  ])('are named: %s', (stopped, limits, inside) => {
    expect(read(`<rss><channel>${inside}</channel></rss>`, limits).stopped).toBe(stopped);
  });

  it('keep what was read, and bound what entities, depth and markup cost', () => {
    const laughs = `<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`;
    const title = `<title>1&b;&x;2</title>`;
    const markup = `${'&lt;b>'.repeat(50_000)}${'&lt;/i>'.repeat(50_000)}`;
    const feed = read(
      `${laughs}<rss><channel>${title}<item><link>/1</link><description>${markup}</description></item>` +
        `<a ${Array.from({ length: 999 }, (_, at) => `xmlns:p${at}="x"`).join(' ')}>${'<b/>'.repeat(200_000)}` +
        '<c>'.repeat(2_000),
    );
    expect([feed.title, feed.items[0]?.link, feed.stopped]).toEqual([
      '12',
      'https://a.test/1',
      'depth',
    ]);
  });
});
