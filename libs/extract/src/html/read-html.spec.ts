import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '../limits.ts';
import { findLinksAndText, readHtml } from './read-html.ts';

const URL_OF_PAGE = 'https://a.test/dir/page';
const read = (html: string, limits = {}) =>
  readHtml(html, { url: URL_OF_PAGE, limits: { ...LIMITS, ...limits } });
const urls = (html: string) => read(html).links.map(({ url }) => url);

describe('links', () => {
  it('are those of anchors and areas, absolute, each once, in order', () => {
    const html = `<a href="x">1</a><AREA HREF=/y><a href='https://b.test/'>2</a><a href="x#top">3</a>
      <a href="#here">4</a><a>5</a><a href="mailto:a@b.test">6</a><a href="javascript:x()">7</a>`;
    expect(urls(html)).toEqual(['https://a.test/dir/x', 'https://a.test/y', 'https://b.test/']);
  });

  it('are resolved against the first base, wherever it stands', () => {
    expect(urls('<a href=x></a><base href="/other/"><base href="/third/"><a href=y></a>')).toEqual([
      'https://a.test/other/x',
      'https://a.test/other/y',
    ]);
    for (const none of ['https://[', 'data:x', 'javascript:x()']) {
      expect(urls(`<base href="${none}"><a href=x></a>`)).toEqual(['https://a.test/dir/x']);
    }
  });

  it.each(['svg', 'math', 'template'])('mind no base within %s', (tag) => {
    const html = `<${tag}><base href="/other/"></${tag}><a href=x></a>`;
    expect(urls(html)).toEqual(['https://a.test/dir/x']);
  });

  it.each(['noscript', 'video', 'object', 'datalist'])('mind a base within %s', (tag) => {
    const html = `<${tag}><base href="/other/"></${tag}><a href=x></a>`;
    expect(urls(html)).toEqual(['https://a.test/other/x']);
  });

  it('are cut where a long base makes them too much', () => {
    const base = `<base href="/${'a/'.repeat(3_500)}">`;
    const anchors = Array.from({ length: 10_000 }, (_, at) => `<a href=${at}>`);
    const { links, truncated } = read(base + anchors.join(''));
    expect([links.length > 2_000, links.length < 3_000, truncated]).toEqual([true, true, true]);
  });

  it('of a map are called what stands for them', () => {
    const { links } = read('<map><area href=x alt="the north"></map>');
    expect(links.map(({ text }) => text)).toEqual(['the north']);
  });

  it('have their entities decoded and their spaces cut off', () => {
    expect(urls('<a href=" ?a=1&amp;b=2&#x26;c=&eacute;\n">')).toEqual([
      'https://a.test/dir/page?a=1&b=2&c=%C3%A9',
    ]);
  });

  it('are nofollow where every mention says so, or the page', () => {
    const nofollow = (html: string) => read(html).links.map((link) => link.nofollow);
    expect(nofollow('<a rel="ugc NOFOLLOW" href=x></a><a href=y></a>')).toEqual([true, false]);
    expect(nofollow('<a rel=nofollow href=x></a><a href=x#2></a>')).toEqual([false]);
    expect(nofollow('<a href=x></a><meta name=ROBOTS content="noindex, NoFollow">')).toEqual([
      true,
    ]);
    expect(nofollow('<meta name=mayfly content=none><a href=x></a>')).toEqual([true]);
    expect(nofollow('<meta name=googlebot content=none><a href=x></a>')).toEqual([false]);
  });

  it('say what they are', () => {
    const { links } =
      read(`<link rel=canonical href=/c><link rel=amphtml href=/amp><link rel=next href=/2>
      <link rel="prev" href=/0><link rel=alternate hreflang=de-AT href=/de><meta http-equiv=Refresh content="5; url=/r">
      <iframe src=/frame></iframe><img src=/small alt="A mayfly" srcset="/large 2x, /small 1x">
      <picture><source srcset="/wide 800w"></picture><form action=/search></form><form method=POST action=/order></form>
      <a rel=next href=/3>on</a><link rel=alternate type=application/pdf href=/pdf>`);
    expect(links.map(({ url, kind }) => [new URL(url).pathname, kind])).toEqual([
      ...[
        ['/c', 'canonical'],
        ['/amp', 'amp'],
        ['/2', 'next'],
        ['/0', 'previous'],
        ['/de', 'alternate'],
      ],
      ...[
        ['/r', 'refresh'],
        ['/frame', 'frame'],
        ['/large', 'image'],
        ['/wide', 'image'],
      ],
      ...[
        ['/search', 'form'],
        ['/3', 'next'],
      ],
    ]);
    expect(links.find(({ kind }) => kind === 'alternate')?.language).toBe('de-AT');
    expect(links.find(({ kind }) => kind === 'image')?.text).toBe('A mayfly');
  });

  it('have the text that stands in them, or what their image or label is called', () => {
    const text = (html: string) => read(html).links[0]?.text;
    expect(text('<a href=x> More <b>of</b>\n it </a>')).toBe('More of it');
    expect(text('<a href=x><div>One</div><div>Two</div></a>')).toBe('One Two');
    expect(text('<a href=x><img src=y alt="A crab"></a>')).toBe('A crab');
    expect(text('<a href=x aria-label="Close">×</a>')).toBe('×');
    expect(text('<a href=x title="Home"></a>')).toBe('Home');
    expect(text('<a href=x></a><a href=x>Later</a>')).toBe('Later');
    expect(text(`<a href=x>${'long '.repeat(100)}</a>`)).toHaveLength(200);
  });

  it('say where they stand', () => {
    const words = 'Mayflies live for one day, and on that day they neither eat nor rest at all. ';
    const { links } =
      read(`<nav><a href=/n>Home</a></nav><ul class="main-menu"><li><a href=/m>Menu</a></ul>
      <article><p>${words.repeat(5)}<a href=/in>a source</a></p><p>${words.repeat(4)}</p></article>
      <aside><a href=/o>Other</a></aside><div id=footer><a href=/f>Legal</a></div>`);
    const regions = links.map(({ url, region }) => [new URL(url).pathname, region]);
    expect(Object.fromEntries(regions)).toEqual({
      ...{ '/n': 'navigation', '/m': 'navigation', '/in': 'main', '/o': 'other', '/f': 'footer' },
    });
  });

  it('keep what they say of their target, where every mention says so', () => {
    const rel = (html: string) => read(html).links.map((link) => link.rel);
    expect(
      rel('<a rel="nofollow UGC" href=x></a><a rel=sponsored href=y></a><a href=z></a>'),
    ).toEqual([['nofollow', 'ugc'], ['sponsored'], undefined]);
    expect(rel('<a rel="nofollow ugc" href=x></a><a rel=ugc href=x></a>')).toEqual([['ugc']]);
  });

  it('of feeds and sitemaps say what they are', () => {
    const { links } = read(`<link rel="Alternate" type="application/atom+xml" href=/feed>
      <link rel=stylesheet href=/css>
      <link rel=sitemap href=/map.xml><a href=/feed>feed</a>`);
    expect(links.map(({ url, kind }) => [url, kind])).toEqual([
      ['https://a.test/feed', 'feed'],
      ['https://a.test/map.xml', 'sitemap'],
    ]);
  });

  it('to feeds are those whose relation, type or title says so', () => {
    const { links } = read(`<link rel=alternate type="text/xml" title="RSS .92" href=/1>
      <link rel=alternate type="application/xml; charset=utf-8" title="News (Atom)" href=/2>
      <link rel=alternate type=application/json title="JSON Feed" href=/3>
      <link rel=feed type=text/html href=/4><link rel=alternate type=text/xml title=Catalogue href=/5>
      <link rel=alternate type=application/json title=JSON href=/wp-json/6>
      <link rel=alternate type=text/xml+oembed title="A feed of rooks" href=/7>`);
    expect(links.map(({ url, kind }) => [new URL(url).pathname, kind])).toEqual([
      ['/1', 'feed'],
      ['/2', 'feed'],
      ['/3', 'feed'],
      ['/4', 'feed'],
    ]);
  });

  it('are capped, and the page says so', () => {
    const { links, truncated } = read('<a href=1></a><a href=2></a><a href=3></a>', {
      maxLinks: 2,
    });
    expect([links.length, truncated]).toEqual([2, true]);
  });
});

