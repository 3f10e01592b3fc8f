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
  /** The same, and behind them the columns of the primary key that are not among them: together they name one place. */
  readonly places: readonly number[];
}

/** A table as engines use it: names turned into positions, once. */
export interface TableShape {
  readonly table: Table;
  readonly name: string;
  readonly names: readonly string[];
  readonly kinds: readonly ColumnKind[];
  readonly optional: readonly boolean[];
  /** Where each column stands. */
  readonly positions: ReadonlyMap<string, number>;
  /** How many columns every row has. */
  readonly required: number;
  /** Columns of the key and of the indexes: what a row's places are made of. */
  readonly placed: readonly number[];
  readonly keyAt: readonly number[];
  readonly indexes: readonly IndexShape[];
}

export function shapeOf(table: Table): TableShape {
  const names = Object.keys(table.columns);
  const columns = Object.values(table.columns);
  const positions = (of: readonly string[]) => of.map((name) => names.indexOf(name));
  const keyAt = positions(table.key);
  const indexed = Object.values(table.indexes).flatMap(positions);
  return {
    table,
    name: table.name,
    names,
    kinds: columns.map(({ kind }) => kind),
    optional: columns.map(({ isOptional }) => isOptional),
    positions: new Map(names.map((name, at) => [name, at])),
    required: columns.filter(({ isOptional }) => !isOptional).length,
    placed: [...new Set([...keyAt, ...indexed])],
    keyAt,
    indexes: Object.entries(table.indexes).map(([name, of]) => {
      const at = positions(of);
      return { name, at, places: [...at, ...keyAt.filter((column) => !at.includes(column))] };
    }),
  };
}
