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
/** An article ends where its text does: in what is called so, or has nearly all of it. */
const ARTICLE_TEXT_SHARE = 0.6;
const NEARLY_ALL = 0.92;

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

/** Where an article stands: in which element, its first line, the first of its text, and the one behind its last. */
export interface ArticlePlace {
  readonly element: number;
  readonly first: number;
  readonly text: number;
  readonly end: number;
}

/**
 * The article is in the element that is worth most. It begins below the headline, where there may be some words before its
 * text, and ends where its text does; below are others, and what the site has to say at the end of each of its pages.
 */
export function articlePlace(
  { tree, first, end }: PageLines,
  worths: Float64Array,
  outside: Uint8Array,
): ArticlePlace | undefined {
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
  const isCalled = (mark: number) => (element: number) => (tree.marks[element]! & mark) !== 0;
  const best = among(0, tree.size, (element) => CAN_HOLD.has(tree.tags[element]!));
  if (best < 0) return undefined;
  const element = widened(tree, best);
  const body = narrowed(element, ARTICLE_BODY_SHARE, isCalled(MARK.articleBody));
  const article = narrowed(body, ARTICLE_SHARE, (inner) => tree.tags[inner] === 'article');
  let text = narrowed(article, ARTICLE_TEXT_SHARE, isCalled(MARK.articleText));
  const enough = NEARLY_ALL * Math.max(worths[text]!, worths[best]!);
  for (let inner = text + 1; inner < tree.ends[text]!; inner += 1) {
    const isIt = worths[inner]! >= enough && outside[inner] === 0;
    if (isIt && CAN_HOLD.has(tree.tags[inner]!) && !PARTS.has(tree.tags[inner]!)) text = inner;
  }
  const headline = lastHeadline(tree, element, text);
  return {
    element,
    first: first[headline < 0 ? article : headline]!,
    text: first[text]!,
    end: end[text]!,
  };
}

/** The last headline in an element that stands before another one; -1 where there is none. */
function lastHeadline({ tags, ends }: PageLines['tree'], within: number, before: number): number {
  let last = -1;
  for (let element = within; element < before; element += 1) {
    if (tags[element] === 'h1' && ends[element]! <= before) last = element;
  }
  return last;
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
