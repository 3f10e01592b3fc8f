import type { Clock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import { MongoClient } from 'mongodb';
import { OpenedTables } from '../port/opened-tables.ts';
import type { Store } from '../port/store.ts';
import type { Table } from '../port/table.ts';
import { MongoCalls } from './calls.ts';
import { checkPrepared } from './check-prepared.ts';
import { MongoStore } from './mongo-store.ts';
import { isOutage } from './outage.ts';
import { prepareTable } from './prepare-table.ts';
import { tableRecords } from './table-record.ts';

/** How long a question about readiness may take. */
const READY_MS = 2_000;
/** How often the driver looks after each server; a frozen one is noticed within this and the time to connect. */
const HEARTBEAT_MS = 1_000;
const CONNECT_MS = 3_000;

/** How to open tables in MongoDB. */
export interface MongoStoreOptions {
  readonly url: string;
  readonly database: string;
  readonly tables: readonly Table[];
  /** Creates, migrates and indexes first; otherwise a table that needs it is refused with STORE_NOT_PREPARED. */
  readonly prepare: boolean;
  readonly clock: Clock;
  readonly random: () => number;
  /** How long one operation may take; by default so long that the election of a primary is waited out. */
  readonly timeoutMs?: number;
  readonly maxConnections?: number;
}

/** Opens tables in a MongoDB database; STORE_AWAY when it does not answer. */
export async function openMongoStore(options: MongoStoreOptions): Promise<Store> {
  const { timeoutMs = 20_000, clock, random } = options;
  const opened = new OpenedTables(options.tables);
  const client = connectionTo(options, timeoutMs);
  const database = client.db(options.database);
  const calls = new MongoCalls(client, { clock, random, timeoutMs });
  const quick = new MongoCalls(client, { clock, random, timeoutMs: READY_MS });
  try {
    if (options.prepare) for (const shape of opened.all()) await prepareTable(database, shape);
    const names = opened.all().map(({ name }) => name);
    const records = await calls.read((session) =>
      tableRecords(database)
        .find({ _id: { $in: names } }, { session })
        .toArray(),
    );
    for (const shape of opened.all()) {
      checkPrepared(
        shape,
        records.find(({ _id }) => _id === shape.name),
      );
    }
  } catch (error) {
    await client.close();
    if (!isOutage(error)) throw error;
    throw new CrawlError('STORE_AWAY', 'MongoDB does not answer', { cause: error });
  }
  const isAnswering = () =>
    quick
      .once((session) => tableRecords(database).findOne({}, { session }))
      .then(() => true)
      .catch(() => false);
  return new MongoStore({ client, database, opened, calls, isAnswering });
}

function connectionTo({ url, maxConnections = 50 }: MongoStoreOptions, timeoutMs: number) {
  const options = {
    appName: 'mayfly',
    maxPoolSize: maxConnections,
    heartbeatFrequencyMS: HEARTBEAT_MS,
    connectTimeoutMS: CONNECT_MS,
    serverSelectionTimeoutMS: timeoutMs,
    socketTimeoutMS: timeoutMs,
    waitQueueTimeoutMS: timeoutMs,
    readPreference: 'primary',
    readConcern: { level: 'majority' },
    writeConcern: { w: 'majority', journal: true },
    retryReads: true,
    retryWrites: true,
    ignoreUndefined: true,
  } as const;
  try {
    return new MongoClient(url, options);
  } catch {
    // The driver's own words may quote the string, and with it a password.
    throw new CrawlError('CONFIG_INVALID', 'the driver of MongoDB refuses the connection string');
  }
}
