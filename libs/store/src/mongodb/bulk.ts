import { type ClientSession, MongoBulkWriteError } from 'mongodb';
import type { CheckedPart } from '../port/check-part.ts';
import type { Answer } from '../port/part.ts';
import { expectationsOf, refusalOf } from '../port/refusal.ts';
import type { Deadline } from './calls.ts';
import { type MongoTable } from './mongo-table.ts';
import { bulkElement, isBulkable } from './single-write.ts';

const DUPLICATE_KEY = 11_000;

/** Writes parts of one put or insert each, in their order, with as few commands as MongoDB allows. */
export async function writeBulk(
  { collection }: MongoTable,
  parts: readonly CheckedPart[],
  { session, deadline }: { session: ClientSession; deadline: Deadline },
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let failures = 0; answers.length < parts.length; failures += 1) {
    const rest = parts.slice(answers.length);
    const elements = rest.map(({ writes: [write] }) => {
      if (write === undefined || !isBulkable(write)) throw new Error('not a part for a bulk');
      return bulkElement(write);
    });
    try {
      const { upsertedIds } = await collection.bulkWrite(elements, { session, ordered: true });
      answers.push(...rest.map((part, at) => answerOf(part, at in upsertedIds)));
    } catch (error) {
      // Two upserts of one key at the same moment: the one that lost did nothing and can come again.
      const stoppedAt = duplicateAt(error);
      if (stoppedAt === undefined || !(await deadline.pause(failures))) throw error;
      const { upsertedIds } = error as MongoBulkWriteError;
      const done = rest.slice(0, stoppedAt);
      answers.push(...done.map((part, at) => answerOf(part, at in upsertedIds)));
    }
  }
  return answers;
}

function answerOf(part: CheckedPart, wasInserted: boolean): Answer {
  const [expectation] = expectationsOf(part);
  if (expectation === undefined || wasInserted) return { outcome: 'applied' };
  return { outcome: 'refused', why: refusalOf(expectation) };
}

function duplicateAt(error: unknown): number | undefined {
  if (!(error instanceof MongoBulkWriteError)) return undefined;
  const [first] = [error.writeErrors].flat();
  const isOnlyThat = error.result.getWriteConcernError() === undefined;
  return first?.code === DUPLICATE_KEY && isOnlyThat ? first.index : undefined;
}
