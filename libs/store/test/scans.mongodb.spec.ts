import { afterAll, beforeAll } from '@jest/globals';
import { Binary, MongoClient } from 'mongodb';
import { BUCKETS, pointsTable, ROWS_A_BUCKET, scans } from './conformance/scans.ts';
import { mongoEngine, type MongoPlace, sharedMongo } from './mongo-server.ts';

let server: Awaited<ReturnType<typeof sharedMongo>>;
beforeAll(async () => {
  server = await sharedMongo();
});
afterAll(() => server.stop());

/** The server makes the documents itself, as the engine would have written them. */
scans(
  mongoEngine(() => server.url),
  async (place) => {
    await place.open([pointsTable]);
    const { url, database } = place as MongoPlace;
    await using client = new MongoClient(url);
    const body = { $literal: new Binary(Buffer.alloc(16)) };
    const rows = client
      .db(database)
      .aggregate([
        { $documents: [{ bucket: { $range: [0, BUCKETS] } }] },
        { $unwind: '$bucket' },
        { $project: { bucket: 1, id: { $range: [0, ROWS_A_BUCKET] } } },
        { $unwind: '$id' },
        { $project: { _id: { bucket: '$bucket', id: '$id' }, body } },
        { $out: pointsTable.name },
      ]);
    await rows.toArray();
  },
);
