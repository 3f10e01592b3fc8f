import { encodeBound, type Range } from '../port/bounds.ts';
import { rowOfCells } from '../port/check-row.ts';
import { KeyReader } from '../port/key-reader.ts';
import type { Page } from '../port/store.ts';
import type { Cells } from '../port/table-shape.ts';
import { groupedBounds } from './grouped-bounds.ts';
import { idInIndex, type LmdbTable } from './lmdb-table.ts';

/** Reads in one go, without a pause in which a commit could come between an index and its rows. */
export function readPage(table: LmdbTable, range: Range): Page<Record<string, unknown>> {
  if (range.isEmpty) return { rows: [] };
  const { shape, codec } = table;
  const rows: Record<string, unknown>[] = [];
  const keys = new KeyReader();
  let last: Cells | undefined;
  const take = (key: Uint8Array, value: Uint8Array) => {
    last = codec.decode(value, keys.read(key));
    return rows.push(rowOfCells(shape, last));
  };
  readEntries(table, range, take);
  if (last === undefined || rows.length < range.limit) return { rows };
  return { rows, cursor: range.cursorAt(last) };
}

/** The bytes of a key and a value are there only until the next one. */
function readEntries(
  { rows, indexes }: LmdbTable,
  range: Range,
  take: (key: Uint8Array, value: Uint8Array) => number,
): void {
  const { index: of } = range;
  const index = indexes.find(({ shape }) => shape.name === of?.name);
  if (index === undefined) {
    for (const { key, value } of rows.range(treeBounds(range))) take(key, value);
    return;
  }
  index.tree.read(groupedBounds(index, range), (place) => {
    const key = idInIndex(index, place);
    const taken = rows.readCommitted(key, (value) => take(key, value));
    if (taken === undefined) throw new Error(`index ${of?.name} names a row that is not there`);
  });
}

function treeBounds({ lower, upper, reverse, limit }: Range) {
  const from = encodeBound(lower);
  return { ...(from.length === 0 ? {} : { from }), to: encodeBound(upper), reverse, limit };
}
