import { isBlock } from '../html/element-rules.ts';
import type { PageLines } from '../main-content/page-lines.ts';

/** What a line of a page is. */
export interface LineShape {
  /** What stands before it in Markdown. */
  readonly mark: string;
  /** The list, table or piece of code that it belongs to; -1 where it stands alone. */
  readonly group: number;
  /** The row and the cell of a table; -1 elsewhere. */
  readonly row: number;
  readonly cell: number;
}

const LISTS = new Set(['ul', 'ol', 'menu', 'dir', 'dl']);
const DEEPEST_MARK = 6;
const ALONE = { group: -1, row: -1, cell: -1 };

/** What a line is, by the blocks that hold it: the innermost one that says so decides. */
export function shapeOf(page: PageLines, line: number): LineShape {
  const { tree, owner } = page;
  for (let element = owner[line]!; element >= 0; element = tree.parents[element]!) {
    const tag = tree.tags[element]!;
    if (!isBlock(tag)) continue;
    if (/^h[1-6]$/.test(tag)) return { ...ALONE, mark: `${'#'.repeat(Number(tag[1]))} ` };
    if (tag === 'li' || tag === 'dd' || tag === 'dt') return itemShape(page, element, line);
    if (tag === 'pre') return { ...ALONE, mark: '    ', group: element };
    if (tag === 'blockquote') return { ...ALONE, mark: '> ', group: element };
    if (tag === 'td' || tag === 'th') {
      const row = outer(page, element, 'tr');
      const table = outer(page, element, 'table');
      return { mark: '', group: table, row: row < 0 ? element : row, cell: element };
    }
  }
  return { ...ALONE, mark: '' };
}

/** A further line of an item is set in under its first. */
function itemShape(page: PageLines, item: number, line: number): LineShape {
  const { tree, first } = page;
  let depth = 0;
  let list = -1;
  let isNumbered = false;
  for (let element = item; element >= 0; element = tree.parents[element]!) {
    if (!LISTS.has(tree.tags[element]!)) continue;
    if (list < 0) isNumbered = tree.tags[element] === 'ol';
    list = element;
    depth += 1;
  }
  const indent = '  '.repeat(Math.min(DEEPEST_MARK, Math.max(0, depth - 1)));
  const isFirst = first[item] === line;
  const mark = isFirst ? (isNumbered ? '1. ' : '- ') : '  ';
  return { ...ALONE, mark: indent + mark, group: list };
}

function outer({ tree }: PageLines, from: number, tag: string): number {
  for (let element = tree.parents[from]!; element >= 0; element = tree.parents[element]!) {
    if (tree.tags[element] === tag) return element;
  }
  return -1;
}
