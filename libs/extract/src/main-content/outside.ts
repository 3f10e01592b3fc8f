import { MARK } from './name-marks.ts';
import type { PageLines } from './page-lines.ts';

const NEVER_CONTENT = new Set(
  'nav footer aside form button figcaption menu dialog label time'.split(' '),
);
const FIGURE_TEXTS = new Set(['table', 'pre', 'blockquote']);
const NEVER_OUTSIDE = new Set(['html', 'body', 'main', 'article']);

/** Half of a page is not hidden: it is shown piece by piece. */
const MOST_HIDDEN = 0.5;
/** With so much that is shown, what is hidden is something else. */
const ENOUGH_SHOWN = 2_000;
/** One that holds the text of an article, and little else, is a frame around it. */
const FRAME_SHARE = 0.6;
const SHORTEST_ARTICLE = 250;
const LONGEST_TEASER = 1_000;

/** A picture has so many lines beside it, of so many characters, and all of them are such a share of the page. */
const MOST_CAPTIONS = 0.2;
const MOST_CAPTION_LINES = 2;
const LONGEST_CAPTION = 200;

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
  const hidden = hiddenWorth(page, worth);
  const hides = hidden <= MOST_HIDDEN * total || total - hidden > ENOUGH_SHOWN;
  const articles = articleWorths(page, worth);
  const outside = new Uint8Array(tree.size);
  const hasLink = linkFinder(page);
  const captions = captioned(page, worth, total);
  /** A teaser without a link is that of no other article. */
  const leadsElsewhere = (element: number, marks: number): boolean =>
    (marks & MARK.teaser) !== 0 && hasLink(element);
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
      captions[element] === 1 ||
      (tag === 'h1' && !headsPart(element));
    if (!byNature && !(names && (isBeside(marks) || leadsElsewhere(element, marks)))) continue;
    const mine = worth(element);
    const most = (marks & MARK.teaser) === 0 ? SHORTEST_ARTICLE : LONGEST_TEASER;
    const isText = (marks & MARK.beside) === 0 && mine > most;
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

/** Says of elements whether there is a link in them or around them; it counts when it is first asked. */
function linkFinder({ tree, first, end, linked }: PageLines): (element: number) => boolean {
  let before: Int32Array | undefined;
  const counted = (): Int32Array => {
    const counts = new Int32Array(tree.size + 1);
    for (let at = 0; at < tree.size; at += 1) {
      counts[at + 1] = counts[at]! + (tree.tags[at] === 'a' ? 1 : 0);
    }
    return counts;
  };
  return (element) => {
    before ??= counted();
    if (before[tree.ends[element]!]! > before[element]!) return true;
    return end[element]! > first[element]! && linked[first[element]!]! > 0;
  };
}

/** Marks elements that are a picture with a few words to it; none where those are much of what the page says. */
function captioned(
  { tree, first, end, from, to }: PageLines,
  worth: (element: number) => number,
  total: number,
): Uint8Array {
  const found = new Uint8Array(tree.size);
  let sum = 0;
  for (
    let element = 0, image = nextImage(tree, 0);
    element < tree.size && image >= 0;
    element += 1
  ) {
    if (image < element) image = nextImage(tree, element);
    if (tree.tags[element] !== 'div' || image < 0 || image >= tree.ends[element]!) continue;
    const [top, stop] = [first[element]!, end[element]!];
    if (stop === top || stop - top > MOST_CAPTION_LINES) continue;
    if (to[stop - 1]! - from[top]! > LONGEST_CAPTION) continue;
    found[element] = 1;
    sum += worth(element);
    element = tree.ends[element]! - 1;
  }
  return sum > MOST_CAPTIONS * total ? new Uint8Array(tree.size) : found;
}

function nextImage({ tags }: PageLines['tree'], from: number): number {
  return tags.indexOf('img', from);
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
    const isCalled = (marks & (MARK.articleText | MARK.articleBody)) !== 0;
    const isOne = tree.tags[element] === 'article' && worth(element) > LONGEST_TEASER;
    const isArticle = (isCalled || isOne) && (marks & MARK.beside) === 0;
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
