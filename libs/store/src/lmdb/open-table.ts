import type { Environment } from '@mayfly/data-folder';
import { checkNotNewer, checkSameKinds, type KnownColumns } from '../port/check-format.ts';
import type { TableShape } from '../port/table-shape.ts';
import { type LmdbTable, lmdbTable } from './lmdb-table.ts';
import { migrateTable } from './migrate-table.ts';
import { type Layout, RowCodec, valueColumns } from './row-codec.ts';
import { settleIndexes } from './settle-indexes.ts';
import { putTableRecord, readTableRecord, type TableRecord } from './table-record.ts';

/** Brings a table to its declared form: format, layout, indexes. Killed in between, the next call goes on. */
export async function openTable(environment: Environment, shape: TableShape): Promise<LmdbTable> {
  const found = readTableRecord(environment, shape.name);
  if (found !== undefined) checkNotNewer(shape, found.migration?.to ?? found.format);
  const layouts = layoutsWith(shape, found?.layouts ?? []);
  const record: TableRecord = {
    ...(found ?? { format: shape.table.format, indexes: {} }),
    layouts: layouts.all,
  };
  // A row may name its layout only once the layout is on disk.
  if (layouts.all !== found?.layouts) {
    await environment.commit(() => putTableRecord(environment, shape.name, record));
  }
  const table = lmdbTable(environment, shape, new RowCodec(shape, layouts.all, layouts.current));
  const migrated = await migrateTable(environment, table, record);
  await settleIndexes(environment, table, migrated);
  return table;
}

function layoutsWith(
  shape: TableShape,
  known: readonly Layout[],
): { all: readonly Layout[]; current: number } {
  const { format } = shape.table;
  for (const layout of known) if (layout.format === format) checkSameKinds(shape, layout.columns);
  const columns: KnownColumns = valueColumns(shape).map((at) => [
    shape.names[at]!,
    shape.kinds[at]!,
  ]);
  const current = known.findIndex(
    (layout) => layout.format === format && sameColumns(layout.columns, columns),
  );
  if (current !== -1) return { all: known, current };
  return { all: [...known, { format, columns }], current: known.length };
}

function sameColumns(one: KnownColumns, other: KnownColumns): boolean {
  return (
    one.length === other.length &&
    one.every(([name, kind], at) => name === other[at]![0] && kind === other[at]![1])
  );
}
