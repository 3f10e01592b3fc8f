import type { Db } from 'mongodb';
import type { KnownColumns } from '../port/check-format.ts';

/** What the database remembers of a table: its format, its columns in each format, its indexes. */
export interface TableRecord {
  readonly _id: string;
  readonly format: number;
  /** A migration that has begun; the position is the last row of which it is known to be done. */
  readonly migration?: { readonly to: number; readonly after?: unknown };
  readonly columns: Readonly<Record<string, KnownColumns>>;
  /** By their declared names; the value is the name in MongoDB. */
  readonly indexes: Readonly<Record<string, string>>;
}

/** No table can have this name, since names of tables begin with a letter. */
export function tableRecords(database: Db) {
  return database.collection<TableRecord>('_tables');
}
