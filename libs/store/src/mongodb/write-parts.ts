import { type ClientSession, MongoError } from 'mongodb';
import { type CheckedPart, partitionName } from '../port/check-part.ts';
import type { Answer } from '../port/part.ts';
import { atMost } from './at-most.ts';
import { writeBulk } from './bulk.ts';
import type { Deadline, MongoCalls } from './calls.ts';
import type { TableOf } from './mongo-table.ts';
import { onlyWrite, writeOne } from './single-write.ts';
import { writeInTransaction } from './transaction.ts';
import { roundsOf } from './write-order.ts';

/** More at a time only makes transactions of one partition key collide more often. */
const PARTS_AT_A_TIME = 16;

/**
 * Writes all parts, each in the cheapest way that keeps its promise. What ended unknown may still be under way, so that
 * nothing of its partition key is sent after it: what is acknowledged last must be what stays.
 */
export async function writeParts(
  calls: MongoCalls,
  tableOf: TableOf,
  parts: readonly CheckedPart[],
): Promise<Answer[]> {
  const answers = new Array<Answer | undefined>(parts.length);
  const partitions = parts.map(partitionName);
  const inDoubt = new Map<string, Answer>();
  for (const { bulks, alone } of roundsOf(parts)) {
    const jobs: (readonly number[])[] = [...bulks.values(), ...alone.map((at) => [at])];
    await atMost(PARTS_AT_A_TIME, jobs, async (all) => {
      const job = all.filter((at) => !inDoubt.has(partitions[at]!));
      if (job.length === 0) return;
      const some = job.map((at) => parts[at]!);
      const ends = await orUnknown(some.length, () =>
        calls.once((session, deadline) => writeJob(tableOf, some, { session, deadline })),
      );
      job.forEach((at, place) => {
        const end = ends[place]!;
        answers[at] = end;
        if (end.outcome === 'unknown') inDoubt.set(partitions[at]!, end);
      });
    });
  }
  return parts.map((_, at) => answers[at] ?? inDoubt.get(partitions[at]!)!);
}

async function writeJob(
  tableOf: TableOf,
  parts: readonly CheckedPart[],
  call: { session: ClientSession; deadline: Deadline },
): Promise<Answer[]> {
  const [part] = parts as readonly [CheckedPart];
  if (part.writes.length + part.conditions.length === 0) return [{ outcome: 'applied' }];
  const write = onlyWrite(part);
  if (write === undefined) return [await writeInTransaction(tableOf, part, call)];
  const table = tableOf(write.shape);
  if (write.kind === 'put' || write.kind === 'insert') return writeBulk(table, parts, call);
  return [await writeOne(table, part, call.session)];
}

/** Whatever MongoDB or the way to it says, the writes may have got through; what is not about MongoDB is a bug. */
async function orUnknown(count: number, write: () => Promise<Answer[]>): Promise<Answer[]> {
  try {
    return await write();
  } catch (cause) {
    if (!(cause instanceof MongoError)) throw cause;
    return Array.from({ length: count }, (): Answer => ({ outcome: 'unknown', cause }));
  }
}
