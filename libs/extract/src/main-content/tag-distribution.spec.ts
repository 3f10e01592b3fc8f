import { describe, expect, it } from '@jest/globals';
import { testSeed } from '@mayfly/testing';
import fc from 'fast-check';
import { scanPage } from '../html/scan-page.ts';
import { LIMITS } from '../limits.ts';
import { mainText } from './main-content.ts';
import { pageLines } from './page-lines.ts';
import { bestSpan, findByTagDistribution } from './tag-distribution.ts';

/** The sum of the lecture, written down as it stands there. */
function scoreOf(tags: readonly number[], from: number, to: number): number {
  return tags.reduce((sum, tag, at) => sum + (at >= from && at < to ? 1 - tag : tag), 0);
}

describe('the span with most tags outside and most words inside', () => {
  it('is the best of all spans there are', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1), { maxLength: 40 }), (tags) => {
        const { from, to, score } = bestSpan(Uint8Array.from(tags));
        let best = -1;
        for (let i = 0; i <= tags.length; i += 1) {
          for (let j = i; j <= tags.length; j += 1) best = Math.max(best, scoreOf(tags, i, j));
        }
        expect(score).toBe(best);
        expect(scoreOf(tags, from, to)).toBe(best);
      }),
      { seed: testSeed(), numRuns: 500 },
    );
  });

  it('is the plateau between the menu and the footer of a page', () => {
    const links = '<li><a href="/x"><b>Link</b></a></li>'.repeat(8);
    const html = `<ul>${links}</ul><div><p>Mayflies live for one day only.</p><p>They do not eat on it.</p></div><ul>${links}</ul>`;
    const page = pageLines(scanPage(html, LIMITS));
    expect(mainText(page, findByTagDistribution(page))).toBe(
      'Mayflies live for one day only.\nThey do not eat on it.',
    );
  });

  it('is nothing where a page has only tags', () => {
    const page = pageLines(scanPage('<div><img><br></div>', LIMITS));
    expect(findByTagDistribution(page)).toEqual({ element: -1, kept: new Uint8Array(0) });
  });
});
