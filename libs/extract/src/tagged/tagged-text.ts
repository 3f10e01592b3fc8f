import type { MainContent } from '../main-content/main-content.ts';
import type { PageLines } from '../main-content/page-lines.ts';
import { LinkedLines } from './linked-lines.ts';
import { type LineShape, shapeOf } from './line-shape.ts';

/** A line of the result, before lines are joined. */
interface TaggedLine {
  readonly shape: LineShape;
  words: string;
  /** How many cells it has, where it is a row of a table. */
  cells: number;
}

/**
 * The main content with its shape, as Markdown: headings, paragraphs, lists, quotations, code, tables and links. `urls` has
 * the address of each element that is a link.
 */
export function taggedText(
  page: PageLines,
  main: MainContent,
  urls: ReadonlyMap<number, string>,
): string {
  const linked = new LinkedLines(page, urls);
  const lines: TaggedLine[] = [];
  for (let line = 0; line < page.count; line += 1) {
    if (main.kept[line] === 0) continue;
    const shape = shapeOf(page, line);
    const words = linked.words(line);
    const before = lines.at(-1);
    const sameRow = shape.row >= 0 && before?.shape.row === shape.row;
    if (sameRow) addCell(before, shape, words);
    else lines.push({ shape, words: shape.row >= 0 ? cellText(words) : words, cells: 1 });
  }
  return rendered(lines);
}

function addCell(row: TaggedLine, { cell }: LineShape, words: string): void {
  // Lines of one cell stay in it.
  const isNew = row.shape.cell !== cell;
  row.words += isNew ? ` | ${cellText(words)}` : ` ${cellText(words)}`;
  if (isNew) {
    row.cells += 1;
    (row as { shape: LineShape }).shape = { ...row.shape, cell };
  }
}

function cellText(words: string): string {
  return words.replaceAll('|', '\\|');
}

function rendered(lines: readonly TaggedLine[]): string {
  const blocks: string[] = [];
  let before: TaggedLine | undefined;
  for (const line of lines) {
    const isFirstRow = line.shape.row >= 0 && before?.shape.group !== line.shape.group;
    if (before !== undefined && !isTogether(before.shape, line.shape)) blocks.push('');
    blocks.push(line.shape.row >= 0 ? `| ${line.words} |` : line.shape.mark + line.words);
    if (isFirstRow) blocks.push(`|${' --- |'.repeat(line.cells)}`);
    before = line;
  }
  return blocks.join('\n');
}

/** Items of a list, rows of a table and lines of code follow each other without a gap. */
function isTogether(before: LineShape, shape: LineShape): boolean {
  return shape.group >= 0 && before.group === shape.group;
}
