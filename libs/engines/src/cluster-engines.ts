import type { Clock } from '@mayfly/clock';
import type { EnvReader, Secret } from '@mayfly/config';
import { openMongoStore } from '@mayfly/store';
import { openKafkaStream } from '@mayfly/stream';
import { logOf } from '@mayfly/telemetry';
import type { Engines } from './engines.ts';
import { prefixed, prefixedStream } from './prefixed-stream.ts';

/** Where MongoDB and Kafka are. */
export interface ClusterSettings {
  /** Absent: a replica set on this machine. */
  readonly mongoUrl: Secret | undefined;
  readonly mongoDatabase: string;
  readonly kafkaBrokers: readonly string[];
  /** Begins the name of every topic; empty unless several suites share a broker. */
  readonly kafkaTopicPrefix: string;
}

const LOCAL_MONGO = 'mongodb://127.0.0.1:27017/?replicaSet=rs0';
const BROKER = /^[\w.-]+:\d{1,5}$/;

/** Reads where the engines are, under the names of the service whose prefix it is. */
export function readClusterSettings(read: EnvReader, prefix: string): ClusterSettings {
  return {
    mongoUrl: read.secret(`${prefix}MONGO_URL`, {
      means: `MongoDB, a replica set, as a connection string; ${LOCAL_MONGO} where it is not set.`,
      fallback: undefined,
    }),
    mongoDatabase: read.text(`${prefix}MONGO_DATABASE`, {
      means: 'The database; the same for all services of one suite.',
      fallback: 'mayfly',
      pattern: /^[A-Za-z][\w-]{0,37}$/,
      form: '1 to 38 letters, digits, hyphens and underscores, a letter first',
    }),
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
}

/** MongoDB and Kafka, for a service that runs in a process of its own. */
export function clusterEngines(
  { mongoUrl, mongoDatabase, kafkaBrokers, kafkaTopicPrefix }: ClusterSettings,
  around: ClusterAround,
): Engines {
  const { service, clock, random, prepare = false } = around;
  return {
    exclusive: false,
    openStore: (tables) =>
      openMongoStore({
        ...{ url: mongoUrl?.reveal() ?? LOCAL_MONGO, database: mongoDatabase, tables, prepare },
        ...{ clock, random },
      }),
    openStream: async (topics) => {
      const kafka = await openKafkaStream({
        ...{ brokers: kafkaBrokers, clientId: service, clock, random, log: logOf(service) },
        topics: topics.map((topic) => prefixed(topic, kafkaTopicPrefix)),
      });
      const stream = prefixedStream(kafka, kafkaTopicPrefix);
      if (prepare) await stream.prepare(topics);
      return stream;
    },
  };
}
