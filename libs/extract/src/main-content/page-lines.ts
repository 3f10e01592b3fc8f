import type { ElementTree } from '../html/element-tree.ts';

/** The text of a page, its elements, and its lines: the pieces of text that stand between the edges of blocks. */
export interface PageLines {
  readonly tree: ElementTree;
  readonly text: string;
  /** The title element, as it is written. */
  readonly title: string;
  readonly count: number;
  /** Where each line begins and ends in the text. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** The innermost element that holds the whole line; -1 where none does. */
  readonly owner: Int32Array;
  /** How many of its characters are in links. */
  readonly linked: Int32Array;
  /** For each element, its first line and the one behind its last. */
  readonly first: Int32Array;
  readonly end: Int32Array;
}

/** What was found in one pass over the markup. */
export interface ScannedPage {
  readonly tree: ElementTree;
  readonly text: string;
  readonly title: string;
  /** Where each line begins in the text. */
  readonly lineStarts: readonly number[];
  /** For each line, the innermost element that was open where it begins. */
  readonly lineOwners: readonly number[];
}

/** Finds where lines are, whose they are, and how much of them is links. */
export function pageLines({ tree, text, title, lineStarts, lineOwners }: ScannedPage): PageLines {
  const from = new Int32Array(lineStarts);
  const count = from.length;
  const to = new Int32Array(count);
  for (let line = 0; line < count; line += 1) {
    to[line] = line + 1 < count ? from[line + 1]! - 1 : text.length;
  }
  const owner = new Int32Array(count);
  for (let line = 0; line < count; line += 1) {
    let element = lineOwners[line] ?? -1;
    while (element >= 0 && tree.stops[element]! < to[line]!) element = tree.parents[element]!;
    owner[line] = element;
  }
  const linked = new Int32Array(count);
  const first = new Int32Array(tree.size);
  const end = new Int32Array(tree.size);
  const lines = { tree, text, title, count, from, to, owner, linked, first, end };
  fillRanges(lines);
  return lines;
}

function fillRanges({ tree, count, from, to, linked, first, end }: PageLines): void {
  let line = 0;
  for (let element = 0; element < tree.size; element += 1) {
    const start = tree.starts[element]!;
    const stop = tree.stops[element]!;
    while (line < count && to[line]! <= start) line += 1;
    first[element] = line;
    end[element] = stop > start ? lineBehind(from, stop, line) : line;
    if (tree.tags[element] !== 'a') continue;
    for (let of = line; of < end[element]!; of += 1) {
      linked[of]! += Math.min(to[of]!, stop) - Math.max(from[of]!, start);
    }
  }
}

/** The first line that begins at that place of the text or behind it. */
function lineBehind(from: Int32Array, place: number, lowest: number): number {
  // Most elements have no line or one.
  if (lowest >= from.length || from[lowest]! >= place) return lowest;
  let low = lowest + 1;
  if (low >= from.length || from[low]! >= place) return low;
  let high = from.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (from[middle]! >= place) high = middle;
    else low = middle + 1;
  }
  return low;
}
