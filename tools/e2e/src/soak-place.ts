import { randomUUID } from 'node:crypto';
import {
  type KafkaServers,
  type MongoServers,
  NoWayError,
  startKafka,
  startMongo,
  withoutGiven,
} from '@mayfly/stack';
import { runCluster, runEmbedded, type RunningSuite } from './running-suite.ts';

export const SOAK_ENGINES = ['embedded', 'cluster'] as const;
/** The two ways to run a suite. */
export type SoakEngine = (typeof SOAK_ENGINES)[number];

/** Something that can be ended without a warning and started again. */
export interface Victim {
  readonly name: string;
  kill9(): Promise<void>;
  start(): Promise<void>;
}

/** Where suites are made to suffer. */
export interface SoakPlace extends AsyncDisposable {
  readonly engine: SoakEngine;
  /** Servers that a suite stands on and that can be killed too. */
  readonly servers: readonly Victim[];
  /** Starts a suite on data of its own. */
  start(env: Readonly<Record<string, string>>): Promise<RunningSuite>;
}

/** The place of an engine; undefined, and that is said, where its servers cannot be had. */
export async function soakPlace(
  engine: SoakEngine,
  say: (line: string) => void,
): Promise<SoakPlace | undefined> {
  if (engine === 'embedded') {
    return { engine, servers: [], start: runEmbedded, [Symbol.asyncDispose]: async () => {} };
  }
  try {
    return await clusterPlace();
  } catch (error) {
    if (!(error instanceof NoWayError)) throw error;
    say(`${engine}: NOT SOAKED: ${error.message}`);
    return undefined;
  }
}

/** Servers of our own: they are killed, so they must not be those that others use. */
async function clusterPlace(): Promise<SoakPlace> {
  const options = { nodes: 1, env: withoutGiven(process.env) };
  const mongo = await startMongo(options);
  let kafka: KafkaServers;
  try {
    kafka = await startKafka(options);
  } catch (error) {
    await mongo.stop();
    throw error;
  }
  return {
    engine: 'cluster',
    servers: [victimOf('broker', kafka), victimOf('database', mongo)],
    start: (env) => {
      const name = `soak-${randomUUID().slice(0, 8)}`;
      return runCluster({
        ...{ mongoUrl: mongo.url, mongoDatabase: name },
        ...{ kafkaBrokers: kafka.brokers, kafkaTopicPrefix: `${name}.` },
        replicas: { fetcher: 2, 'document-store': 2 },
        env,
      });
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([kafka.stop(), mongo.stop()]);
    },
  };
}

function victimOf(name: string, { nodes }: MongoServers | KafkaServers): Victim {
  const [node] = nodes;
  if (node === undefined) throw new Error(`the ${name} is not ours to kill`);
  return { name, kill9: () => node.kill(), start: () => node.start() };
}
