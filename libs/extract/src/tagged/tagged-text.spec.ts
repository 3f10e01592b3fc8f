import { describe, expect, it } from '@jest/globals';
import { readHtml } from '../html/read-html.ts';
import { LIMITS } from '../limits.ts';

const WORDS = 'Mayflies spend a year in the water and a day in the air.';

function tagged(html: string): string {
  const options = { url: 'https://a.test/', limits: LIMITS, tagged: true };
  return readHtml(`<article>${html}<p>${WORDS.repeat(8)}</p></article>`, options)
    .tagged!.split('\n\n')
    .slice(0, -1)
    .join('\n\n');
}

describe('tagged text', () => {
  it.each([
    [
      'headings',
      `<h2>Life</h2><p>${WORDS}</p><h4>Death</h4><p>${WORDS}</p>`,
      `## Life\n\n${WORDS}\n\n#### Death\n\n${WORDS}`,
    ],
    ['lists', '<ul><li>one<li>two<ol><li>inner</ol></ul>', '- one\n- two\n  1. inner'],
    ['further lines of an item', '<ul><li><p>one</p><p>more</p></ul>', '- one\n  more'],
    [
      'quotations and code',
      '<blockquote>They dance.</blockquote><pre>let x = 1</pre>',
      '> They dance.\n\n    let x = 1',
    ],
    [
      'tables',
      '<table><tr><th>Kind</th><th>Days</th></tr><tr><td>May|fly</td><td>1</td></tr></table>',
      '| Kind | Days |\n| --- | --- |\n| May\\|fly | 1 |',
    ],
    [
      'links, also where they are broken by a line',
      `<p>See <a href="/a_(b)">the river</a>. ${WORDS}<a href=/c><br>They dance</a> over it. ${WORDS}</p>`,
      `See [the river](https://a.test/a_%28b%29). ${WORDS}\n\n[They dance](https://a.test/c) over it. ${WORDS}`,
    ],
  ])('keeps %s', (_, html, expected) => {
    expect(tagged(html)).toBe(expected);
  });

  it('is made where it was asked for', () => {
    expect(readHtml('<p>x', { url: 'https://a.test/', limits: LIMITS }).tagged).toBeUndefined();
  });
});