describe('links and text alone', () => {
  it('are as they are written, each once', () => {
    const html =
      '<base href=/b/><p>One <a href=x>two</a><a href=x>three</a><img src=y></p><p>four<a rel=next href=z></a><iframe src=f></iframe>';
    expect(findLinksAndText(html, LIMITS)).toEqual({
      text: 'One twothree\nfour',
      base: '/b/',
      links: [
        { href: 'x', kind: 'anchor' },
        { href: 'z', kind: 'next' },
        { href: 'f', kind: 'frame' },
      ],
    });
  });
});

describe('text', () => {
  it.each([
    ['folds spaces', 'a  b\n\tc&nbsp;d', 'a b c d'],
    [
      'has a line for each block',
      '<p>a<p>b<div>c</div>d<br>e<ul><li>f<li>g</ul>',
      'a\nb\nc\nd\ne\nf\ng',
    ],
    ['keeps inline elements in their line', 'a<b>b</b> <i>c</i>', 'ab c'],
    [
      'leaves out what nobody sees',
      'a<script>b<p></script><style>c</style><noscript>d</noscript>e',
      'ae',
    ],
    [
      'sees a nested hidden element to its end',
      'a<svg><g><svg></svg>b</g><title>t</title></svg>c',
      'ac',
    ],
    ['sees the end of a drawing that is closed at once', 'a<svg/>b<math />c<div/>d', 'abc\nd'],
    [
      'sees the end of a title in a drawing that is closed at once',
      '<svg><title/><path/></svg>a<title>t</title>b',
      'ab',
    ],
    [
      'sees no end of a drawing in what it holds of a page',
      'a<svg><a>b</a></g><foreignObject><div>c</div><p>d</foreignObject>e</svg>f',
      'af',
    ],
    [
      'leaves out comments, declarations and CDATA',
      '<!-- a --><!doctype html><?b?>c<![CDATA[d]]>',
      'c',
    ],
    ['decodes entities', '&lt;a&gt; &amp;amp; &#x1F980; &nosuch;', '<a> &amp; 🦀 &nosuch;'],
    ['decodes nothing of plain text', '&lt;<plaintext>&lt;</plaintext>', '<&lt;</plaintext>'],
    ['takes a tag that is none as text', 'a < b <3 c', 'a < b <3 c'],
  ])('%s', (_, html, text) => {
    expect(read(html).text).toBe(text);
  });

  it.each([
    ['a start tag', '<svg><g><path><p>a</p>'],
    ['an end tag', '<div><svg><use/></div>a'],
    ['a link', '<a href=x><svg><path d="M0 0"/></a> a'],
    ['formulas', '<math><mrow>x<div>a</div>'],
    ['drawings in a drawing', '<svg><g><svg><p>a'],
  ])('goes on behind a drawing that is not closed: %s', (_, html) => {
    expect(read(html).text).toBe('a');
  });

  it('is capped, and the page says so', () => {
    const { text, truncated } = read('<p>abc<p>def', { maxTextCharacters: 5 });
    expect([text, truncated]).toEqual(['abc\nd', true]);
  });

  it('is well formed Unicode', () => {
    expect(read('a&#xD800;b').text.isWellFormed()).toBe(true);
  });
});

