import { MARK } from './name-marks.ts';
import type { PageLines } from './page-lines.ts';

const NEVER_CONTENT = new Set(
  'nav footer aside form button figcaption menu dialog label time'.split(' '),
);
const FIGURE_TEXTS = new Set(['table', 'pre', 'blockquote']);
const NEVER_OUTSIDE = new Set(['html', 'body', 'main', 'article']);

/** Half of a page is not hidden: it is shown piece by piece. */
const MOST_HIDDEN = 0.5;
/** One that holds the text of an article, and little else, is a frame around it. */
const FRAME_SHARE = 0.6;
const SHORTEST_ARTICLE = 250;

/** How much what elements are called counts. */
export interface Trust {
  /** Whether names count at all, or only what elements are. */
  readonly names: boolean;
  /** An element with more than this share of what a page says is what the page is about, whatever it is called. */
  readonly sparedShare: number;
}

/** Marks each element that stands outside of the main content, and all that such a one holds. */
export function outsideElements(
  page: PageLines,
  sums: Float64Array,
  { names, sparedShare }: Trust,
): Uint8Array {
  const { tree, first, end } = page;
  const worth = (element: number): number => sums[end[element]!]! - sums[first[element]!]!;
  const total = sums.at(-1)!;
  const hides = hiddenWorth(page, worth) <= MOST_HIDDEN * total;
  const articles = articleWorths(page, worth);
  const outside = new Uint8Array(tree.size);
  let headline = -1;
  /** The headline of the page is not part of its text, but some have one of the same rank over each part. */
  const headsPart = (element: number): boolean => {
    const told = headline < 0 ? 0 : sums[first[element]!]! - sums[end[headline]!]!;
    headline = element;
    return told > SHORTEST_ARTICLE;
  };
  for (let element = 0; element < tree.size; element += 1) {
    const parent = tree.parents[element]!;
    if (parent >= 0 && outside[parent] === 1) {
      outside[element] = 1;
      continue;
    }
    const tag = tree.tags[element]!;
    if (NEVER_OUTSIDE.has(tag)) continue;
    const marks = tree.marks[element]!;
    const isHidden = hides && (marks & MARK.hidden) !== 0;
    const byNature =
      NEVER_CONTENT.has(tag) ||
      isHidden ||
      (tag === 'figure' && isPicture(page, element)) ||
      (tag === 'h1' && !headsPart(element));
    if (!byNature && !(names && isBeside(marks))) continue;
    const mine = worth(element);
    const isText = (marks & MARK.beside) === 0 && mine > SHORTEST_ARTICLE;
    if (!byNature && isText) continue;
    if (mine > sparedShare * total) continue;
    const isFrame = mine > SHORTEST_ARTICLE && articles[element]! >= FRAME_SHARE * mine;
    if (byNature || !isFrame) outside[element] = 1;
  }
  return outside;
}

function isBeside(marks: number): boolean {
  const saysSo = (marks & (MARK.beside | MARK.perhapsBeside)) !== 0;
  return saysSo && (marks & (MARK.content | MARK.articleBody)) === 0;
}

function hiddenWorth({ tree }: PageLines, worth: (element: number) => number): number {
  let sum = 0;
  for (let element = 0; element < tree.size;) {
    if ((tree.marks[element]! & MARK.hidden) === 0) element += 1;
    else {
      sum += worth(element);
      element = tree.ends[element]!;
    }
  }
  return sum;
}

/** The worth of the best text of an article that each element holds, itself left out. */
function articleWorths({ tree }: PageLines, worth: (element: number) => number): Float64Array {
  const best = new Float64Array(tree.size);
  for (let element = tree.size - 1; element > 0; element -= 1) {
    const parent = tree.parents[element]!;
    if (parent < 0) continue;
    const marks = tree.marks[element]!;
    const isArticle =
      (marks & (MARK.articleText | MARK.articleBody)) !== 0 && (marks & MARK.beside) === 0;
    const own = isArticle ? Math.max(best[element]!, worth(element)) : best[element]!;
    if (own > best[parent]!) best[parent] = own;
  }
  return best;
}

/** A picture and its caption are no text of an article, but a figure may also be a table, code or a quotation. */
function isPicture({ tree }: PageLines, figure: number): boolean {
  for (let element = figure + 1; element < tree.ends[figure]!; element += 1) {
    if (FIGURE_TEXTS.has(tree.tags[element]!)) return false;
  }
  return true;
}
