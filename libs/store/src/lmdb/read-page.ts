import { encodeBound, type Range } from '../port/bounds.ts';
import { rowOfCells } from '../port/check-row.ts';
import type { Page } from '../port/store.ts';
import type { Cells } from '../port/table-shape.ts';
import { idInIndex, type LmdbTable } from './lmdb-table.ts';

/** Reads in one go, without a pause in which a commit could come between an index and its rows. */
export function readPage(table: LmdbTable, range: Range): Page<Record<string, unknown>> {
  const rows: Record<string, unknown>[] = [];
  if (range.isEmpty) return { rows };
  let last: Cells | undefined;
  for (const value of valuesIn(table, range)) {
    last = table.codec.decode(value);
    rows.push(rowOfCells(table.shape, last));
  }
  if (last === undefined || rows.length < range.limit) return { rows };
  return { rows, cursor: range.cursorAt(last) };
}

function* valuesIn(table: LmdbTable, range: Range): Iterable<Uint8Array> {
  const { index, lower, upper, reverse, limit } = range;
  const from = encodeBound(lower);
  const bounds = {
    ...(from.length === 0 ? {} : { from }),
    to: encodeBound(upper),
    reverse,
    limit,
  };
  const tree = table.indexes.find(({ shape }) => shape.name === index?.name)?.tree;
  if (tree === undefined) {
    for (const { value } of table.rows.range(bounds)) yield value;
    return;
  }
  for (const entry of tree.range(bounds)) {
    const value = table.rows.getCommitted(idInIndex(entry));
    if (value === undefined) throw new Error(`index ${index?.name} names a row that is not there`);
    yield value;
  }
}