describe('the title', () => {
  it('is the first one of the page, folded, with entities decoded', () => {
    const html =
      '<svg><title>drawn</title></svg><title> a\n &amp; <b> </title><title>second</title>';
    expect(read(html).title).toBe('a & <b>');
  });

  it('is cut at its limit, never within a character', () => {
    const { title } = read(`<title>${'🦀'.repeat(400)}</title>`);
    expect([title.length <= 500, title.isWellFormed()]).toEqual([true, true]);
  });
});

describe('hostile pages', () => {
  it.each([
    ['deep nesting', '<div>'.repeat(300_000) + '</p>'.repeat(300_000)],
    ['a huge attribute', `<a href="${'x'.repeat(3_000_000)}">`],
    ['many attributes', `<a ${'x=1 '.repeat(500_000)}>`],
    ['a tag without an end', `<a href=x ${'<a '.repeat(500_000)}`],
    ['a comment without an end', '<!--'.repeat(500_000)],
    ['many scripts in scripts', `<script><!--${'<script></script>'.repeat(200_000)}`],
    ['many ends of nothing', '</'.repeat(1_000_000)],
    ['many quotes', `<a ${'"'.repeat(1_000_000)}`],
    ['many beginnings of declarations', '<!'.repeat(1_000_000)],
    ['many entities', '&amp'.repeat(500_000)],
    ['many spaces', ' '.repeat(3_000_000)],
    ['many blocks', '<p> '.repeat(500_000)],
  ])('%s is read to its end', (_, html) => {
    expect(read(html).links.length).toBeLessThanOrEqual(1);
  });
});
