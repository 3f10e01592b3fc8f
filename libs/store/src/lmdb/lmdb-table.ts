import type { Environment, Tree } from '@mayfly/data-folder';
import { indexPartOf } from '../port/check-row.ts';
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
    const oldPart = before === undefined ? undefined : indexPartOf(index.shape, before);
    const newPart = cells === undefined ? undefined : indexPartOf(index.shape, cells);
    if (oldPart !== undefined && newPart !== undefined && oldPart.equals(newPart)) continue;
    if (oldPart !== undefined) index.tree.remove(Buffer.concat([oldPart, id]));
    if (newPart !== undefined) putIntoIndex(index.tree, newPart, id);
  }
}

/** Only inside a commit. */
export function putIntoIndex(tree: Tree, part: Buffer, id: Uint8Array): void {
  const idStart = Buffer.allocUnsafe(2);
  idStart.writeUInt16BE(part.length);
  tree.put(Buffer.concat([part, id]), idStart);
}

/** The primary key inside the key of an index entry. */
export function idInIndex(entry: { key: Uint8Array; value: Uint8Array }): Uint8Array {
  const start = (entry.value[0]! << 8) | entry.value[1]!;
  return entry.key.subarray(start);
}
