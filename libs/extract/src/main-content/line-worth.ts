import type { PageLines } from './page-lines.ts';

/** A character in a link counts against its line; a line must have some words before it counts for anything. */
const LINK_COST = 1.2;
const LINE_COST = 14;

/** What each line says for its place being the main content: its text, less what stands in links. */
export function lineWorths({ count, from, to, linked }: PageLines): Float64Array {
  const worths = new Float64Array(count);
  for (let line = 0; line < count; line += 1) {
    const inLinks = linked[line]!;
    worths[line] = to[line]! - from[line]! - inLinks - LINK_COST * inLinks - LINE_COST;
  }
  return worths;
}

/** Sums from the first line on, of what is above nothing: what lies between two places is a subtraction. */
export function positiveSums(worths: Float64Array): Float64Array {
  const sums = new Float64Array(worths.length + 1);
  for (let line = 0; line < worths.length; line += 1) {
    sums[line + 1] = sums[line]! + Math.max(0, worths[line]!);
  }
  return sums;
}
