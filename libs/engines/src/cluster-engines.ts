import type { Clock } from '@mayfly/clock';
import type { EnvReader, Secret } from '@mayfly/config';
import { openMongoStore } from '@mayfly/store';
import { type AnyTopic, openKafkaStream, type Stream } from '@mayfly/stream';
import { logOf } from '@mayfly/telemetry';
import type { Engines } from './engines.ts';
import { mongoHosts } from './mongo-hosts.ts';
import { patiently } from './patiently.ts';
import { prefixed, prefixedStream } from './prefixed-stream.ts';
import { TELEMETRY } from './telemetry-names.ts';

/** Where MongoDB is: all that a service needs which has no streams. */
export interface MongoSettings {
  /** How the settings begin that these were read from. */
  readonly prefix: string;
  /** Absent: a replica set on this machine. */
  readonly mongoUrl: Secret | undefined;
  readonly mongoDatabase: string;
}

/** Where MongoDB and Kafka are. */
export interface ClusterSettings extends MongoSettings {
  readonly kafkaBrokers: readonly string[];
  /** Begins the name of every topic; empty unless several suites share a broker. */
  readonly kafkaTopicPrefix: string;
}

const LOCAL_MONGO = 'mongodb://127.0.0.1:27017/?replicaSet=rs0';
const BROKER = /^[\w.-]+:\d{1,5}$/;

/** Reads where MongoDB is, under the names of the service whose prefix it is. */
export function readMongoSettings(read: EnvReader, prefix: string): MongoSettings {
  const mongoUrl = read.secret(`${prefix}MONGO_URL`, {
    means: `MongoDB, a replica set, as a connection string; ${LOCAL_MONGO} where it is not set.`,
    fallback: undefined,
  });
  // An empty one is a problem that was told already.
  const text = mongoUrl?.reveal() ?? '';
  if (text !== '' && mongoHosts(text) === undefined) {
    read.refuse(`${prefix}MONGO_URL`, `no connection string of MongoDB, such as ${LOCAL_MONGO}`);
  }
  return {
    prefix,
    mongoUrl,
    mongoDatabase: read.text(`${prefix}MONGO_DATABASE`, {
      means: 'The database; the same for all services of one suite.',
      fallback: 'mayfly',
      pattern: /^[A-Za-z][\w-]{0,37}$/,
      form: '1 to 38 letters, digits, hyphens and underscores, a letter first',
    }),
  };
}

/** Reads where both engines are, under the names of the service whose prefix it is. */
export function readClusterSettings(read: EnvReader, prefix: string): ClusterSettings {
  return {
    ...readMongoSettings(read, prefix),
    kafkaBrokers: read.list(`${prefix}KAFKA_BROKERS`, {
      means: 'Kafka’s brokers, some or all of them.',
      fallback: ['127.0.0.1:9092'],
      pattern: BROKER,
      form: 'host:port',
    }),
    kafkaTopicPrefix:
      read.text(`${prefix}KAFKA_TOPIC_PREFIX`, {
        means: 'Begins the names of topics and groups, where several suites share a Kafka.',
        fallback: undefined,
        pattern: /^[a-zA-Z0-9][\w.-]{0,39}$/,
        form: '1 to 40 letters, digits, dots, hyphens and underscores',
      }) ?? '',
  };
}

/** What the engines get from the process that opens them. */
export interface ClusterAround {
  readonly service: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** Makes tables, indexes and topics first, which otherwise `mayfly prepare` does. */
  readonly prepare?: boolean;
  /** Told what is waited for when it takes long; by default the log is. */
  readonly onWait?: (line: string) => void;
}

/** MongoDB and Kafka, for a service that runs in a process of its own; without Kafka's settings it has no streams. */
export function clusterEngines(
  settings: MongoSettings | ClusterSettings,
  around: ClusterAround,
): Engines {
  const { clock, random, prepare = false } = around;
  const { prefix, mongoDatabase: database } = settings;
  const waiting = { clock, onWait: around.onWait ?? ((line) => logWaiting(around.service, line)) };
  const url = settings.mongoUrl?.reveal() ?? LOCAL_MONGO;
  const at = mongoHosts(url) ?? [];
  const mongo = { what: 'MongoDB', at, setting: `${prefix}MONGO_URL` } as const;
  return {
    exclusive: false,
    openStore: (tables) =>
      patiently(mongo, waiting, () =>
        openMongoStore({ url, database, tables, prepare, clock, random }),
      ),
    openStream: async (topics) => {
      if (!('kafkaBrokers' in settings)) throw new Error(`${prefix}: no settings of Kafka`);
      const brokers = settings.kafkaBrokers;
      const stream = await openStream(settings, around, topics);
      const kafka = { what: 'Kafka', at: brokers, setting: `${prefix}KAFKA_BROKERS` } as const;
      if (prepare) await patiently(kafka, waiting, () => stream.prepare(topics));
      // The rest waits for Kafka by itself; a consumer is what a service starts with.
      const consume: Stream['consume'] = (options) =>
        patiently(kafka, waiting, () => stream.consume(options));
      return { ...stream, consume };
    },
  };
}

async function openStream(
  { kafkaBrokers: brokers, kafkaTopicPrefix }: ClusterSettings,
  { service, clock, random }: ClusterAround,
  topics: readonly AnyTopic[],
): Promise<Stream> {
  const kafka = await openKafkaStream({
    ...{ brokers, clientId: service, clock, random, log: logOf(service) },
    topics: topics.map((topic) => prefixed(topic, kafkaTopicPrefix)),
  });
  return prefixedStream(kafka, kafkaTopicPrefix);
}

function logWaiting(service: string, line: string): void {
  logOf(service).info({ event: TELEMETRY.waits.name }, line);
}
