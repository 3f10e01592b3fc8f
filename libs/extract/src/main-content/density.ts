import { articlePlace, elementWorths } from './article-place.ts';
import { keptLines } from './kept-lines.ts';
import { lineWorths, positiveSums } from './line-worth.ts';
import type { MainContent } from './main-content.ts';
import { outsideElements, type Trust } from './outside.ts';
import type { PageLines } from './page-lines.ts';

/** What names leave of a page may be too short to be it; then they are trusted less and less. */
const TRUST: readonly Trust[] = [
  { names: true, sparedShare: 0.85 },
  { names: true, sparedShare: 0.5 },
  { names: false, sparedShare: 0.5 },
];
const SHORT = 300;
/** With less trust so many times more must be found to be believed. */
const TIMES_MORE = 3;

/**
 * The main content by density: each line is worth its text outside of links, an element what its lines and parts are worth
 * together, and the one that is worth most holds the main content. What the page itself calls navigation, comments or
 * advertising is left out before. Its time grows with the page alone.
 */
export function findByDensity(page: PageLines): MainContent {
  const worths = lineWorths(page);
  const sums = positiveSums(worths);
  let best: MainContent | undefined;
  let length = 0;
  for (const trust of TRUST) {
    const next = found(page, worths, sums, trust);
    const more = keptLength(page, next);
    if (best === undefined || (more >= SHORT && more > TIMES_MORE * length)) {
      best = next;
      length = more;
    }
    if (length >= SHORT) break;
  }
  return best!;
}

function found(
  page: PageLines,
  worths: Float64Array,
  sums: Float64Array,
  trust: Trust,
): MainContent {
  const outside = outsideElements(page, sums, trust);
  const elements = elementWorths(page, worths, outside);
  const place = articlePlace(page, elements, outside);
  if (place === undefined) return { element: -1, kept: new Uint8Array(page.count) };
  return {
    element: place.element,
    kept: keptLines(page, { place, worths: elements, outside }),
  };
}

function keptLength({ from, to }: PageLines, { kept }: MainContent): number {
  let length = 0;
  for (let line = 0; line < kept.length; line += 1) {
    if (kept[line] === 1) length += to[line]! - from[line]!;
  }
  return length;
}
