import { describe, expect, it } from '@jest/globals';
import { testSeed } from '@mayfly/testing';
import fc from 'fast-check';
import { LIMITS } from '../limits.ts';
import { scanPage } from './scan-page.ts';

/** The elements of a page as nested names, with the text that each holds. */
function shape(html: string): string {
  const { tree, text } = scanPage(html, LIMITS);
  const shown = (element: number): string => {
    const inner: string[] = [];
    for (let at = element + 1; at < tree.ends[element]!; at = tree.ends[at]!) inner.push(shown(at));
    const words = text.slice(tree.starts[element], tree.stops[element]).trim().replace(/\n/g, '/');
    return `${tree.tags[element]}[${words}]${inner.length > 0 ? `(${inner.join(' ')})` : ''}`;
  };
  const tops: string[] = [];
  for (let at = 0; at < tree.size; at = tree.ends[at]!) tops.push(shown(at));
  return tops.join(' ');
}

describe('the elements of a page', () => {
  it.each([
    ['end where others begin', '<ul><li>a<li>b</ul>c', 'ul[a/b](li[a] li[b])'],
    ['end a paragraph by a block', '<p>a<b>b<div>c</div>', 'p[ab](b[b]) div[c]'],
    [
      'keep cells apart',
      '<table><tr><td>a<td>b<tr><td>c</table>',
      'table[a/b/c](tr[a/b](td[a] td[b]) tr[c](td[c]))',
    ],
    [
      'are not ended from within a cell',
      '<div><table><tr><td>a</div>b</table>c</div>',
      'div[a/b/c](table[a/b](tr[a/b](td[a/b])))',
    ],
    ['pass over ends of nothing', 'a</p></div><p>b</p>', 'p[b]'],
    ['have one body', '<html><body>a<html><body>b</body>c', 'html[a/b/c](body[a/b/c])'],
    ['hold nothing where they are void', '<p>a<img><br>b', 'p[a/b](img[] br[])'],
    ['end a link by the next', '<a href=x>a<a href=y>b</a>', 'a[a] a[b]'],
  ])('%s', (_, html, expected) => {
    expect(shape(html)).toBe(expected);
  });

  it('lie within what holds them, whatever a page writes', () => {
    const piece = fc.constantFrom(
      ...'<p> </p> <div> </div> <table> <td> </table> <li> <ul> </ul> <a href=x> </a> <b> </b> <body> word'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const { tree, text } = scanPage(pieces.join(' '), LIMITS);
        for (let element = 0; element < tree.size; element += 1) {
          const parent = tree.parents[element]!;
          expect(tree.starts[element]).toBeLessThanOrEqual(tree.stops[element]!);
          expect(tree.stops[element]).toBeLessThanOrEqual(text.length);
          if (parent < 0) continue;
          expect(parent).toBeLessThan(element);
          expect(tree.ends[element]).toBeLessThanOrEqual(tree.ends[parent]!);
          expect(tree.stops[element]).toBeLessThanOrEqual(tree.stops[parent]!);
        }
      }),
      { seed: testSeed(), numRuns: 1_000 },
    );
  });
});
