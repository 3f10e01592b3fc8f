import { checkCell, rowInvalid } from './check-cell.ts';
import { checkBoundSize } from './check-row.ts';
import { cursorOf, positionOf, type Walk } from './cursor.ts';
import { encodeKey, justAfter, type KeyValue } from './key-bytes.ts';
import type { Selection } from './store.ts';
import type { Cells, IndexShape, TableShape } from './table-shape.ts';

/** A point between rows: right before all that begin with the values, or right after them. */
export interface Bound {
  readonly values: readonly KeyValue[];
  readonly after: boolean;
}

/** A checked selection: the rows between two points. */
export interface Range {
  readonly shape: TableShape;
  readonly index: IndexShape | undefined;
  readonly lower: Bound;
  readonly upper: Bound;
  readonly reverse: boolean;
  readonly limit: number;
  /** True when no row can lie between the points. */
  readonly isEmpty: boolean;
  /** Whether a row of the table or index lies between the points. */
  readonly contains: (cells: Cells) => boolean;
  /** The cursor of a page that ends with this row. */
  readonly cursorAt: (cells: Cells) => string;
  /** The same of a place: the values of the index, and behind them those of the key. */
  readonly cursorAtPlace: (place: readonly KeyValue[]) => string;
}

/** The most rows a page may have. */
export const MAX_PAGE_ROWS = 10_000;

/** Checks a selection and finds its two ends, a cursor included. */
export function rangeOf(shape: TableShape, selection: Selection): Range {
  const { index: name, prefix = [], from = [], to, reverse = false, limit, after } = selection;
  const index = shape.indexes.find((candidate) => candidate.name === name);
  if (name !== undefined && index === undefined) throw rowInvalid(shape, `no index ${name}`);
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > MAX_PAGE_ROWS) {
    throw rowInvalid(shape, `limit: must be 1 to ${MAX_PAGE_ROWS}; it is ${limit}`);
  }
  const walk: Walk = { shape, index: name, reverse };
  const columns = index?.at ?? shape.keyAt;
  const place = (values: readonly KeyValue[]) => checkValues(shape, columns, values);
  let lower: Bound = { values: place([...prefix, ...from]), after: false };
  let upper: Bound =
    to === undefined
      ? { values: place(prefix), after: true }
      : { values: place([...prefix, ...to]), after: false };
  if (after !== undefined) {
    const cursor = { values: positionOf(walk, after), after: !reverse };
    if (reverse) upper = compare(cursor, upper) < 0 ? cursor : upper;
    else lower = compare(cursor, lower) > 0 ? cursor : lower;
  }
  const [first, end] = [encodeBound(lower), encodeBound(upper)];
  const placeOf = (cells: Cells) =>
    (index?.places ?? shape.keyAt).map((at) => cells[at] as KeyValue);
  const hasPlace = (cells: Cells) => index?.at.every((at) => cells[at] !== undefined) ?? true;
  return {
    ...{ shape, index, lower, upper, reverse, limit },
    isEmpty: Buffer.compare(first, end) >= 0,
    contains: (cells) => {
      if (!hasPlace(cells)) return false;
      const at = encodeKey(placeOf(cells));
      return Buffer.compare(first, at) <= 0 && Buffer.compare(at, end) < 0;
    },
    cursorAt: (cells) => cursorOf(walk, placeOf(cells)),
    cursorAtPlace: (place) => cursorOf(walk, place),
  };
}

/** The point as bytes, for a tree of bytes. */
export function encodeBound({ values, after }: Bound): Buffer {
  const encoded = encodeKey(values);
  return after ? justAfter(encoded) : encoded;
}

function compare(one: Bound, other: Bound): number {
  return Buffer.compare(encodeBound(one), encodeBound(other));
}

function checkValues(
  shape: TableShape,
  columns: readonly number[],
  values: readonly KeyValue[],
): KeyValue[] {
  if (values.length > columns.length)
    throw rowInvalid(shape, 'more values than columns to compare');
  const checked = values.map(
    (value, place) => checkCell(shape, columns[place]!, value) as KeyValue,
  );
  checkBoundSize(shape, encodeKey(checked).length);
  return checked;
}
