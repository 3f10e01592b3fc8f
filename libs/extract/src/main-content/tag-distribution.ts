import { isVoid } from '../html/element-rules.ts';
import type { MainContent } from './main-content.ts';
import type { PageLines } from './page-lines.ts';

/** A run of tokens, and how many tags outside of it and other tokens inside of it there are. */
export interface Span {
  readonly from: number;
  /** The first token behind it. */
  readonly to: number;
  readonly score: number;
}

/**
 * The span with the most tags outside and the most other tokens inside, of a page that is a row of tokens; `tags` has a 1 for
 * each tag. Counting a tag as -1 and another token as 1, that is the run with the greatest sum, which one pass finds (Kadane).
 * Of several the first is taken, and nothing where there are only tags.
 */
export function bestSpan(tags: Uint8Array): Span {
  let best = { from: 0, to: 0, sum: 0 };
  let from = 0;
  let sum = 0;
  let all = 0;
  for (let at = 0; at < tags.length; at += 1) {
    all += tags[at]!;
    sum += 1 - 2 * tags[at]!;
    if (sum > best.sum) best = { from, to: at + 1, sum };
    if (sum <= 0) {
      sum = 0;
      from = at + 1;
    }
  }
  return { from: best.from, to: best.to, score: all + best.sum };
}

/** The main content as the plateau in the distribution of tags: where most words and fewest tags are. */
export function findByTagDistribution(page: PageLines): MainContent {
  const { tags, places } = tokensOf(page);
  const { from, to } = bestSpan(tags);
  const kept = new Uint8Array(page.count);
  if (from === to) return { element: -1, kept };
  const begin = places[from]!;
  const end = to < places.length ? places[to]! : page.text.length;
  for (let line = 0; line < page.count; line += 1) {
    const inside = Math.min(page.to[line]!, end) - Math.max(page.from[line]!, begin);
    if (2 * inside > page.to[line]! - page.from[line]!) kept[line] = 1;
  }
  return { element: holderOf(page, begin, end), kept };
}

/** Tags and words in their order, and where in the text each of them stands. */
function tokensOf({ tree, text }: PageLines): { tags: Uint8Array; places: Int32Array } {
  const tagsAt = new Int32Array(text.length + 1);
  let count = 0;
  for (let element = 0; element < tree.size; element += 1) {
    tagsAt[tree.starts[element]!]! += 1;
    count += 1;
    if (isVoid(tree.tags[element]!)) continue;
    tagsAt[tree.stops[element]!]! += 1;
    count += 1;
  }
  const tags = new Uint8Array(count + text.length);
  const places = new Int32Array(tags.length);
  let tokens = 0;
  let inWord = false;
  for (let at = 0; at <= text.length; at += 1) {
    for (let tag = tagsAt[at]!; tag > 0; tag -= 1) {
      tags[tokens] = 1;
      places[tokens] = at;
      tokens += 1;
      inWord = false;
    }
    const isSpace = at === text.length || text[at] === ' ' || text[at] === '\n';
    if (!isSpace && !inWord) {
      places[tokens] = at;
      tokens += 1;
    }
    inWord = !isSpace;
  }
  return { tags: tags.subarray(0, tokens), places: places.subarray(0, tokens) };
}

/** The innermost element around a piece of the text. */
function holderOf({ tree }: PageLines, begin: number, end: number): number {
  let holder = -1;
  for (let element = 0; element < tree.size; element += 1) {
    if (tree.starts[element]! > begin) break;
    if (tree.stops[element]! >= end) holder = element;
  }
  return holder;
}
