import type { Environment } from '@mayfly/data-folder';
import { decodeKey } from '../port/key-bytes.ts';
import { migrateRow } from '../port/migrate-row.ts';
import type { TableShape } from '../port/table-shape.ts';
import type { LmdbTable } from './lmdb-table.ts';
import { clearIndex } from './settle-indexes.ts';
import { putTableRecord, type TableRecord } from './table-record.ts';
import { nextRows } from './walk-rows.ts';

function keyOf({ table }: TableShape, key: Uint8Array): Record<string, unknown> {
  const values = decodeKey(key)!;
  return Object.fromEntries(table.key.map((name, at) => [name, values[at]]));
}

/**
 * Rewrites every row of an older format, some rows a commit, each commit saying how far it came. Every row tells its
 * own format by its layout, so a pass that was cut short can be taken over by a newer Mayfly that wants to go further.
 */
export async function migrateTable(
  environment: Environment,
  table: LmdbTable,
  found: TableRecord,
): Promise<TableRecord> {
  const { shape, codec, rows } = table;
  const { format } = shape.table;
  if (found.format === format) return found;
  let record = found;
  const save = (next: TableRecord, work: () => void = () => {}) =>
    environment.commit(() => {
      work();
      record = next;
      putTableRecord(environment, shape.name, next);
    });
  if (record.migration?.to !== format) await save({ ...record, migration: { to: format } });
  // Old rows have their places in indexes by old columns: the indexes are made anew from the new rows.
  for (const index of Object.keys(record.indexes)) {
    record = await clearIndex(environment, { table: shape.name, index, record });
  }
  for (;;) {
    const entries = nextRows(rows, record.migration?.after);
    const last = entries.at(-1);
    if (last === undefined) break;
    await save({ ...record, migration: { to: format, after: last.key } }, () => {
      for (const { key, value } of entries) {
        const from = codec.formatOf(value);
        if (from === format) continue;
        const row = { ...codec.rowOf(value), ...keyOf(shape, key) };
        const cells = migrateRow(shape, { row, format: from, id: key });
        rows.put(key, codec.encode(cells));
      }
    });
  }
  const { migration: _done, ...rest } = record;
  await save({ ...rest, format });
  return record;
}
