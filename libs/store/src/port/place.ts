import { rowInvalid } from './check-cell.ts';
import type { Range } from './bounds.ts';
import type { KeyValue } from './key-bytes.ts';
import type { Cells, IndexShape, TableShape } from './table-shape.ts';

/** What an index says of a row: the columns of the index, and those of the primary key. */
export function placeOfValues(
  { names }: TableShape,
  { places }: IndexShape,
  values: readonly KeyValue[],
): Record<string, unknown> {
  const place: Record<string, unknown> = {};
  for (let column = 0; column < places.length; column += 1) {
    place[names[places[column]!]!] = values[column];
  }
  return place;
}

/** The same of a row's cells, where it has all of them. */
export const valuesInPlace = ({ places }: IndexShape, cells: Cells): KeyValue[] =>
  places.map((at) => cells[at] as KeyValue);

/** Places are those of an index: the primary key has no columns but its own, and whoever wants those reads the rows. */
export function withIndex(range: Range): Range & { readonly index: IndexShape } {
  const { shape, index } = range;
  if (index === undefined) throw rowInvalid(shape, 'places are those of an index');
  return { ...range, index };
}
