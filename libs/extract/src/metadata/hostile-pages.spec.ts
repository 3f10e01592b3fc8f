import { describe, expect, it } from '@jest/globals';
import { METADATA_LIMITS } from './metadata.ts';
import { readMetadata } from './read-metadata.ts';

const MEGABYTE = 1_000_000;
const much = (piece: string, characters = 4 * MEGABYTE) =>
  piece.repeat(Math.ceil(characters / piece.length));

describe('readMetadata of a page made to hurt', () => {
  it.each([
    ['dates', much('<p>3 May 2016</p>')],
    ['time elements', much('<time datetime="2016-05-03">')],
    ['figures', much('12 34 56 ')],
    ['headings', much('<h1>Rain</h1>')],
    ['an endless heading', `<h1>${much('rain ')}`],
    ['meta elements', much('<meta name=author content="Ada">')],
    ['a long meta element', `<meta name=description content="${much('rain ')}">`],
    ['authors', much('<a class=author>')],
    ['JSON-LD', much('<script type="application/ld+json">{"@type":"Article"}</script>')],
    ['a block of JSON-LD', `<script type="application/ld+json">[${much('1,')}1]</script>`],
    [
      'broken JSON-LD',
      `<script type="application/ld+json">{"a":"${much('\\"headline":"', 900_000)}</script>`,
    ],
    ['commas', `<script type="application/ld+json">[${much(', ', 900_000)}</script>`],
    ['nested microdata', much('<div itemscope itemprop=a>')],
    ['closed microdata', much('<div itemscope itemprop=a>', MEGABYTE) + much('</div>', MEGABYTE)],
    ['one tag', `<div class="${much('date ')}">3 May 2016</div>`],
    ['brackets', much('<')],
    ['a long title', `<title>${much('rain - ')}</title><h1>rain</h1>`],
    ['publications', much('"publishedAt" ')],
    ['signs', much('© ')],
    ['asides', much('<aside>')],
  ])('%s', (_, html) => {
    const data = readMetadata(html, 'https://a.test/');
    // What does not grow with the page alone would take minutes, and the runner's patience ends before.
    expect(JSON.stringify(data).length).toBeLessThan(200_000);
    expect(data.jsonLd.length).toBeLessThanOrEqual(METADATA_LIMITS.jsonLdItems);
    expect(data.microdata.length).toBeLessThanOrEqual(METADATA_LIMITS.microdataItems);
  });

  it('keeps its prototypes to itself', () => {
    const page = '<meta name="__proto__" content="x"><meta property="og:__proto__" content="x">';
    const { openGraph } = readMetadata(page, 'https://a.test/');
    expect(Object.getPrototypeOf(openGraph)).toBe(Object.prototype);
    expect(openGraph).toEqual({ 'og:__proto__': 'x' });
  });
});
