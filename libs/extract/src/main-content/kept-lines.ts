import { decodeHTML } from 'entities';
import { isBlock } from '../html/element-rules.ts';
import type { ArticlePlace } from './article-place.ts';
import { hasMoreLetters, isSaidAround, isDateline, leadsOn, lettersOf } from './line-words.ts';
import type { PageLines } from './page-lines.ts';

const GROUPS = new Set('div section ul ol table dl header td tr tbody'.split(' '));
/** A part that is worth nothing and has so much of its text in links is a list of links. */
const LINK_LIST_SHARE = 0.3;
/** The items of a list in a text often have a link each. */
const LISTS = new Set('ul ol dl table tbody tr td'.split(' '));
const LINKED_LIST_SHARE = 0.7;
/** What holds a sentence, or an item of a list in a text. */
const SENTENCES = new Set(['p', 'li']);
/** A line with so much of its text in links is a link. */
const LINK_LINE_SHARE = 0.7;
/** Between the headline and the text there are shorter lines: names, dates and the like. */
const SHORTEST_LEAD = 60;
/** A heading above what was left out goes with it, unless so much of its section was kept. */
const HEADED_SHARE = 0.15;
const HEADINGS = new Set('h1 h2 h3 h4 h5 h6'.split(' '));
/** Longer lines are sentences of the article. */
const LONGEST_AROUND = 300;
/** So much text is near the headline still. */
const TOP_CHARACTERS = 400;
const SHORTEST_TITLE = 15;
const LONGEST_TITLE = 1_000;

interface Found {
  readonly place: ArticlePlace;
  readonly worths: Float64Array;
  readonly outside: Uint8Array;
}

/** Picks the lines of an article that belong to it: no lists of links, no headings of nothing. */
export function keptLines(page: PageLines, found: Found): Uint8Array {
  const { owner, from, to, linked, count } = page;
  const { place } = found;
  const left = leftOut(page, found);
  const kept = new Uint8Array(count);
  for (let line = place.first; line < place.end; line += 1) {
    if (owner[line]! >= 0 && left[owner[line]!] === 1) continue;
    const isShort = to[line]! - from[line]! < SHORTEST_LEAD;
    if (line < place.text && isShort && !isHeading(page, line)) continue;
    const isLink = linked[line]! > LINK_LINE_SHARE * (to[line]! - from[line]!);
    if (!isLink || isHeading(page, line)) kept[line] = 1;
  }
  keepLinkedParagraphs(page, place, left, kept);
  dropWordsAround(page, place, kept);
  dropEmptyHeadings(page, place, kept);
  return kept;
}

/** Leaves out lines that are said around an article: its title, when it was written, who took the pictures, what to do. */
function dropWordsAround(page: PageLines, place: ArticlePlace, kept: Uint8Array): void {
  const { text, from, to, linked } = page;
  const title = lettersOf(decodeHTML(page.title.slice(0, LONGEST_TITLE)));
  let told = 0;
  for (let line = place.first; line < place.end; line += 1) {
    if (kept[line] === 0) continue;
    const length = to[line]! - from[line]!;
    const words = length > LONGEST_AROUND ? '' : text.slice(from[line], to[line]);
    const isTop = told < TOP_CHARACTERS && (isDateline(words) || isTitle(words, title));
    if (isTop || isSaidAround(words, linked[line]! > 0)) kept[line] = 0;
    else told += length;
  }
}

function isTitle(words: string, title: string): boolean {
  if (words.length < SHORTEST_TITLE || hasMoreLetters(words, title.length)) return false;
  const letters = lettersOf(words);
  return letters !== '' && title.includes(letters);
}

/** A paragraph or an item that is all link belongs to the text it stands in the middle of, unless it says that it leads elsewhere. */
function keepLinkedParagraphs(
  page: PageLines,
  place: ArticlePlace,
  left: Uint8Array,
  kept: Uint8Array,
): void {
  const { tree, owner, text, from, to } = page;
  for (let line = place.text + 1; line < place.end - 1; line += 1) {
    if (kept[line] === 1 || kept[line - 1] === 0 || kept[line + 1] === 0) continue;
    if (owner[line]! >= 0 && left[owner[line]!] === 1) continue;
    if (!SENTENCES.has(tree.tags[blockOf(page, line)] ?? '')) continue;
    if (!leadsOn(text.slice(from[line], to[line]))) kept[line] = 1;
  }
}

function leftOut(page: PageLines, { place, worths, outside }: Found): Uint8Array {
  const { tree } = page;
  const root = place.element;
  const left = new Uint8Array(tree.size);
  for (let element = root + 1; element < tree.ends[root]!; element += 1) {
    const isLeft =
      outside[element] === 1 ||
      left[tree.parents[element]!] === 1 ||
      (worths[element]! < 0 && GROUPS.has(tree.tags[element]!) && isListOfLinks(page, element));
    if (isLeft) left[element] = 1;
  }
  return left;
}

function isListOfLinks(
  { tree, first, end, from, to, linked }: PageLines,
  element: number,
): boolean {
  // One line is no list: it is a link, or a sentence with one.
  if (end[element]! - first[element]! === 1) return false;
  let inLinks = 0;
  let all = 0;
  for (let line = first[element]!; line < end[element]!; line += 1) {
    inLinks += linked[line]!;
    all += to[line]! - from[line]!;
  }
  return inLinks > (LISTS.has(tree.tags[element]!) ? LINKED_LIST_SHARE : LINK_LIST_SHARE) * all;
}

/** Goes from the end to the beginning, so that it knows of each heading what stands below it. */
function dropEmptyHeadings(page: PageLines, place: ArticlePlace, kept: Uint8Array): void {
  const { from, to } = page;
  let below = 0;
  let leftBelow = 0;
  for (let line = place.end - 1; line >= place.first; line -= 1) {
    const length = to[line]! - from[line]!;
    const isKept = kept[line] === 1;
    // What stands below the headline and is as long as a sentence leads into the text, whatever its rank.
    const isLead = line < place.text && length >= SHORTEST_LEAD;
    if (isKept && !isLead && isHeading(page, line)) {
      if (below > HEADED_SHARE * leftBelow) {
        below = length;
        leftBelow = 0;
        continue;
      }
      kept[line] = 0;
      leftBelow += length;
    } else if (isKept) below += length;
    else leftBelow += length;
  }
}

function isHeading(page: PageLines, line: number): boolean {
  return HEADINGS.has(page.tree.tags[blockOf(page, line)] ?? '');
}

/** The innermost block that holds a line; -1 where none does. */
function blockOf({ tree, owner }: PageLines, line: number): number {
  let element = owner[line]!;
  while (element >= 0 && !isBlock(tree.tags[element]!)) element = tree.parents[element]!;
  return element;
}
