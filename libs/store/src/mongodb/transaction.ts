import { type AnyBulkWriteOperation, type ClientSession, MongoError } from 'mongodb';
import { type CheckedPart, rowName, type RowPlace } from '../port/check-part.ts';
import { idOfCells } from '../port/check-row.ts';
import type { Answer, Refusal } from '../port/part.ts';
import { expectationsOf, firstRefusal } from '../port/refusal.ts';
import type { Cells, TableShape } from '../port/table-shape.ts';
import type { Deadline } from './calls.ts';
import { cellsOf, documentId, fieldsOf, type StoredDocument, touchesOf } from './document.ts';
import type { TableOf } from './mongo-table.ts';

const DUPLICATE_KEY = 11_000;
const MAX_IDS_A_QUERY = 1_000;

interface FoundRow {
  readonly cells: Cells;
  readonly touch: number;
}

/** Rows that a part relies on, by place; undefined where there is none. */
type FoundRows = ReadonlyMap<string, FoundRow | undefined>;

/**
 * Applies a part in a transaction, again and again while others get in its way. Once a commit has been sent and its
 * answer was lost, nothing but that commit is repeated: a second run could find its own work and call itself refused.
 */
export async function writeInTransaction(
  tableOf: TableOf,
  part: CheckedPart,
  { session, deadline }: { session: ClientSession; deadline: Deadline },
): Promise<Answer> {
  for (let failures = 0; ; failures += 1) {
    session.startTransaction({
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority', journal: true },
    });
    try {
      const why = await attempt(tableOf, part, session);
      if (why !== undefined) {
        await session.abortTransaction();
        return { outcome: 'refused', why };
      }
      // Whoever waited has been told that the end is unknown; the least we can do is not to begin to commit now.
      if (deadline.leftMs() <= 0) throw new MongoError('the time is up before the commit');
      await commit(session, deadline);
      return { outcome: 'applied' };
    } catch (error) {
      if (session.inTransaction()) await session.abortTransaction();
      if (!isConflict(error) || !(await deadline.pause(failures))) throw error;
    }
  }
}

async function commit(session: ClientSession, deadline: Deadline): Promise<void> {
  let isInDoubt = false;
  for (let failures = 0; ; failures += 1) {
    try {
      await session.commitTransaction();
      return;
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
      const isLost = error.hasErrorLabel('UnknownTransactionCommitResult');
      isInDoubt ||= isLost;
      if (!isInDoubt) throw error;
      if (isLost && (await deadline.pause(failures))) continue;
      throw new MongoError('the commit was sent and its answer was lost', { cause: error });
    }
  }
}

function isConflict(error: unknown): boolean {
  if (!(error instanceof MongoError)) return false;
  return error.hasErrorLabel('TransientTransactionError') || error.code === DUPLICATE_KEY;
}

async function attempt(
  tableOf: TableOf,
  part: CheckedPart,
  session: ClientSession,
): Promise<Refusal | undefined> {
  const expectations = expectationsOf(part);
  const places = expectations.map(({ place }) => place);
  const found = await readRows(tableOf, places, session);
  const why = firstRefusal(expectations, (place) => found.get(rowName(place))?.cells);
  if (why !== undefined) return why;
  for (const [shape, operations] of operationsOf(part, found)) {
    await tableOf(shape).collection.bulkWrite(operations, { session, ordered: true });
  }
  return undefined;
}

async function readRows(
  tableOf: TableOf,
  places: readonly RowPlace[],
  session: ClientSession,
): Promise<FoundRows> {
  const rows = new Map<string, FoundRow | undefined>();
  for (const place of places) rows.set(rowName(place), undefined);
  for (const [shape, some] of Map.groupBy(places, ({ shape }) => shape)) {
    const all = some.map(({ id }) => documentId(shape, id.values));
    for (let at = 0; at < all.length; at += MAX_IDS_A_QUERY) {
      const ids = all.slice(at, at + MAX_IDS_A_QUERY);
      const documents = tableOf(shape).collection.find({ _id: { $in: ids } }, { session });
      for await (const document of documents) {
        const cells = cellsOf(shape, document);
        const name = rowName({ shape, id: idOfCells(shape, cells) });
        rows.set(name, { cells, touch: touchesOf(document) });
      }
    }
  }
  return rows;
}

/**
 * The changes to make. Every row that the part relies on is really changed, if only in its touch counter, or made and
 * removed where it must be absent: transactions that only read what the other writes do not conflict in MongoDB, nor do
 * updates that change nothing. A replacement by the same was seen to conflict (6.0), but nothing promises that, so it
 * counts too.
 */
function operationsOf(
  part: CheckedPart,
  found: FoundRows,
): Map<TableShape, AnyBulkWriteOperation<StoredDocument>[]> {
  const operations = new Map<TableShape, AnyBulkWriteOperation<StoredDocument>[]>();
  const untouched = new Map<string, RowPlace>();
  for (const condition of part.conditions) untouched.set(rowName(condition), condition);
  const add = (shape: TableShape, ...some: AnyBulkWriteOperation<StoredDocument>[]) => {
    const list = operations.get(shape);
    if (list === undefined) operations.set(shape, some);
    else list.push(...some);
  };
  for (const write of part.writes) {
    const { shape } = write;
    const name = rowName(write);
    const filter = { _id: documentId(shape, write.id.values) };
    const before = found.get(name);
    if (write.kind === 'remove') {
      add(shape, { deleteOne: { filter } });
      if (before !== undefined) untouched.delete(name);
      continue;
    }
    untouched.delete(name);
    const touch = before === undefined ? {} : { _touch: before.touch + 1 };
    const replacement = { ...fieldsOf(shape, write.cells), ...touch };
    if (write.kind === 'insert')
      add(shape, { insertOne: { document: { ...filter, ...replacement } } });
    else add(shape, { replaceOne: { filter, replacement, upsert: write.kind === 'put' } });
  }
  for (const [name, { shape, id }] of untouched) {
    const filter = { _id: documentId(shape, id.values) };
    if (found.get(name) !== undefined) {
      add(shape, { updateOne: { filter, update: { $inc: { _touch: 1 } } } });
    } else {
      add(shape, { insertOne: { document: filter } }, { deleteOne: { filter } });
    }
  }
  return operations;
}
