import { BSON, type ClientSession, type Db } from 'mongodb';
import { idOfCells } from '../port/check-row.ts';
import { migrateRow } from '../port/migrate-row.ts';
import type { TableShape } from '../port/table-shape.ts';
import { cellsOf, fieldsOf, READING, rowOfDocument, type StoredDocument } from './document.ts';
import { type TableRecord, tableRecords } from './table-record.ts';

const BATCH_ROWS = 500;
/** A batch is one transaction, which the server holds in memory. */
const BATCH_BYTES = 8 * 1024 * 1024;

/**
 * Rewrites every row of an older format in the order of keys. A row that is done says so in `_format`, so a pass that was
 * cut short goes on where it was, and one that a newer Mayfly takes over knows what each row is. Two may do so at once; false
 * when the other one has ended the migration or taken it further, after which services may write and no row is touched.
 */
export async function migrateTable(
  db: Db,
  shape: TableShape,
  found: TableRecord,
): Promise<boolean> {
  const { format } = shape.table;
  const records = tableRecords(db);
  const isNew = found.migration?.to !== format;
  if (isNew) {
    const asFound = {
      ...{ _id: shape.name, format: found.format },
      'migration.to': found.migration?.to ?? { $exists: false },
    };
    const begun = await records.updateOne(asFound, { $set: { migration: { to: format } } });
    if (begun.matchedCount === 0) return false;
  }
  const collection = db.collection<StoredDocument>(shape.name, READING);
  const after = isNew ? undefined : found.migration?.after;
  const cursor = collection.find({}, { batchSize: BATCH_ROWS }).sort({ _id: 1 }).hint({ _id: 1 });
  if (after !== undefined) cursor.min({ _id: after });
  const ours = { _id: shape.name, 'migration.to': format };
  for (let rows = await nextRows(cursor); rows.length > 0; rows = await nextRows(cursor)) {
    // Rows that were read after the end may be of the new format and would be taken for old ones.
    if ((await records.findOne(ours)) === null) break;
    const changes = rows.flatMap((row) => changeOf(shape, found, row));
    const step = { $set: { 'migration.after': rows.at(-1)!._id } };
    const isOurs = await inTransaction(db, async (session) => {
      const { matchedCount } = await records.updateOne(ours, step, { session });
      if (matchedCount === 0) return false;
      if (changes.length > 0) await collection.bulkWrite(changes, { session, ordered: false });
      return true;
    });
    if (!isOurs) break;
  }
  await cursor.close();
  const ended = await records.updateOne(ours, { $set: { format }, $unset: { migration: 1 } });
  return ended.matchedCount === 1;
}

/** Rows and the record change together, so that a batch cannot come after the end of its migration. */
function inTransaction<T>(db: Db, work: (session: ClientSession) => Promise<T>): Promise<T> {
  const options = {
    readConcern: { level: 'snapshot' },
    writeConcern: { w: 'majority', journal: true },
  } as const;
  return db.client.withSession((session) => session.withTransaction(() => work(session), options));
}

async function nextRows(
  cursor: AsyncIterable<StoredDocument> & { next(): Promise<StoredDocument | null> },
) {
  const rows: StoredDocument[] = [];
  let bytes = 0;
  while (rows.length < BATCH_ROWS && bytes < BATCH_BYTES) {
    const row = await cursor.next();
    if (row === null) break;
    rows.push(row);
    bytes += BSON.calculateObjectSize(row);
  }
  return rows;
}

function changeOf(shape: TableShape, { format, columns }: TableRecord, document: StoredDocument) {
  const from = document._format ?? format;
  const to = shape.table.format;
  if (from === to) return [];
  const row = rowOfDocument(shape, document, columns[from] ?? []);
  const id = idOfCells(shape, cellsOf(shape, document)).encoded;
  const cells = migrateRow(shape, { row, format: from, id });
  const replacement = { ...fieldsOf(shape, cells), _format: to };
  return [{ replaceOne: { filter: { _id: document._id, _format: { $ne: to } }, replacement } }];
}
