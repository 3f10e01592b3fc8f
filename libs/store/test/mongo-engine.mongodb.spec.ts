import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '@mayfly/clock';
import { openMongoStore, present, put, type Selection } from '@mayfly/store';
import { freePort, startProcess } from '@mayfly/testing';
import { MongoClient } from 'mongodb';
import { migrateTable } from '../src/mongodb/migrate-table.ts';
import { findRange } from '../src/mongodb/read-range.ts';
import type { StoredDocument } from '../src/mongodb/document.ts';
import { tableRecords } from '../src/mongodb/table-record.ts';
import { rangeOf } from '../src/port/bounds.ts';
import { shapeOf } from '../src/port/table-shape.ts';
import { bucketsTable, hostsTable, urlsTable } from './conformance/sample-tables.ts';
import { itemsV1, itemsV2, itemsV3 } from './conformance/versioned-tables.ts';
import { newDatabase, sharedMongo } from './mongo-server.ts';

let server: Awaited<ReturnType<typeof sharedMongo>>;
let client: MongoClient;
beforeAll(async () => {
  server = await sharedMongo();
  client = new MongoClient(server.url);
});
afterAll(async () => {
  await client.close();
  await server.stop();
});

interface Stage {
  readonly stage: string;
  readonly inputStage?: Stage;
}

const timing = { clock: systemClock, random: Math.random };

