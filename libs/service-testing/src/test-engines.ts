import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '@mayfly/clock';
import { Secret } from '@mayfly/config';
import { openDataFolder } from '@mayfly/data-folder';
import { clusterEngines, embeddedEngines, type Engines } from '@mayfly/engines';
import { startKafka, startMongo } from '@mayfly/stack';
import { temporaryFolder } from '@mayfly/testing';
import { MongoClient } from 'mongodb';

/** Which pair of engines a test runs on. */
export type EngineKind = 'embedded' | 'cluster';

/** Engines of one test alone, with nothing in them. */
export interface TestEngines extends AsyncDisposable {
  readonly kind: EngineKind;
  /** Opens them; again after `shutDown` they hold what was there. */
  open(options?: { readonly clock?: Clock }): Promise<Engines>;
  /** Closes what was opened, as the end of a process would. Services close their own stores and streams before. */
  shutDown(): Promise<void>;
}

/** Fresh engines: a temporary folder, or a database and topics of their own on the servers that all tests share. */
export function testEngines(kind: EngineKind): Promise<TestEngines> {
  return kind === 'embedded' ? freshFolder() : freshDatabase();
}

async function freshFolder(): Promise<TestEngines> {
  const temporary = await temporaryFolder();
  let close = async () => {};
  const shutDown = async () => {
    await close();
    close = async () => {};
  };
  return {
    kind: 'embedded',
    open: async ({ clock = systemClock } = {}) => {
      const folder = await openDataFolder(temporary.path);
      const engines = await embeddedEngines(folder, { clock, random: Math.random });
      close = async () => {
        await engines.close();
        await folder.close();
      };
      return engines;
    },
    shutDown,
    [Symbol.asyncDispose]: async () => {
      await shutDown();
      await temporary[Symbol.asyncDispose]();
    },
  };
}

async function freshDatabase(): Promise<TestEngines> {
  const servers = await sharedServers();
  const name = randomUUID().slice(0, 8);
  const settings = {
    mongoUrl: new Secret(servers.mongoUrl),
    mongoDatabase: `test-${name}`,
    kafkaBrokers: servers.kafkaBrokers,
    ...{ prefix: 'TEST_', kafkaTopicPrefix: `test-${name}.` },
  };
  return {
    kind: 'cluster',
    open: async ({ clock = systemClock } = {}) =>
      clusterEngines(settings, { service: 'test', clock, random: Math.random, prepare: true }),
    shutDown: async () => {},
    [Symbol.asyncDispose]: async () => {
      const client = new MongoClient(servers.mongoUrl);
      await client.db(settings.mongoDatabase).dropDatabase();
      await client.close();
      await servers.stop();
    },
  };
}

/** The servers that the test command started for all specs, or some of our own when a spec is run by hand. */
export async function sharedServers() {
  const mongoUrl = process.env.MAYFLY_TEST_MONGO_URL;
  const kafkaBrokers = process.env.MAYFLY_TEST_KAFKA_BROKERS;
  if (mongoUrl !== undefined && kafkaBrokers !== undefined) {
    return { mongoUrl, kafkaBrokers: kafkaBrokers.split(','), stop: async () => {} };
  }
  const [mongo, kafka] = await Promise.all([startMongo({ nodes: 1 }), startKafka({ nodes: 1 })]);
  const stop = async () => {
    await Promise.all([mongo.stop(), kafka.stop()]);
  };
  return { mongoUrl: mongo.url, kafkaBrokers: kafka.brokers, stop };
}
