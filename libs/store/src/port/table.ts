import type { Column, ColumnKind, OrderedKind } from './column.ts';

/** The columns of a table, by name. */
export type Columns = Readonly<Record<string, Column<unknown, ColumnKind, boolean>>>;

/** A row of an older format, as a migration gets it and gives it on. */
export type MigratedRow = Readonly<Record<string, unknown>>;

/** Steps from the format in the number to the next one. A step may not change the key. */
export type Migrations = Readonly<Record<number, (row: MigratedRow) => MigratedRow>>;

/** A declared table. It belongs to no engine: each one opens it. */
export interface Table<
  C extends Columns = Columns,
  K extends readonly string[] = readonly string[],
  I extends Readonly<Record<string, readonly string[]>> = Readonly<
    Record<string, readonly string[]>
  >,
> {
  readonly name: string;
  readonly format: number;
  readonly columns: C;
  readonly key: K;
  readonly partition: number;
  readonly indexes: I;
  readonly migrate: Migrations;
}

type ValueOf<C> = C extends Column<infer Value, ColumnKind, boolean> ? Value : never;
type Simplify<T> = { [N in keyof T]: T[N] } & {};
type NamesOf<C, Fits> = { [N in keyof C & string]: C[N] extends Fits ? N : never }[keyof C &
  string];
type Optional = Column<unknown, ColumnKind, true>;
type Required = Column<unknown, ColumnKind, false>;
type KeyColumn = Column<unknown, OrderedKind, false>;
type IndexColumn = Column<unknown, OrderedKind, boolean>;
type ScalarColumn = Column<unknown, Exclude<ColumnKind, 'json'>, boolean>;

type RowOfColumns<C> = Simplify<
  { readonly [N in NamesOf<C, Required>]: ValueOf<C[N]> } & {
    readonly [N in NamesOf<C, Optional>]?: ValueOf<C[N]>;
  }
>;

/** A row of the table, as its columns say. */
export type RowOf<T extends Table> = RowOfColumns<T['columns']>;

/** What names one row: its key columns. */
export type KeyOf<T extends Table> = Simplify<{
  readonly [N in T['key'][number] & keyof T['columns'] & string]: ValueOf<T['columns'][N]>;
}>;

/** What a row must hold to match: values of scalar columns; undefined means that the column is absent. */
export type MatchesOf<T extends Table> = {
  readonly [N in Exclude<NamesOf<T['columns'], ScalarColumn>, T['key'][number]>]?:
    ValueOf<T['columns'][N]> | undefined;
};

/** The names of a table's indexes. */
export type IndexOf<T extends Table> = keyof T['indexes'] & string;

/** What an index knows of a row: its columns, which every row in it has, and those of the key. */
export type PlaceOf<T extends Table, I extends IndexOf<T>> = Simplify<{
  readonly [
    N in (T['key'][number] | T['indexes'][I][number]) & keyof T['columns'] & string
  ]: ValueOf<T['columns'][N]>;
}>;

const NAME = /^[a-z][A-Za-z0-9]{0,62}$/;
const ORDERED: ReadonlySet<ColumnKind> = new Set<OrderedKind>(['number', 'text', 'bytes', 'flag']);

/** Declares a table once, for both engines. A mistake in the declaration is a bug and throws at once. */
export function defineTable<
  const C extends Columns,
  const K extends readonly [NamesOf<C, KeyColumn>, ...NamesOf<C, KeyColumn>[]],
  const I extends Readonly<
    Record<string, readonly [NamesOf<C, IndexColumn>, ...NamesOf<C, IndexColumn>[]]>
  > = Readonly<Record<never, never>>,
>(declared: {
  readonly name: string;
  readonly format: number;
  readonly columns: C;
  /** Primary key columns, in order. */
  readonly key: K;
  /** How many leading key columns are the partition key: rows that share it can be written together. */
  readonly partition: number;
  /** Ordered secondary indexes. A row that lacks one of the columns is not in the index. */
  readonly indexes?: I;
  readonly migrate?: Migrations;
}): Table<C, K, I> {
  const { name, format, columns, key, partition, indexes = {} as I, migrate = {} } = declared;
  const table = { name, format, columns, key, partition, indexes, migrate };
  checkDeclaration(table);
  return table;
}

function checkDeclaration(table: Table): void {
  const { name, format, columns, key, partition, indexes, migrate } = table;
  const expect = (holds: boolean, problem: string) => {
    if (!holds) throw new Error(`table ${name}: ${problem}`);
  };
  for (const word of [name, ...Object.keys(columns), ...Object.keys(indexes)]) {
    expect(NAME.test(word) && !(word in {}), `${word} is not a name`);
  }
  expect(Number.isSafeInteger(format) && format >= 1, 'format must be 1 or more');
  expect(partition >= 1 && partition <= key.length, 'partition must cover 1 to all key columns');
  for (const [part, names] of Object.entries({ ...indexes, key })) {
    expect(new Set(names).size === names.length, `${part} names a column twice`);
    for (const column of names) {
      const kind = columns[column]?.kind;
      expect(kind !== undefined && ORDERED.has(kind), `${part}: ${column} has no order`);
    }
  }
  expect(!key.some((column) => columns[column]?.isOptional), 'a key column is optional');
  for (const from of Object.keys(migrate)) {
    expect(Number(from) < format, `a step from format ${from}, which is not an older one`);
  }
}
