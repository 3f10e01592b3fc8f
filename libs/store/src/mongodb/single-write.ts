import type { AnyBulkWriteOperation, ClientSession } from 'mongodb';
import type { CheckedPart, CheckedWrite } from '../port/check-part.ts';
import type { Answer } from '../port/part.ts';
import { expectationsOf, refusalOf } from '../port/refusal.ts';
import { documentId, fieldsOf, matchFilter, type StoredDocument } from './document.ts';
import type { MongoTable } from './mongo-table.ts';

/** The one write of a part that is atomic without a transaction; undefined when the part needs one. */
export function onlyWrite({ writes, conditions }: CheckedPart): CheckedWrite | undefined {
  return writes.length === 1 && conditions.length === 0 ? writes[0] : undefined;
}

/** A write that cannot be refused, or only because its row is there. */
type BulkableWrite = Extract<CheckedWrite, { kind: 'put' | 'insert' }>;

/** Whether many such writes can share a `bulkWrite` that still tells the end of each. */
export function isBulkable(write: CheckedWrite): write is BulkableWrite {
  return write.kind === 'put' || write.kind === 'insert';
}

/** One element of a bulk. An insert is an upsert that changes nothing where a row is, so it never stops the bulk. */
export function bulkElement(write: BulkableWrite): AnyBulkWriteOperation<StoredDocument> {
  const { shape, id, cells } = write;
  const filter = { _id: documentId(shape, id.values) };
  const fields = fieldsOf(shape, cells);
  return write.kind === 'put'
    ? { replaceOne: { filter, replacement: fields, upsert: true } }
    : { updateOne: { filter, update: { $setOnInsert: fields }, upsert: true } };
}

/** A conditional change of one row, in one command: the driver's retry of it cannot apply it twice. */
export async function writeOne(
  { collection }: MongoTable,
  part: CheckedPart,
  session: ClientSession,
): Promise<Answer> {
  const write = part.writes[0]!;
  if (isBulkable(write)) throw new Error('a put or insert belongs into a bulk');
  const { shape, id, matches = [] } = write;
  const filter = { _id: documentId(shape, id.values), ...matchFilter(shape, matches) };
  const changed =
    write.kind === 'replace'
      ? (await collection.replaceOne(filter, fieldsOf(shape, write.cells), { session }))
          .matchedCount
      : (await collection.deleteOne(filter, { session })).deletedCount;
  const [expectation] = expectationsOf(part);
  if (changed > 0 || expectation === undefined) return { outcome: 'applied' };
  return { outcome: 'refused', why: refusalOf(expectation) };
}
