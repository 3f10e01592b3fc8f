import type { KeyOf, MatchesOf, RowOf, Table } from './table.ts';

/** One change of one row. Made by `put`, `insert`, `replace` and `remove`, which know the types of the table. */
export type Write =
  | {
      readonly kind: 'put';
      readonly table: Table;
      readonly row: object;
      readonly over?: object | 'none';
    }
  | { readonly kind: 'insert'; readonly table: Table; readonly row: object }
  | {
      readonly kind: 'replace';
      readonly table: Table;
      readonly row: object;
      readonly matches?: object;
    }
  | {
      readonly kind: 'remove';
      readonly table: Table;
      readonly key: object;
      readonly matches?: object;
    };

/** What must hold for a part to be applied; it may be about rows that the part does not write. */
export type Condition =
  | { readonly kind: 'absent' | 'present'; readonly table: Table; readonly key: object }
  | {
      readonly kind: 'matches';
      readonly table: Table;
      readonly key: object;
      readonly matches: object;
    };

/** Writes of rows of one partition key: all of them or none, and none unless every condition holds. */
export interface Part {
  readonly writes: readonly Write[];
  readonly conditions?: readonly Condition[];
}

/** Which expectation failed first: a condition, or a write that expects something of its row. */
export interface Refusal {
  readonly table: string;
  readonly key: Readonly<Record<string, unknown>>;
  readonly expected: 'absent' | 'present' | 'match';
  /** The position among the part's conditions or writes. */
  readonly at: { readonly condition: number } | { readonly write: number };
}

/** The end of a part. After `unknown` it may be applied, now or a little later: read before you try again. */
export type Answer =
  | { readonly outcome: 'applied' }
  | { readonly outcome: 'refused'; readonly why: Refusal }
  | { readonly outcome: 'unknown'; readonly cause: unknown };

/**
 * Inserts the row, or replaces the one with its key. Whoever knows for certain what is there, since the part's conditions
 * shut out all who could have changed it, says so in `over`: an engine then need not look before it writes.
 */
export function put<T extends Table>(
  table: T,
  row: RowOf<T>,
  { over }: { readonly over?: RowOf<T> | 'none' } = {},
): Write {
  return { kind: 'put', table, row, ...(over === undefined ? {} : { over }) };
}

/** Inserts the row; the part is refused when its key is taken. */
export function insert<T extends Table>(table: T, row: RowOf<T>): Write {
  return { kind: 'insert', table, row };
}

/** Replaces a row; the part is refused when it is not there, or does not match. */
export function replace<T extends Table>(
  table: T,
  row: RowOf<T>,
  { matches }: { readonly matches?: MatchesOf<T> } = {},
): Write {
  return { kind: 'replace', table, row, ...(matches === undefined ? {} : { matches }) };
}

/** Removes a row, if it is there; with `matches` the part is refused unless it is there and matches. */
export function remove<T extends Table>(
  table: T,
  key: KeyOf<T>,
  { matches }: { readonly matches?: MatchesOf<T> } = {},
): Write {
  return { kind: 'remove', table, key, ...(matches === undefined ? {} : { matches }) };
}

/** Holds when there is no such row. */
export function absent<T extends Table>(table: T, key: KeyOf<T>): Condition {
  return { kind: 'absent', table, key };
}

/** Holds when there is such a row. */
export function present<T extends Table>(table: T, key: KeyOf<T>): Condition {
  return { kind: 'present', table, key };
}

/** Holds when there is such a row and its columns are as given. */
export function matches<T extends Table>(table: T, key: KeyOf<T>, values: MatchesOf<T>): Condition {
  return { kind: 'matches', table, key, matches: values };
}
