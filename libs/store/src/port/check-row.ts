import { CrawlError } from '@mayfly/errors';
import { checkCell, rowInvalid } from './check-cell.ts';
import { encodeKey, type KeyValue, mostValueBytes } from './key-bytes.ts';
import type { Cell, Cells, IndexShape, TableShape } from './table-shape.ts';

/** The values of a row may have this many bytes together: text in UTF-8, numbers 8, flags 1, JSON as its text. */
export const MAX_ROW_BYTES = 1024 * 1024;
/** An encoded primary key is at most this long. */
export const MAX_ID_BYTES = 512;
/** The encoded columns of an index and the primary key together are at most this long. */
export const MAX_INDEX_BYTES = 1900;

/** A primary key as both engines compare it. */
export interface RowId {
  readonly values: readonly KeyValue[];
  readonly encoded: Buffer;
}

/** The cells of a row that fits its table; anything else is ROW_INVALID or ROW_TOO_LARGE. */
export function checkRow(shape: TableShape, row: object): Cells {
  const given = row as Readonly<Record<string, unknown>>;
  const { names } = shape;
  const cells = new Array<Cell | undefined>(names.length).fill(undefined);
  let required = 0;
  let next = 0;
  for (const name in given) {
    // Most rows name their columns in the order of the table: then nothing has to be looked up.
    const at = names[next] === name ? next : shape.positions.get(name);
    const value = given[name];
    next = (at ?? next) + 1;
    if (value === undefined) continue;
    if (at === undefined) throw rowInvalid(shape, `${name} is no column of it`);
    cells[at] = checkCell(shape, at, value);
    if (!shape.optional[at]) required += 1;
  }
  if (required < shape.required) throw rowInvalid(shape, `${missingIn(shape, cells)} is missing`);
  checkSize(shape, cells);
  return cells;
}

function missingIn({ names, optional }: TableShape, cells: Cells): string | undefined {
  return names.find((_, at) => !optional[at] && cells[at] === undefined);
}

function checkSize(shape: TableShape, cells: Cells): void {
  if (mostBytesOf(cells) <= MAX_ROW_BYTES) return;
  const size = bytesOf(cells);
  if (size > MAX_ROW_BYTES) throw tooLarge(shape, `a row has ${size} bytes`, MAX_ROW_BYTES);
}

/** The values of a row have no more bytes than this, which is quicker told. */
export function mostBytesOf(cells: Cells): number {
  let most = 0;
  for (const cell of cells) most += typeof cell === 'string' ? cell.length * 3 : flatBytes(cell);
  return most;
}

/** How many bytes the values of a row have. */
export function bytesOf(cells: Cells): number {
  let size = 0;
  for (const cell of cells) {
    size += typeof cell === 'string' ? Buffer.byteLength(cell) : flatBytes(cell);
  }
  return size;
}

function flatBytes(cell: Exclude<Cell, string> | undefined): number {
  if (cell === undefined) return 0;
  if (cell instanceof Uint8Array) return cell.length;
  return typeof cell === 'boolean' ? 1 : 8;
}

/** The error of what is larger than both engines take. */
export function tooLarge(shape: TableShape, what: string, most: number): CrawlError {
  return new CrawlError('ROW_TOO_LARGE', `table ${shape.name}: ${what}, and ${most} is the most`);
}

/** The id of a row given by its key columns alone. */
export function checkKey(shape: TableShape, key: object): RowId {
  const given = key as Readonly<Record<string, unknown>>;
  checkKeyNames(shape, given);
  return idOf(
    shape,
    shape.keyAt.map((at) => {
      const value = given[shape.names[at]!];
      if (value === undefined) throw rowInvalid(shape, `${shape.names[at]} is missing in a key`);
      return checkCell(shape, at, value) as KeyValue;
    }),
  );
}

function checkKeyNames(shape: TableShape, given: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(given)) {
    if (!shape.table.key.includes(name)) throw rowInvalid(shape, `${name} is no column of its key`);
  }
}

/** The id of a row that is checked already. */
export function idOfCells(shape: TableShape, cells: Cells): RowId {
  return idOf(
    shape,
    shape.keyAt.map((at) => cells[at] as KeyValue),
  );
}

function idOf(shape: TableShape, values: readonly KeyValue[]): RowId {
  const encoded = encodeKey(values);
  if (encoded.length > MAX_ID_BYTES) {
    throw tooLarge(shape, `a key has ${encoded.length} bytes`, MAX_ID_BYTES);
  }
  return { values, encoded };
}

/** Whether a row has all columns of an index. */
export function isInIndex({ at }: IndexShape, cells: Cells): boolean {
  for (const column of at) if (cells[column] === undefined) return false;
  return true;
}

/** The encoded place of a row in an index; undefined when the row lacks a column of it and so is not in the index. */
export function placeInIndex(index: IndexShape, cells: Cells): Buffer | undefined {
  const values: KeyValue[] = [];
  for (const at of index.places) {
    const cell = cells[at];
    if (cell === undefined) return undefined;
    values.push(cell as KeyValue);
  }
  return encodeKey(values);
}

/** Refuses a row whose place in one of its indexes would be too long. */
export function checkIndexSizes(shape: TableShape, cells: Cells, id: RowId): void {
  for (const index of shape.indexes) {
    // Most places are so small that nothing need be encoded to know.
    let most = id.encoded.length;
    for (const at of index.at) {
      const cell = cells[at] as KeyValue | undefined;
      if (cell !== undefined) most += mostValueBytes(cell);
    }
    if (most <= MAX_INDEX_BYTES) continue;
    checkIndexSize(shape, index, placeInIndex(index, cells)?.length ?? 0);
  }
}

/** Refuses a place in an index, columns and primary key together, that is too long. */
export function checkIndexSize(shape: TableShape, index: IndexShape, size: number): void {
  if (size <= MAX_INDEX_BYTES) return;
  throw tooLarge(shape, `a place in index ${index.name} has ${size} bytes`, MAX_INDEX_BYTES);
}

/** Refuses an end of a range that no row can be near to; LMDB could not even look for it. */
export function checkBoundSize(shape: TableShape, size: number): void {
  if (size > MAX_INDEX_BYTES) throw tooLarge(shape, `a bound has ${size} bytes`, MAX_INDEX_BYTES);
}

/** The row as callers see it: columns that are absent are not there at all. */
export function rowOfCells(shape: TableShape, cells: Cells): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < shape.names.length; at += 1) {
    const cell = cells[at];
    if (cell === undefined) continue;
    row[shape.names[at]!] = shape.kinds[at] === 'json' ? JSON.parse(cell as string) : cell;
  }
  return row;
}
