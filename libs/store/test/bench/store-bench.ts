import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { systemClock } from '@mayfly/clock';
import { openDataFolder } from '@mayfly/data-folder';
import { startMongo } from '@mayfly/stack';
import {
  defineTable,
  number,
  openLmdbStore,
  openMongoStore,
  put,
  type Store,
  text,
} from '@mayfly/store';
import { temporaryFolder } from '@mayfly/testing';
import { open } from 'lmdb';
import { MongoClient } from 'mongodb';
import { Packr } from 'msgpackr';

/** Rows a second, ours and of the bare library. */
export interface StoreRates {
  readonly ours: number;
  readonly bare: number;
}

/** What to measure, and whom to tell how it goes. */
export interface StoreBench {
  readonly engine: 'lmdb' | 'mongodb';
  readonly seconds: number;
  /** Rows of a part. */
  readonly batch: number;
  readonly say: (line: string) => void;
}

const benchTable = defineTable({
  name: 'bench',
  format: 1,
  columns: { bucket: number(), url: text(), state: number(), body: text() },
  key: ['bucket', 'url'],
  partition: 1,
});

/** About 200 bytes. */
function rowsOf(turn: number, batch: number) {
  return Array.from({ length: batch }, (_, at) => ({
    bucket: turn,
    url: `https://host-${turn}.test/page/${at}`,
    state: at,
    body: 'x'.repeat(150),
  }));
}

type Rows = ReturnType<typeof rowsOf>;

/** One durable write of all rows. */
type WriteRows = (rows: Rows) => Promise<void>;

/** Ours and the bare library by turns, so that whatever else the machine does is shared fairly. */
export async function benchStore(bench: StoreBench): Promise<StoreRates> {
  await using both = bench.engine === 'lmdb' ? await lmdbWriters() : await mongoWriters();
  const spentMs = { ours: 0, bare: 0 };
  let turns = 0;
  for (let turn = 0; spentMs.ours + spentMs.bare < bench.seconds * 1_000; turn += 1) {
    const order = turn % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const);
    const rows = rowsOf(turn, bench.batch);
    for (const who of order) {
      const begin = performance.now();
      await both[who](rows);
      // The first turns warm both up.
      if (turn >= 10) spentMs[who] += performance.now() - begin;
    }
    if (turn >= 10) turns += 1;
  }
  const rate = (ms: number) => Math.round((turns * bench.batch * 1_000) / ms);
  const rates = { ours: rate(spentMs.ours), bare: rate(spentMs.bare) };
  bench.say(
    `${bench.engine}: ${rates.ours} rows/s, bare ${rates.bare} (${(rates.ours / rates.bare).toFixed(2)})`,
  );
  return rates;
}

function ourWriter(store: Store): WriteRows {
  return async (rows) => {
    const [answer] = await store.write([{ writes: rows.map((row) => put(benchTable, row)) }]);
    if (answer?.outcome !== 'applied') throw new Error('not applied', { cause: answer });
  };
}

interface Writers extends AsyncDisposable {
  readonly ours: WriteRows;
  readonly bare: WriteRows;
}

async function lmdbWriters(): Promise<Writers> {
  const temporary = await temporaryFolder();
  const folder = await openDataFolder(join(temporary.path, 'ours'));
  const store = await openLmdbStore({ folder, tables: [benchTable] });
  const root = open<Buffer, Buffer>({
    path: join(temporary.path, 'bare.lmdb'),
    noSubdir: true,
    encoding: 'binary',
    keyEncoding: 'binary',
    cache: false,
  });
  const packr = new Packr({ useRecords: false });
  return {
    ours: ourWriter(store),
    bare: async (rows) => {
      await root.batch(() => {
        for (const { bucket, url, state, body } of rows) {
          void root.put(Buffer.from(`${bucket} ${url}`), packr.pack([0, bucket, url, state, body]));
        }
      });
      await root.flushed;
    },
    [Symbol.asyncDispose]: async () => {
      await root.close();
      await store.close();
      await folder.close();
      await temporary[Symbol.asyncDispose]();
    },
  };
}

async function mongoWriters(): Promise<Writers> {
  const given = process.env.MAYFLY_TEST_MONGO_URL;
  const server = given === undefined ? await startMongo({ nodes: 1 }) : undefined;
  const url = given ?? server!.url;
  const database = `bench-${randomUUID()}`;
  const tables = [benchTable];
  const timing = { clock: systemClock, random: Math.random };
  const store = await openMongoStore({ url, database, tables, prepare: true, ...timing });
  const client = new MongoClient(url, { writeConcern: { w: 'majority', journal: true } });
  const storageEngine = { wiredTiger: { configString: 'block_compressor=zstd' } };
  const collection = await client.db(database).createCollection<BareRow>('bare', { storageEngine });
  return {
    ours: ourWriter(store),
    bare: (rows) =>
      client.withSession((session) =>
        session.withTransaction(async () => {
          const elements = rows.map(({ bucket, url: page, ...replacement }) => ({
            replaceOne: { filter: { _id: { bucket, url: page } }, replacement, upsert: true },
          }));
          await collection.bulkWrite(elements, { session });
        }),
      ),
    [Symbol.asyncDispose]: async () => {
      await store.close();
      await client.db(database).dropDatabase();
      await client.close();
      await server?.stop();
    },
  };
}

interface BareRow {
  readonly _id: { readonly bucket: number; readonly url: string };
  readonly state: number;
  readonly body: string;
}
