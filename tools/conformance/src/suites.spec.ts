import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Line } from './line.ts';
import { SUITES } from './suites.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const FEED = base64(
  '<rss><channel><title>News</title><item><link>/1</link></item></channel></rss>',
);
const MAP = base64('<urlset><url><loc>https://a.test/1</loc></url></urlset>');

/** One case that our libraries get right, and the same with another answer. */
const CASES: readonly (readonly [string, Line, Line])[] = [
  [
    'content-type',
    { contentTypeHeaders: ['text/html;charset=x', 'text/html'], mime: 'text/html;charset=x' },
    { mime: 'text/html' },
  ],
  [
    'dates',
    {
      url: 'https://a.test/',
      contentBase64: base64('<time>3. Mai 2016</time>'),
      date: '2016-05-03',
    },
    { date: '2016-05-04' },
  ],
  ['encoding-labels', { label: 'latin1', encoding: 'windows-1252' }, { encoding: 'UTF-8' }],
  [
    'encoding-sniff',
    { bytesBase64: base64('<meta charset=koi8-r>'), encoding: 'KOI8-R' },
    { encoding: 'UTF-8' },
  ],
  [
    'encoding-text',
    { bytesBase64: base64('\ufeffé'), textSha256: sha256('é') },
    { textSha256: sha256('e') },
  ],
  [
    'feeds',
    { contentBase64: FEED, checks: [{ path: ['feed', 'title'], equals: 'News' }] },
    { checks: [{ path: ['entries', 0, 'link'], falsy: true }] },
  ],
  [
    'base-url',
    { html: '<base href=/b/>', url: 'https://a.test/', base: 'https://a.test/b/' },
    { base: 'https://a.test/' },
  ],
  [
    'htmllinks',
    { html: '<a href=x><a href=x>', urls: [{ tag: 'a', attr: 'href', value: 'x' }] },
    { urls: [] },
  ],
  ['meta-refresh', { content: '1;url=x', seconds: 1, url: 'x' }, { url: null }],
  ['mime', { input: 'TEXT/html;a=b c', output: 'text/html;a="b c"' }, { output: null }],
  ['psl', { host: 'a.b.co.uk', registrable: 'b.co.uk' }, { registrable: 'a.b.co.uk' }],
  [
    'robots',
    { robots: 'User-agent: *\nDisallow: /x', agent: 'a', url: 'http://a.test/x', allowed: false },
    { allowed: true },
  ],
  [
    'sitemaps',
    { contentBase64: MAP, expect: { entries: [{ loc: 'https://a.test/1' }] } },
    { expect: { entries: [] } },
  ],
  ['srcset', { srcset: 'a 1x, b 2x', expect: 'a' }, { expect: '' }],
];

describe('every suite', () => {
  it.each(CASES)('%s tells right from wrong, and what is no case', async (name, right, wrong) => {
    const tally = SUITES.find((suite) => suite.name === name)!.open();
    const lines = [right, { ...right, ...wrong }, {}];
    const taken: string[] = [];
    for (const line of lines) taken.push(await tally.take(line));
    expect(taken).toEqual(['passed', 'missed', 'unfit']);
    expect(tally.result()).toMatchObject({ passed: 1, total: 2, score: 0.5 });
  });
});

describe('articles', () => {
  const said = 'Mayflies live for one day, and on that day they neither eat nor rest.';
  const contentBase64 = base64(`<nav>Home page</nav><article><p>${said}</p></article>`);
  const articles = SUITES.find(({ name }) => name === 'articles')!;
  const graded = async (line: Line) => {
    const tally = articles.open();
    const taken = await tally.take({ contentBase64, url: 'https://a.test/', ...line });
    return [taken, tally.result().score];
  };

  it('are graded by the snippets that are there and those that are not', async () => {
    expect(await graded({ must: ['one  day'], mustNot: ['Home'] })).toEqual(['passed', 1]);
    expect(await graded({ must: ['one day', 'two days'], mustNot: [] })).toEqual(['missed', 2 / 3]);
    expect(await graded({ must: ['one day'], mustNot: ['rest'] })).toEqual(['missed', 2 / 3]);
  });

  it('are graded by runs of words where the whole body is given', async () => {
    expect(await graded({ body: said })).toEqual(['passed', 1]);
    expect(await graded({ body: 'something else altogether is said here' })).toEqual(['missed', 0]);
    expect(await graded({})).toEqual(['unfit', 0]);
  });
});
