import type { Environment, Tree } from '@mayfly/data-folder';
import { placeInIndex } from '../port/check-row.ts';
import type { Cells, IndexShape, TableShape } from '../port/table-shape.ts';
import type { RowCodec } from './row-codec.ts';

/** An index and its tree: the key is the index columns and the primary key, the value where the latter begins. */
export interface LmdbIndex {
  readonly shape: IndexShape;
  readonly tree: Tree;
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
    })),
  };
}

export function indexTree(environment: Environment, table: string, index: string): Tree {
  return environment.tree(`index/${table}/${index}`);
}

/** Puts a row in that is not there, and its places in the indexes. Only inside a commit. */
export function insertRow(table: LmdbTable, id: Uint8Array, cells: Cells): void {
  for (const index of table.indexes) {
    const place = placeInIndex(index.shape, cells, id);
    if (place !== undefined) putIntoIndex(index.tree, place, id);
  }
  table.rows.put(id, table.codec.encode(cells));
}

/** Puts a row in, or takes it out, and keeps its places in the indexes in step. Only inside a commit. */
export function writeRow(table: LmdbTable, id: Uint8Array, cells: Cells | undefined): void {
  if (table.indexes.length > 0) moveInIndexes(table, id, cells);
  if (cells === undefined) table.rows.remove(id);
  else table.rows.put(id, table.codec.encode(cells));
}

function moveInIndexes(table: LmdbTable, id: Uint8Array, cells: Cells | undefined): void {
  const value = table.rows.get(id);
  const before = value === undefined ? undefined : table.codec.decode(value);
  for (const index of table.indexes) {
    const oldPlace = before === undefined ? undefined : placeInIndex(index.shape, before, id);
    const newPlace = cells === undefined ? undefined : placeInIndex(index.shape, cells, id);
    if (oldPlace !== undefined && newPlace !== undefined && oldPlace.equals(newPlace)) continue;
    if (oldPlace !== undefined) index.tree.remove(oldPlace);
    if (newPlace !== undefined) putIntoIndex(index.tree, newPlace, id);
  }
}

/** Only inside a commit. */
export function putIntoIndex(tree: Tree, place: Buffer, id: Uint8Array): void {
  tree.put(place, startsAt(place.length - id.length));
}

/** There are few of them, and nobody writes to them. */
const STARTS = new Map<number, Buffer>();

function startsAt(length: number): Buffer {
  let start = STARTS.get(length);
  if (start === undefined) {
    start = Buffer.allocUnsafeSlow(2);
    start.writeUInt16BE(length);
    STARTS.set(length, start);
  }
  return start;
}

/** The primary key inside the key of an index entry. */
export function idInIndex(entry: { key: Uint8Array; value: Uint8Array }): Uint8Array {
  const start = (entry.value[0]! << 8) | entry.value[1]!;
  return entry.key.subarray(start);
}
