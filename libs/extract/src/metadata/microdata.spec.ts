import { describe, expect, it } from '@jest/globals';
import { readMetadata } from './read-metadata.ts';

const read = (html: string) => readMetadata(html, 'https://a.test/').microdata;

describe('microdata', () => {
  it('tells items with their properties, one within another apart', () => {
    const page = `<article itemscope itemtype="https://schema.org/BlogPosting">
      <h1 itemprop="headline name">Rain &amp; <b>wind</b></h1>
      <time itemprop="datePublished" datetime="2016-05-03">May</time>
      <img itemprop="image" src="/x.png"><link itemprop="url" href="/rain">
      <div itemprop="author" itemscope itemtype="https://schema.org/Person"><a href="/ada"><span itemprop="name">Ada</span></a></div>
      <div><div><p itemprop="description">It rained.</p></div></div></article><p itemprop="stray">x</p>`;
    expect(read(page)).toEqual([
      {
        type: 'BlogPosting',
        properties: {
          ...{ headline: 'Rain & wind', name: 'Rain & wind', datepublished: '2016-05-03' },
          ...{ image: '/x.png', url: '/rain', description: 'It rained.' },
        },
      },
      { type: 'Person', properties: { name: 'Ada' }, within: 'author' },
    ]);
  });

  it('takes what is never closed', () => {
    expect(read('<div itemscope><span itemprop=a>one <span itemprop=b>two')).toEqual([
      { type: '', properties: { a: 'one two', b: 'two' } },
    ]);
  });

  it('keeps little of much, and is not fooled by names of prototypes', () => {
    const hostile = '<div itemscope itemprop="__proto__ constructor"><b itemprop="__proto__">x</b>';
    const items = read(hostile.repeat(5_000));
    expect(items).toHaveLength(100);
    expect(Object.getPrototypeOf(items[0]!.properties)).toBe(Object.prototype);
    const long = read(`<p itemscope><b itemprop=a>${'x '.repeat(100_000)}</b>`);
    expect(long[0]!.properties.a!.length).toBeLessThanOrEqual(500);
  });
});
