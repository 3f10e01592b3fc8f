import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@mayfly/testing';
import type { MongoClient } from 'mongodb';
import { checkPart } from '../port/check-part.ts';
import { text } from '../port/column.ts';
import { OpenedTables } from '../port/opened-tables.ts';
import { insert, put, remove } from '../port/part.ts';
import { defineTable } from '../port/table.ts';
import { MongoCalls } from './calls.ts';
import type { MongoTable } from './mongo-table.ts';
import { writeParts } from './write-parts.ts';

const table = defineTable({
  name: 'urls',
  format: 1,
  columns: { url: text() },
  key: ['url'],
  partition: 1,
});

const client = {
  startSession: () => ({ operationTime: undefined, endSession: async () => {} }),
} as unknown as MongoClient;

describe('writeParts', () => {
  it('sends nothing of a partition key after what may still be under way', async () => {
    const clock = new FakeClock();
    const calls = new MongoCalls(client, { clock, random: () => 0.5, timeoutMs: 1_000 });
    const opened = new OpenedTables([table]);
    const removed: unknown[] = [];
    const collection = {
      bulkWrite: () => new Promise<never>(() => {}),
      deleteOne: async ({ _id }: { _id: unknown }) => {
        removed.push(_id);
        return { deletedCount: 1 };
      },
    } as unknown as MongoTable['collection'];
    const parts = [
      { writes: [put(table, { url: 'a' })] },
      { writes: [remove(table, { url: 'b' })] },
      { writes: [remove(table, { url: 'a' })] },
      { writes: [insert(table, { url: 'a' })] },
    ].map((part) => checkPart(opened, part));
    const writing = writeParts(calls, (shape) => ({ shape, collection }), parts);
    await clock.advance(1_000);
    await clock.advance(1_000);
    const answers = await writing;
    expect(answers.map(({ outcome }) => outcome)).toEqual([
      'unknown',
      'applied',
      'unknown',
      'unknown',
    ]);
    expect(removed).toEqual(['b']);
  });
});