describe('the MongoDB engine', () => {
  it('walks every range on its index and looks at no row outside of it', async () => {
    await using place = newDatabase(server.url);
    const store = await place.open([hostsTable]);
    const rows = Array.from({ length: 200 }, (_, at) => ({
      ...{ bucket: at % 4, host: `h${at}` },
      ...(at % 2 === 0 ? { nextAllowedMs: at } : {}),
    }));
    await store.write(rows.map((row) => ({ writes: [put(hostsTable, row)] })));
    const { cursor } = await store.page(hostsTable, { index: 'due', prefix: [2], limit: 3 });
    const selections: Selection[] = [
      { limit: 10 },
      { prefix: [2], limit: 10 },
      { prefix: [2], from: ['h5'], to: ['h6'], reverse: true, limit: 10 },
      { index: 'due', prefix: [2], limit: 10 },
      { index: 'due', prefix: [2], to: [100], reverse: true, limit: 10 },
      { index: 'due', prefix: [2], after: cursor!, limit: 10 },
    ];
    const collection = client.db(place.database).collection<StoredDocument>('hosts');
    for (const selection of selections) {
      const session = client.startSession();
      const found = findRange(collection, rangeOf(shapeOf(hostsTable), selection), session);
      const plan = (await found!.explain('executionStats')) as {
        queryPlanner: { winningPlan: Stage };
        executionStats: { totalKeysExamined: number; totalDocsExamined: number };
      };
      await session.endSession();
      const stages: string[] = [];
      for (let at: Stage | undefined = plan.queryPlanner.winningPlan; at; at = at.inputStage) {
        stages.push(at.stage);
      }
      expect(stages).toEqual(['LIMIT', 'FETCH', 'IXSCAN']);
      expect(plan.executionStats.totalKeysExamined).toBeLessThanOrEqual(12);
      expect(plan.executionStats.totalDocsExamined).toBeLessThanOrEqual(11);
    }
  });

  it('stores rows as MongoDB users expect them', async () => {
    await using place = newDatabase(server.url);
    const store = await place.open([hostsTable, urlsTable]);
    const row = { bucket: 1, host: 'a', fetched: 5n, note: { words: ['x'] } };
    await store.write([
      { writes: [put(hostsTable, row)] },
      { writes: [put(urlsTable, { url: 'u', state: 's' })] },
      { writes: [], conditions: [present(hostsTable, { bucket: 1, host: 'a' })] },
    ]);
    const database = client.db(place.database);
    const raw = await database
      .collection('hosts')
      .findOne({ fetched: { $type: 'long' } }, { promoteLongs: true });
    const _id = { bucket: 1, host: 'a' };
    expect(raw).toEqual({ _id, fetched: 5, note: '{"words":["x"]}', _touch: 1 });
    expect(await database.collection('urls').findOne({})).toEqual({ _id: 'u', state: 's' });
    const [details] = await database
      .collection('hosts')
      .aggregate([{ $collStats: { storageStats: {} } }])
      .toArray();
    expect(JSON.stringify(details)).toContain('block_compressor=zstd');
  });

  it('opens nothing that is not prepared', async () => {
    await using place = newDatabase(server.url);
    const notPrepared = (message: string) => ({ code: 'STORE_NOT_PREPARED', message });
    await expect(place.openUnprepared([itemsV1])).rejects.toMatchObject(
      notPrepared('table items: does not exist yet'),
    );
    await place.open([itemsV1]);
    await place.openUnprepared([itemsV1]);
    await expect(place.openUnprepared([itemsV2()])).rejects.toMatchObject(
      notPrepared('table items: is of format 1'),
    );
    const more = { ...itemsV1, indexes: { ...itemsV1.indexes, byId: ['id'] as const } };
    await expect(place.openUnprepared([more])).rejects.toMatchObject(
      notPrepared('table items: index byId is missing'),
    );
    const wider = { ...itemsV1, columns: { ...itemsV1.columns, extra: urlsTable.columns.size } };
    await expect(place.openUnprepared([wider])).rejects.toMatchObject(
      notPrepared('table items: column extra is new'),
    );
  });

  it('migrates nothing once another has ended the migration or taken it further', async () => {
    await using place = newDatabase(server.url);
    const first = await place.open([itemsV1]);
    await first.write([{ writes: [put(itemsV1, { id: 1, title: 'old' })] }]);
    const database = client.db(place.database);
    const before = (await tableRecords(database).findOne({ _id: 'items' }))!;
    const [two, three] = [itemsV2(), itemsV3()];
    const second = await place.open([two]);
    await second.write([{ writes: [put(two, { id: 1, name: 'new', steps: 7 })] }]);
    const seen = [before, { ...before, migration: { to: 2 } }];
    for (const found of seen) {
      expect(await migrateTable(database, shapeOf(two), found)).toBe(false);
    }
    expect(await second.get(two, { id: 1 })).toEqual({ id: 1, name: 'new', steps: 7 });
    const third = await place.open([three]);
    for (const found of seen) {
      expect(await migrateTable(database, shapeOf(two), found)).toBe(false);
    }
    expect(await third.get(three, { id: 1 })).toEqual({ id: 1, name: 'new', steps: '7' });
    const after = await tableRecords(database).findOne({ _id: 'items' });
    expect([after?.format, after?.migration]).toEqual([3, undefined]);
  });

  it('migrates a table once when several prepare it at the same time', async () => {
    await using place = newDatabase(server.url);
    const first = await place.open([itemsV1]);
    const ids = Array.from({ length: 1_200 }, (_, id) => id);
    await first.write(ids.map((id) => ({ writes: [put(itemsV1, { id, title: 't' })] })));
    const table = itemsV2();
    const [store] = await Promise.all([place.open([table]), place.open([table])]);
    const { rows } = await store.page(table, { limit: 10_000 });
    expect(rows).toEqual(ids.map((id) => ({ id, name: 't', steps: 1 })));
  });

  it('leaves indexes alone that it did not make, and drops its own when they go', async () => {
    await using place = newDatabase(server.url);
    await place.open([urlsTable]);
    const collection = client.db(place.database).collection('urls');
    await collection.createIndex({ size: 1 }, { name: 'by hand' });
    await place.open([{ ...urlsTable, indexes: {} }]);
    const names = (await collection.indexes()).map(({ name }) => name);
    expect(names).toEqual(['_id_', 'by hand']);
  });

  it('loses no count that several processes add to', async () => {
    await using place = newDatabase(server.url);
    const store = await place.open([bucketsTable, hostsTable]);
    const [processes, times] = [3, 15];
    const file = new URL('./faults/mongo-counter.ts', import.meta.url).pathname;
    const args = [server.url, place.database, String(times)];
    const ends = await Promise.all(
      Array.from({ length: processes }, () => startProcess({ name: 'counter', file, args }).exited),
    );
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
    const leases = processes * times;
    expect(await store.get(bucketsTable, { bucket: 1 })).toEqual({ bucket: 1, leases });
  });

  it('says STORE_AWAY when nobody answers at the address', async () => {
    const url = `mongodb://127.0.0.1:${await freePort()}/`;
    const opening = openMongoStore({
      url,
      database: 'x',
      tables: [urlsTable],
      prepare: false,
      timeoutMs: 300,
      ...timing,
    });
    await expect(opening).rejects.toMatchObject({ code: 'STORE_AWAY' });
  });
});
