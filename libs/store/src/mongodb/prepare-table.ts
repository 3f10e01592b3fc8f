import { type Db, MongoServerError, type UpdateFilter } from 'mongodb';
import { checkNotNewer, checkSameKinds, type KnownColumns } from '../port/check-format.ts';
import { checkIndexSize, placeInIndex } from '../port/check-row.ts';
import type { IndexShape, TableShape } from '../port/table-shape.ts';
import { cellsOf, READING, type StoredDocument } from './document.ts';
import { indexFields, indexName, indexSpec, partialFilter } from './index-spec.ts';
import { migrateTable } from './migrate-table.ts';
import { type TableRecord, tableRecords } from './table-record.ts';

const NAMESPACE_EXISTS = 48;
const INDEX_NOT_FOUND = 27;

/**
 * Brings a table to its declared form. May be cut short and called again, also by two at once. Services of an older
 * format must be stopped before: they would go on writing rows that the migration has passed.
 */
export async function prepareTable(database: Db, shape: TableShape): Promise<void> {
  await unless(NAMESPACE_EXISTS, () =>
    database.createCollection(shape.name, {
      storageEngine: { wiredTiger: { configString: 'block_compressor=zstd' } },
    }),
  );
  const records = tableRecords(database);
  const { format } = shape.table;
  await records.updateOne(
    { _id: shape.name },
    { $setOnInsert: { format, columns: {}, indexes: {} } },
    { upsert: true },
  );
  for (;;) {
    const found = await records.findOne({ _id: shape.name });
    if (found === null) throw new Error(`table ${shape.name}: its record is gone`);
    checkNotNewer(shape, found.migration?.to ?? found.format);
    const columns = columnsWith(shape, found.columns[format] ?? []);
    await records.updateOne({ _id: shape.name }, { $set: { [`columns.${format}`]: columns } });
    if (found.format < format && !(await migrateTable(database, shape, found))) continue;
    return settleIndexes(database, shape, found);
  }
}

/** A column that is gone stays known: rows may still have it. */
function columnsWith(shape: TableShape, known: KnownColumns): KnownColumns {
  checkSameKinds(shape, known);
  const fresh = shape.names.flatMap((name, at) =>
    known.some(([other]) => other === name) ? [] : [[name, shape.kinds[at]!] as const],
  );
  return [...known, ...fresh];
}

/** Indexes that an operator made by hand are not ours and stay. */
async function settleIndexes(db: Db, shape: TableShape, found: TableRecord): Promise<void> {
  const collection = db.collection<StoredDocument>(shape.name);
  const record = (change: UpdateFilter<TableRecord>) =>
    tableRecords(db).updateOne({ _id: shape.name }, change);
  const wanted = new Map(shape.indexes.map((index) => [index.name, indexName(shape, index)]));
  for (const [name, old] of Object.entries(found.indexes)) {
    if (wanted.get(name) !== old) await record({ $unset: { [`indexes.${name}`]: '' } });
  }
  const kept = new Set(wanted.values());
  for (const old of new Set(Object.values(found.indexes))) {
    if (!kept.has(old)) await unless(INDEX_NOT_FOUND, () => collection.dropIndex(old));
  }
  for (const index of shape.indexes) {
    const { keys, options } = indexSpec(shape, index);
    if (found.indexes[index.name] !== options.name) await checkPlaces(db, shape, index);
    await collection.createIndex(keys, options);
    await record({ $set: { [`indexes.${index.name}`]: indexName(shape, index) } });
  }
}

/** MongoDB would take places that are too long for LMDB, and for any later write of the same row. */
async function checkPlaces(db: Db, shape: TableShape, index: IndexShape): Promise<void> {
  const fields = indexFields(shape, index).map((field) => field.split('.')[0]!);
  const rows = db
    .collection<StoredDocument>(shape.name, READING)
    .find(partialFilter(shape, index))
    .project<StoredDocument>(Object.fromEntries(fields.map((field) => [field, 1])));
  for await (const row of rows) {
    const cells = cellsOf(shape, row);
    const place = placeInIndex(index, cells);
    if (place === undefined) continue;
    checkIndexSize(shape, index, place.length);
  }
}

async function unless(code: number, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== code) throw error;
  }
}
