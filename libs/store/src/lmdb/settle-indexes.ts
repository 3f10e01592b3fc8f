import type { Environment } from '@mayfly/data-folder';
import { checkIndexSize, placeInIndex } from '../port/check-row.ts';
import { decodeKey } from '../port/key-bytes.ts';
import { indexTree, type LmdbIndex, type LmdbTable, putIntoIndex } from './lmdb-table.ts';
import { type IndexRecord, putTableRecord, type TableRecord } from './table-record.ts';
import { nextRows } from './walk-rows.ts';

const BATCH_ENTRIES = 1_000;

/** Clears indexes that are no longer declared and fills new ones, some rows a commit. */
export async function settleIndexes(
  environment: Environment,
  table: LmdbTable,
  found: TableRecord,
): Promise<void> {
  const { name, table: declared } = table.shape;
  let record = found;
  for (const [index, known] of Object.entries(record.indexes)) {
    const columns = declared.indexes[index];
    const isSame = columns !== undefined && known.columns.join() === columns.join();
    if (isSame && known.state !== 'clearing') continue;
    record = await clearIndex(environment, { table: name, index, record });
  }
  for (const index of table.indexes) {
    if (record.indexes[index.shape.name]?.state === 'ready') continue;
    record = await buildIndex(environment, table, { index, record });
  }
}

/** Empties the tree of an index and forgets it. */
export async function clearIndex(
  environment: Environment,
  { table, index, record }: { table: string; index: string; record: TableRecord },
): Promise<TableRecord> {
  const clearing = withIndex(record, index, { ...record.indexes[index]!, state: 'clearing' });
  await environment.commit(() => putTableRecord(environment, table, clearing));
  const tree = indexTree(environment, table, index);
  for (;;) {
    const some: { readonly group: Buffer; readonly member: Buffer }[] = [];
    tree.read({ limit: BATCH_ENTRIES }, (entry, groupBytes) => {
      const copy = Buffer.from(entry);
      some.push({ group: copy.subarray(0, groupBytes), member: copy.subarray(groupBytes) });
    });
    if (some.length === 0) break;
    await environment.commit(() => some.forEach(({ group, member }) => tree.remove(group, member)));
  }
  const { [index]: _cleared, ...indexes } = record.indexes;
  const cleared = { ...record, indexes };
  await environment.commit(() => putTableRecord(environment, table, cleared));
  return cleared;
}

async function buildIndex(
  environment: Environment,
  table: LmdbTable,
  { index, record }: { index: LmdbIndex; record: TableRecord },
): Promise<TableRecord> {
  const { name } = index.shape;
  const columns = table.shape.table.indexes[name]!;
  let state: IndexRecord = record.indexes[name] ?? { columns, state: 'building' };
  for (;;) {
    const entries = nextRows(table.rows, state.after);
    const last = entries.at(-1);
    state =
      last === undefined
        ? { columns, state: 'ready' }
        : { columns, state: 'building', after: last.key };
    await environment.commit(() => {
      for (const { key, value } of entries) {
        const cells = table.codec.decode(value, decodeKey(key)!);
        const place = placeInIndex(index.shape, cells);
        if (place === undefined) continue;
        checkIndexSize(table.shape, index.shape, place.length);
        putIntoIndex(index, cells);
      }
      putTableRecord(environment, table.shape.name, withIndex(record, name, state));
    });
    if (last === undefined) return withIndex(record, name, state);
  }
}

function withIndex(record: TableRecord, name: string, index: IndexRecord): TableRecord {
  return { ...record, indexes: { ...record.indexes, [name]: index } };
}
