import type { PageLines } from './page-lines.ts';

/** Which part of a page is what it is about. */
export interface MainContent {
  /** The element that holds it; -1 where nothing was found. */
  readonly element: number;
  /** One for each line of the page that belongs to it. */
  readonly kept: Uint8Array;
}

/** A way to find the main content of a page. */
export type FindMainContent = (page: PageLines) => MainContent;

/** The text of the lines that were kept, a line each. */
export function mainText({ text, from, to }: PageLines, { kept }: MainContent): string {
  let joined = '';
  for (let line = 0; line < kept.length; line += 1) {
    if (kept[line] === 0) continue;
    const words = text.slice(from[line], to[line]);
    joined = joined === '' ? words : `${joined}\n${words}`;
  }
  return joined;
}

/** A piece of the text of a document. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Where in the text the main content stands: lines that follow each other are one piece. */
export function keptRanges({ from, to }: PageLines, { kept }: MainContent): TextRange[] {
  const ranges: TextRange[] = [];
  for (let line = 0; line < kept.length; line += 1) {
    if (kept[line] === 0) continue;
    const start = from[line]!;
    while (line + 1 < kept.length && kept[line + 1] === 1) line += 1;
    ranges.push({ from: start, to: to[line]! });
  }
  return ranges;
}

/** The pieces of a text, each on lines of its own; where it says so, no more than so many characters from the beginning. */
export function textOfRanges(
  text: string,
  ranges: readonly TextRange[],
  mostCharacters = Infinity,
): string {
  const pieces: string[] = [];
  let room = mostCharacters;
  for (const { from, to } of ranges) {
    if (room <= 0) break;
    pieces.push(text.slice(from, Math.min(to, from + room)));
    room -= to - from + 1;
  }
  return pieces.join('\n');
}
