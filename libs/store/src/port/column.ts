/** What a column holds. The first four have an order that both engines share; the others are only kept. */
export type ColumnKind = 'number' | 'text' | 'bytes' | 'flag' | 'bigint' | 'json';

/** Kinds that may be part of a key or an index. */
export type OrderedKind = 'number' | 'text' | 'bytes' | 'flag';

declare const VALUE: unique symbol;

/** One column of a table; its value type may be a brand, such as `text<HostKey>()`. */
export interface Column<Value, Kind extends ColumnKind, Optional extends boolean> {
  readonly kind: Kind;
  readonly isOptional: Optional;
  /** Only there for the compiler; no value ever has it. */
  readonly [VALUE]?: Value;
  /** The same column in rows that may lack it. */
  optional(): Column<Value, Kind, true>;
}

function column<Value, Kind extends ColumnKind>(kind: Kind): Column<Value, Kind, false> {
  const optional: Column<Value, Kind, true> = { kind, isOptional: true, optional: () => optional };
  return { kind, isOptional: false, optional: () => optional };
}

/** Well-formed Unicode, ordered by its UTF-8 bytes. */
export const text = <Value extends string = string>() => column<Value, 'text'>('text');

/** Any double but NaN, ordered by value; -0 is stored as 0. */
export const number = <Value extends number = number>() => column<Value, 'number'>('number');

/** Bytes, ordered by length and then bytewise, as MongoDB does; read back as a plain Uint8Array. */
export const bytes = () => column<Uint8Array, 'bytes'>('bytes');

/** True or false; false comes first. */
export const flag = () => column<boolean, 'flag'>('flag');

/** A signed 64-bit whole number, exact; for counters and fingerprints. Not for keys or indexes. */
export const bigint = <Value extends bigint = bigint>() => column<Value, 'bigint'>('bigint');

/** Anything that JSON can say, kept as its text on both engines, so it means the same on both. */
export const json = <Value>() => column<Value, 'json'>('json');
