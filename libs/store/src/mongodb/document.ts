import { type CollectionOptions, type Document, Long } from 'mongodb';
import type { ExpectedCell } from '../port/check-part.ts';
import type { KeyValue } from '../port/key-bytes.ts';
import type { MigratedRow } from '../port/table.ts';
import type { KnownColumns } from '../port/check-format.ts';
import type { Cell, Cells, TableShape } from '../port/table-shape.ts';

declare const EMBEDDED: unique symbol;

/** The key columns as one document, in their order. */
interface EmbeddedKey {
  readonly [EMBEDDED]: true;
}

/** One key column is its bare value; several are an embedded document. */
export type DocumentId = KeyValue | EmbeddedKey;

/** A row without its key: its other columns, and at most two fields of our own. */
export interface StoredFields {
  /** Counts changes made only so that transactions conflict that rely on this row. */
  _touch?: number | Long | undefined;
  /** Only in rows that a migration has written: the format that it gave them. */
  _format?: number | undefined;
}

/** A stored row. */
export interface StoredDocument extends StoredFields {
  _id: DocumentId;
}

/**
 * How documents are read: 64-bit numbers as Long, which we turn into bigint ourselves. The driver's own `useBigInt64` would
 * end the process: its monitor cannot read the bigint in a server's refusal (7.8).
 */
export const READING: CollectionOptions = { promoteLongs: false, promoteBuffers: true };

/** How often a row was touched; a Long only after two thousand million times. */
export function touchesOf({ _touch = 0 }: StoredDocument): number {
  return Number(_touch);
}

/** The `_id` of a key. */
export function documentId(shape: TableShape, values: readonly KeyValue[]): DocumentId {
  if (shape.keyAt.length === 1) return values[0]!;
  const id: Record<string, KeyValue> = {};
  shape.table.key.forEach((name, index) => (id[name] = values[index]!));
  return id as unknown as EmbeddedKey;
}

/** Where a column stands in a document. */
export function fieldOf(shape: TableShape, at: number): string {
  if (!shape.keyAt.includes(at)) return shape.names[at]!;
  return shape.keyAt.length === 1 ? '_id' : `_id.${shape.names[at]}`;
}

/** The fields of a row without its key. */
export function fieldsOf(shape: TableShape, cells: Cells): StoredFields {
  const fields: Record<string, Cell> = {};
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at];
    if (cell !== undefined && !shape.keyAt.includes(at)) fields[shape.names[at]!] = cell;
  }
  return fields;
}

/** The cells of a document that was written in the format of today. */
export function cellsOf(shape: TableShape, document: StoredDocument): Cells {
  const id = document._id;
  return shape.names.map((name, at) => {
    if (!shape.keyAt.includes(at)) return cellIn(document, name);
    return shape.keyAt.length === 1 ? toCell(id) : cellIn(id, name);
  });
}

/** A row of any format, by the columns of that format; the key is the same in all of them. */
export function rowOfDocument(
  shape: TableShape,
  document: StoredDocument,
  columns: KnownColumns,
): MigratedRow {
  const cells = cellsOf(shape, document);
  const row: Record<string, unknown> = {};
  for (const at of shape.keyAt) row[shape.names[at]!] = cells[at];
  for (const [name, kind] of columns) {
    const cell = cellIn(document, name);
    if (cell === undefined) continue;
    row[name] = kind === 'json' ? JSON.parse(cell as string) : cell;
  }
  return row;
}

function cellIn(of: object | KeyValue, name: string): Cell | undefined {
  return toCell((of as Readonly<Record<string, unknown>>)[name]);
}

function toCell(value: unknown): Cell | undefined {
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (Long.isLong(value)) return value.toBigInt();
  return value as Cell | undefined;
}

/** A filter that only a row with these values passes. */
export function matchFilter(shape: TableShape, matches: readonly ExpectedCell[]): Document {
  const filter: Document = {};
  for (const { at, cell } of matches) {
    filter[shape.names[at]!] = cell === undefined ? { $exists: false } : { $eq: cell };
  }
  return filter;
}
