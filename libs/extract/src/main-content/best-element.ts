import { MARK } from './name-marks.ts';
import type { PageLines } from './page-lines.ts';

const CAN_HOLD = new Set(
  'article blockquote body center dd div dl form header li main ol p pre section span table tbody td ul'.split(
    ' ',
  ),
);
/** A part with nothing but links says little against what holds it: it is left out there. */
const MOST_AGAINST = 60;
/** What calls itself the article is believed where it has so much of what was found. */
const ARTICLE_BODY_SHARE = 0.5;
const ARTICLE_SHARE = 0.8;

/** What is a paragraph or an item is part of something: what stands beside it belongs to it. */
const PARTS = new Set('blockquote dd dl li ol p pre span table tbody ul'.split(' '));

/** What each element is worth: its own lines, and its parts. */
export function elementWorths(
  { tree, count, owner }: PageLines,
  worths: Float64Array,
  outside: Uint8Array,
): Float64Array {
  const sums = new Float64Array(tree.size);
  for (let line = 0; line < count; line += 1) {
    const element = owner[line]!;
    if (element >= 0 && outside[element] === 0) sums[element]! += worths[line]!;
  }
  for (let element = tree.size - 1; element > 0; element -= 1) {
    const parent = tree.parents[element]!;
    if (parent >= 0) sums[parent]! += Math.max(sums[element]!, -MOST_AGAINST);
  }
  return sums;
}

/** The element that is worth most, or the article in it; -1 where there is none. */
export function bestElement(
  { tree }: PageLines,
  worths: Float64Array,
  outside: Uint8Array,
): number {
  const among = (from: number, to: number, fits: (element: number) => boolean): number => {
    let best = -1;
    for (let element = from; element < to; element += 1) {
      if (outside[element] === 1 || !fits(element)) continue;
      // Of two that are worth the same the inner one has nothing else around it.
      if (best < 0 || worths[element]! >= worths[best]!) best = element;
    }
    return best;
  };
  const narrowed = (within: number, share: number, fits: (element: number) => boolean): number => {
    const inner = among(within + 1, tree.ends[within]!, fits);
    return inner >= 0 && worths[inner]! >= share * worths[within]! ? inner : within;
  };
  const best = among(0, tree.size, (element) => CAN_HOLD.has(tree.tags[element]!));
  if (best < 0) return best;
  const wide = widened(tree, best);
  const isBody = (element: number) => (tree.marks[element]! & MARK.articleBody) !== 0;
  const isArticle = (element: number) => tree.tags[element] === 'article';
  return narrowed(narrowed(wide, ARTICLE_BODY_SHARE, isBody), ARTICLE_SHARE, isArticle);
}

function widened({ tags, parents }: PageLines['tree'], best: number): number {
  let wide = best;
  for (let outer = best; outer >= 0; outer = parents[outer]!) {
    if (!CAN_HOLD.has(tags[outer]!)) continue;
    wide = outer;
    if (!PARTS.has(tags[outer]!)) break;
  }
  return wide;
}
