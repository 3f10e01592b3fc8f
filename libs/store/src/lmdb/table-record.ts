import type { Environment } from '@mayfly/data-folder';
import { Packr } from 'msgpackr';
import type { Layout } from './row-codec.ts';

/** How far an index is: only a ready one may be read. The position is the last row that was put into it. */
export interface IndexRecord {
  readonly columns: readonly string[];
  readonly state: 'ready' | 'building' | 'clearing';
  readonly after?: Uint8Array;
}

/** What the environment remembers of a table: enough to read every row and to go on with a migration. */
export interface TableRecord {
  readonly format: number;
  /** A migration that has begun; the position is the last row of which it is known to be done. */
  readonly migration?: { readonly to: number; readonly after?: Uint8Array };
  readonly layouts: readonly Layout[];
  readonly indexes: Readonly<Record<string, IndexRecord>>;
}

const TREE = 'tables';
const packr = new Packr({ useRecords: false });

export function readTableRecord(environment: Environment, table: string): TableRecord | undefined {
  const value = environment.tree(TREE).get(Buffer.from(table));
  return value === undefined ? undefined : (packr.unpack(value) as TableRecord);
}

/** Only inside the work of a commit. */
export function putTableRecord(environment: Environment, table: string, record: TableRecord): void {
  environment.tree(TREE).put(Buffer.from(table), packr.pack(record));
}
