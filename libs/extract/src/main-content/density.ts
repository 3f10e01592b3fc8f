import { bestElement, elementWorths } from './best-element.ts';
import { keptLines } from './kept-lines.ts';
import { lineWorths, positiveSums } from './line-worth.ts';
import type { MainContent } from './main-content.ts';
import { outsideElements, type NamesCount } from './outside.ts';
import type { PageLines } from './page-lines.ts';

/** A page that says less than this may have been misled by its names. */
const SHORT = 300;
/** Without names it must find so many times more to be believed. */
const TIMES_MORE = 3;

/**
 * The main content by density: each line is worth its text outside of links, an element what its lines and parts are worth
 * together, and the one that is worth most holds the main content. What the page itself calls navigation, comments or
 * advertising is left out before. Its time grows with the page alone.
 */
export function findByDensity(page: PageLines): MainContent {
  const worths = lineWorths(page);
  const sums = positiveSums(worths);
  const named = found(page, worths, sums, { names: true });
  const length = keptLength(page, named);
  if (length >= SHORT) return named;
  const unnamed = found(page, worths, sums, { names: false });
  const more = keptLength(page, unnamed);
  return more >= SHORT && more > TIMES_MORE * length ? unnamed : named;
}

function found(
  page: PageLines,
  worths: Float64Array,
  sums: Float64Array,
  names: NamesCount,
): MainContent {
  const outside = outsideElements(page, sums, names);
  const elements = elementWorths(page, worths, outside);
  const element = bestElement(page, elements, outside);
  if (element < 0) return { element, kept: new Uint8Array(page.count) };
  return { element, kept: keptLines(page, { element, worths: elements, outside }) };
}

function keptLength({ from, to }: PageLines, { kept }: MainContent): number {
  let length = 0;
  for (let line = 0; line < kept.length; line += 1) {
    if (kept[line] === 1) length += to[line]! - from[line]!;
  }
  return length;
}
