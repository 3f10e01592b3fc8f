import type { Range } from '../port/bounds.ts';
import { KeyReader } from '../port/key-reader.ts';
import type { KeyValue } from '../port/key-bytes.ts';
import { placeOfValues } from '../port/place.ts';
import type { Page } from '../port/store.ts';
import type { IndexShape } from '../port/table-shape.ts';
import type { LmdbTable } from './lmdb-table.ts';
import { groupedBounds } from './grouped-bounds.ts';

/** What an index says of its rows, without looking at them. */
export function readPlaces(
  { shape, indexes }: LmdbTable,
  range: Range & { readonly index: IndexShape },
): Page<Record<string, unknown>> {
  if (range.isEmpty) return { rows: [] };
  const index = indexes.find(({ shape: { name } }) => name === range.index.name)!;
  const rows: Record<string, unknown>[] = [];
  const keys = new KeyReader();
  let last: readonly KeyValue[] = [];
  index.tree.read(groupedBounds(index, range), (place) => {
    last = keys.read(place);
    rows.push(placeOfValues(shape, range.index, last));
  });
  if (rows.length < range.limit) return { rows };
  return { rows, cursor: range.cursorAtPlace(last) };
}
