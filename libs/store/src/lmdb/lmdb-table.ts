import type { Environment, GroupedTree, Tree } from '@mayfly/data-folder';
import { isInIndex, MAX_INDEX_BYTES, type RowId } from '../port/check-row.ts';
import { encodeKey, type KeyValue, valueEnd } from '../port/key-bytes.ts';
import type { Cells, IndexShape, TableShape } from '../port/table-shape.ts';
import type { RowCodec } from './row-codec.ts';

/**
 * An index and its tree: an entry is the place of a row, which names it. Columns up to the last one that the primary key
 * has too are its group, such as a bucket and a host, since many rows share them.
 */
export interface LmdbIndex {
  readonly shape: IndexShape;
  readonly tree: GroupedTree;
  /** How many columns the group has. */
  readonly groupColumns: number;
  /** Where the columns of the primary key stand in a place. */
  readonly keyPlaces: readonly number[];
  /** Its columns that are not in the primary key: by these alone a row can move in it. */
  readonly ownAt: readonly number[];
}

/** A table with its trees. */
export interface LmdbTable {
  readonly shape: TableShape;
  readonly codec: RowCodec;
  readonly rows: Tree;
  readonly indexes: readonly LmdbIndex[];
}

export function lmdbTable(environment: Environment, shape: TableShape, codec: RowCodec): LmdbTable {
  return {
    shape,
    codec,
    rows: environment.tree(`rows/${shape.name}`),
    indexes: shape.indexes.map((index) => ({
      shape: index,
      tree: indexTree(environment, shape.name, index.name),
      groupColumns: groupColumnsOf(shape, index),
      keyPlaces: shape.keyAt.map((at) => index.places.indexOf(at)),
      ownAt: index.at.filter((at) => !shape.keyAt.includes(at)),
    })),
  };
}

/** At least one, and not all where there are more. */
function groupColumnsOf({ keyAt }: TableShape, { at, places }: IndexShape): number {
  const last = at.findLastIndex((column) => keyAt.includes(column));
  return Math.max(1, Math.min(last + 1, places.length - 1));
}

export function indexTree(environment: Environment, table: string, index: string): GroupedTree {
  return environment.groupedTree(`index/${table}/${index}`);
}

/** Puts a row in that is not there, and its places in the indexes. Only inside a commit. */
export function insertRow(table: LmdbTable, id: RowId, cells: Cells): void {
  for (const index of table.indexes) putIntoIndex(index, cells);
  table.rows.put(id.encoded, table.codec.encode(cells));
}

/** Puts a row in, or takes it out, and keeps its places in the indexes in step. Only inside a commit. */
export function writeRow(table: LmdbTable, id: RowId, cells: Cells | undefined): void {
  if (table.indexes.length > 0) {
    const value = table.rows.get(id.encoded);
    const before = value && table.codec.decode(value, id.values);
    moveInIndexes(table, before, cells);
  }
  if (cells === undefined) table.rows.remove(id.encoded);
  else table.rows.put(id.encoded, table.codec.encode(cells));
}

/** The same where the caller knows what is there. */
export function writeRowOver(
  table: LmdbTable,
  id: RowId,
  { before, cells }: { readonly before: Cells; readonly cells: Cells },
): void {
  moveInIndexes(table, before, cells);
  table.rows.put(id.encoded, table.codec.encode(cells));
}

function moveInIndexes(
  table: LmdbTable,
  before: Cells | undefined,
  after: Cells | undefined,
): void {
  for (const index of table.indexes) {
    const isThere = before !== undefined && isInIndex(index.shape, before);
    if (isThere && after !== undefined && haveSame(index.ownAt, before, after)) continue;
    if (isThere) index.tree.remove(groupOf(index, before), memberOf(index, before));
    if (after !== undefined) putIntoIndex(index, after);
  }
}

/** Whether two versions of one row have the same place. Bytes that are not the same object count as others: that only costs a write. */
function haveSame(columns: readonly number[], one: Cells, other: Cells): boolean {
  for (const at of columns) if (one[at] !== other[at]) return false;
  return true;
}

/** Puts the place of a row into an index, if it has one. Only inside a commit. */
export function putIntoIndex(index: LmdbIndex, cells: Cells): void {
  if (!isInIndex(index.shape, cells)) return;
  index.tree.add(groupOf(index, cells), memberOf(index, cells));
}

function groupOf({ shape: { places }, groupColumns }: LmdbIndex, cells: Cells): Buffer {
  const values: KeyValue[] = [];
  for (let place = 0; place < groupColumns; place += 1) {
    values.push(cells[places[place]!] as KeyValue);
  }
  return encodeKey(values);
}

function memberOf({ shape: { places }, groupColumns }: LmdbIndex, cells: Cells): Buffer {
  const values: KeyValue[] = [];
  for (let place = groupColumns; place < places.length; place += 1) {
    values.push(cells[places[place]!] as KeyValue);
  }
  return encodeKey(values);
}

/** The primary key in a place of an index, in bytes that the next call uses again. */
export function idInIndex({ shape, keyPlaces }: LmdbIndex, place: Uint8Array): Buffer {
  ends[0] = 0;
  for (let column = 0; column < shape.places.length; column += 1) {
    ends[column + 1] = valueEnd(place, ends[column]!);
  }
  // Nothing is made but the view: this is done for every row that is read by an index.
  let length = 0;
  for (const column of keyPlaces) {
    for (let at = ends[column]!; at < ends[column + 1]!; at += 1) {
      id[length] = place[at]!;
      length += 1;
    }
  }
  return id.subarray(0, length);
}

const id = Buffer.alloc(MAX_INDEX_BYTES);
const ends: number[] = [];
