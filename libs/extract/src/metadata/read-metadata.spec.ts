import { describe, expect, it } from '@jest/globals';
import { readMetadata } from './read-metadata.ts';

const URL_OF_PAGE = 'https://example.org/news/rain';
const published = (html: string, url = URL_OF_PAGE) => readMetadata(html, url).published?.day;
const ld = (value: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

describe('the day of publication', () => {
  it.each([
    ['a meta element', '<meta property="article:published_time" content="2016-05-03T10:00:00Z">'],
    ['one of another vocabulary', '<meta name="DC.date.issued" content="2016-05-03">'],
    ['one with its value elsewhere', '<meta name="pubdate" value="20160503">'],
    ['one that speaks of it in its own way', '<meta name="published_on" content="2016-05-03">'],
    ['JSON-LD', ld({ '@type': 'NewsArticle', datePublished: '2016-05-03' })],
    [
      'JSON-LD in a graph',
      ld({
        '@graph': [{ '@type': 'WebSite' }, { '@type': 'Article', datePublished: '2016-05-03' }],
      }),
    ],
    [
      'microdata',
      '<div itemscope itemtype="http://schema.org/BlogPosting"><meta itemprop="datePublished" content="2016-05-03"></div>',
    ],
    ['a time element', '<h1>Rain</h1><time datetime="2016-05-03T08:00">Tuesday</time>'],
    ['the text of a time element', '<h1>Rain</h1><time>3 May 2016</time>'],
    [
      'a microformat',
      '<h1>Rain</h1><abbr class="published" title="2016-05-03T12:00:00Z">in May</abbr>',
    ],
    ['a label', '<h1>Rain</h1><p>Posted on 3rd of May 2016 by Jo</p>'],
    [
      'a label in an element of its own',
      '<h1>Regen</h1><b>Veröffentlicht am:</b> <i>3. Mai 2016</i>',
    ],
    ['the name of an element', '<h1>Rain</h1><span class="entry-date">May 3, 2016</span>'],
    ['pieces', '<h1>Rain</h1><div class="date"><b>3</b> <b>May</b> <b>2016</b></div>'],
    ['data of scripts', '<script>var page = {"publishedAt":"2016-05-03T10:00:00Z"}</script>'],
    [
      'data of scripts in an attribute',
      '<p data-page="{&quot;datePublished&quot;:&quot;2016-05-03T10:00&quot;}">',
    ],
    ['an attribute', '<h1>Rain</h1><span title="2016-05-03 10:00">years ago</span>'],
    [
      'a record in a meta element',
      `<meta name="parsely-page" content='{"title":"Rain","pub_date":"2016-05-03T10:00:00Z"}'>`,
    ],
    ['an element of a script', '<h1>Rain</h1><time-ago datetime="2016-05-03">years ago</time-ago>'],
    ['the title', '<title>Rain - 03.05.2016 - News</title>'],
  ])('is told by %s', (_, html) => {
    expect(published(html)).toBe('2016-05-03');
  });

  it('is told by the address', () => {
    expect(published('', 'https://example.org/2016/05/03/rain')).toBe('2016-05-03');
    const text = '<p>It rained on 9 May 2016, as it had in April 2015.</p>';
    expect(published(text, 'https://example.org/2016/05/rain')).toBe('2016-05-09');
    expect(published('', 'https://example.org/2016/05/rain')).toBe('2016-05-01');
  });

  it('is not that of a new build of the site, where readers see another', () => {
    const built = ld({
      '@type': 'Article',
      datePublished: '2020-01-02',
      dateModified: '2020-01-02',
    });
    expect(published(`${built}<h1>Rain</h1><p class=date>May 3, 2016</p>`)).toBe('2016-05-03');
    expect(published(`${built}<h1>Rain</h1><p>It rained in 1913.</p>`)).toBe('2020-01-02');
    expect(published(`<meta name=publisher content="2016-05-03 Press">${built}`)).toBe(
      '2020-01-02',
    );
  });

  it('is that of the article, not of its comments, of other articles or of the last change', () => {
    const page = `<nav><time datetime="2020-01-01">today</time></nav><h1>Rain</h1>
      <p>Updated: 7 June 2016</p><p>Published: 3 May 2016</p><p>Long text.</p>
      <aside><time datetime="2019-02-02">other</time></aside>
      <div id="comments"><time datetime="2016-05-09">a comment</time></div>
      <footer>© 2021 Example</footer>`;
    const { published: first, modified } = readMetadata(page, URL_OF_PAGE);
    expect(first).toEqual({ day: '2016-05-03', from: 'label' });
    expect(modified).toEqual({ day: '2016-06-07', from: 'text' });
  });

  it('is that of the thing which JSON-LD says the page is', () => {
    const items = [
      { '@type': 'WebSite', datePublished: '2001-01-01' },
      { '@type': 'Comment', datePublished: '2016-06-01' },
      { '@type': 'NewsArticle', url: 'https://example.org/news/sun', datePublished: '2016-01-01' },
      { '@type': 'NewsArticle', url: URL_OF_PAGE, datePublished: '2016-05-03T23:30:00-05:00' },
    ];
    expect(readMetadata(ld(items), URL_OF_PAGE).published).toEqual({
      day: '2016-05-03',
      ms: Date.UTC(2016, 4, 4, 4, 30),
      from: 'json-ld',
    });
  });

  it('is what most of the evidence says', () => {
    const meta = '<meta property="article:published_time" content="2018-01-01">';
    const page = `${meta}<h1>Rain</h1><time pubdate datetime="2016-05-03">3 May</time>`;
    expect(published(page)).toBe('2018-01-01');
    expect(published(page, 'https://example.org/2016/05/03/rain')).toBe('2016-05-03');
  });

  it('is the date at the headline where the page calls a later one its date', () => {
    const page = '<meta name="date" content="2016-05-04"><h1>Rain</h1><p>3 May 2016, 21:00</p>';
    expect(published(page)).toBe('2016-05-03');
  });

  it('is the day of the change where the headline has no other, and the earlier of two', () => {
    const story = `<p>${'It rained. '.repeat(300)}</p><p>On 9 June 2011 it did not.</p>`;
    expect(published(`<h1>Rain</h1><p>Updated: 3 May 2016</p>${story}`)).toBe('2016-05-03');
    const times =
      '<time datetime="2016-08-08">8 Aug</time><time datetime="2016-05-03">3 May</time>';
    expect(published(`<h1>Rain</h1>${times}${story}`)).toBe('2016-05-03');
  });

  it.each([
    ['<html lang="en-US"><h1>Rain</h1><p>03/05/2016</p>', 'https://example.com/', '2016-03-05'],
    ['<html lang="en-GB"><h1>Rain</h1><p>03/05/2016</p>', 'https://example.com/', '2016-05-03'],
    ['<html lang="en"><h1>Rain</h1><p>03/05/2016</p>', 'https://example.co.uk/', '2016-05-03'],
    ['<html lang="fr"><h1>Pluie</h1><p>03/05/2016</p>', 'https://example.com/', '2016-05-03'],
    [
      '<html lang="en"><h1>Rain</h1><p>03/05/2016</p><footer>28/04/2016</footer>',
      'https://example.com/',
      '2016-05-03',
    ],
  ])('of figures alone is read as at home: %s', (html, url, day) => {
    expect(published(html, url)).toBe(day);
  });

  it('is not in the future', () => {
    const page = '<h1>Rain</h1><p>Next on 3 May 2026</p><p>1 May 2016</p>';
    const nowMs = Date.UTC(2016, 4, 2);
    expect(readMetadata(page, URL_OF_PAGE, { nowMs }).published?.day).toBe('2016-05-01');
    const tomorrow = '<meta name="pubdate" content="2016-05-03">';
    expect(readMetadata(tomorrow, URL_OF_PAGE, { nowMs }).published?.day).toBe('2016-05-03');
  });

  it('is the year of the copyright where nothing else is told, or nothing', () => {
    expect(published('<p>Hello</p><footer>© 2009–2016 Jo</footer>')).toBe('2016-01-01');
    expect(published('<p>Hello</p>')).toBeUndefined();
  });
});

describe('readMetadata', () => {
  const PAGE = `<!doctype html><html lang="en-GB"><head>
    <title>Rain &amp; wind – The Example</title>
    <meta property="og:title" content="Rain &amp; wind"><meta property="og:site_name" content="The Example">
    <meta property="og:type" content="article"><meta property="og:image" content="/rain.jpg">
    <meta name="description" content="  It  rained. "><meta name="author" content="By Ada Lovelace and Jo Doe">
    <meta property="article:modified_time" content="2016-05-04T10:00:00+02:00">
    <meta property="article:published_time" content="2016-05-03T10:00:00+02:00"></head>
    <body><h1>The Example</h1><h2>Rain &amp; wind</h2>
    <p>The rain that fell on the hills was not as heavy as they had said it would be, and for most of the people it was a
    welcome change from the heat of the last weeks.</p></body></html>`;

  it('tells what a page says of itself', () => {
    expect(readMetadata(PAGE, URL_OF_PAGE)).toEqual({
      title: 'Rain & wind',
      author: 'Ada Lovelace; Jo Doe',
      siteName: 'The Example',
      description: 'It rained.',
      published: { day: '2016-05-03', ms: Date.UTC(2016, 4, 3, 8), from: 'meta' },
      modified: { day: '2016-05-04', ms: Date.UTC(2016, 4, 4, 8), from: 'meta' },
      language: 'en',
      languageFrom: 'both',
      type: 'article',
      image: 'https://example.org/rain.jpg',
      jsonLd: [],
      openGraph: {
        'og:title': 'Rain & wind',
        'og:site_name': 'The Example',
        'og:type': 'article',
        'og:image': '/rain.jpg',
        'article:modified_time': '2016-05-04T10:00:00+02:00',
        'article:published_time': '2016-05-03T10:00:00+02:00',
      },
      microdata: [],
    });
  });

  it('resolves the picture against the base, and takes none that cannot be fetched', () => {
    const about = { base: 'https://cdn.example.org/a/' };
    const page = (image: string) => `<meta property="og:image" content="${image}">`;
    expect(readMetadata(page('b.png'), URL_OF_PAGE, about).image).toBe(
      'https://cdn.example.org/a/b.png',
    );
    expect(readMetadata(page('data:image/png;base64,AA'), URL_OF_PAGE).image).toBeUndefined();
    expect(readMetadata(page('http://['), URL_OF_PAGE).image).toBeUndefined();
  });

  it('says nothing of a page that says nothing', () => {
    expect(readMetadata('', 'no address')).toEqual({
      ...{ title: '', author: '', siteName: '', description: '', type: '' },
      ...{ language: '', languageFrom: 'none', jsonLd: [], openGraph: {}, microdata: [] },
    });
  });

  it('can be written as JSON and read again', () => {
    const data = readMetadata(PAGE + ld({ '@type': 'Article', headline: 'x' }), URL_OF_PAGE);
    expect(JSON.parse(JSON.stringify(data))).toEqual(data);
  });
});
