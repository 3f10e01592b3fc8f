import type { ColumnKind } from './column.ts';
import type { Table } from './table.ts';

/** One stored value; JSON is its text here. */
export type Cell = number | string | Uint8Array | boolean | bigint;

/** The values of a row in the order of its table's columns; undefined where the row lacks one. */
export type Cells = readonly (Cell | undefined)[];

/** Where the columns of an index stand. */
export interface IndexShape {
  readonly name: string;
  readonly at: readonly number[];
}

/** A table as engines use it: names turned into positions, once. */
export interface TableShape {
  readonly table: Table;
  readonly name: string;
  readonly names: readonly string[];
  readonly kinds: readonly ColumnKind[];
  readonly optional: readonly boolean[];
  readonly keyAt: readonly number[];
  readonly indexes: readonly IndexShape[];
}

export function shapeOf(table: Table): TableShape {
  const names = Object.keys(table.columns);
  const columns = Object.values(table.columns);
  const positions = (of: readonly string[]) => of.map((name) => names.indexOf(name));
  return {
    table,
    name: table.name,
    names,
    kinds: columns.map(({ kind }) => kind),
    optional: columns.map(({ isOptional }) => isOptional),
    keyAt: positions(table.key),
    indexes: Object.entries(table.indexes).map(([name, of]) => ({ name, at: positions(of) })),
  };
}
