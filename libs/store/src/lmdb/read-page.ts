import { encodeBound, type Range } from '../port/bounds.ts';
import { rowOfCells } from '../port/check-row.ts';
import { KeyReader } from '../port/key-reader.ts';
import type { Page } from '../port/store.ts';
import type { Cells } from '../port/table-shape.ts';
import { idInIndex, type LmdbTable } from './lmdb-table.ts';

/** Reads in one go, without a pause in which a commit could come between an index and its rows. */
export function readPage(table: LmdbTable, range: Range): Page<Record<string, unknown>> {
  const rows: Record<string, unknown>[] = [];
  if (range.isEmpty) return { rows };
  const keys = new KeyReader();
  let last: Cells | undefined;
  for (const { key, value } of entriesIn(table, range)) {
    last = table.codec.decode(value, keys.read(key));
    rows.push(rowOfCells(table.shape, last));
  }
  if (last === undefined || rows.length < range.limit) return { rows };
  return { rows, cursor: range.cursorAt(last) };
}

interface Entry {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

function* entriesIn(table: LmdbTable, range: Range): Iterable<Entry> {
  const { index: of, lower, upper, reverse, limit } = range;
  const from = encodeBound(lower);
  const bounds = {
    ...(from.length === 0 ? {} : { from }),
    to: encodeBound(upper),
    reverse,
    limit,
  };
  const index = table.indexes.find(({ shape }) => shape.name === of?.name);
  if (index === undefined) {
    yield* table.rows.range(bounds);
    return;
  }
  for (const entry of index.tree.range(bounds)) {
    const key = idInIndex(index, entry.key);
    const value = table.rows.getCommitted(key);
    if (value === undefined) throw new Error(`index ${of?.name} names a row that is not there`);
    yield { key, value };
  }
}
