import { randomUUID } from 'node:crypto';
import { runCluster, runEmbedded, type RunningSuite } from '@mayfly/e2e/running-suite';
import { startKafka, startMongo } from '@mayfly/stack';
import type { Mode } from './settings.ts';

/** Where suites are started, each on data of its own. */
export interface Place extends AsyncDisposable {
  start(env: Readonly<Record<string, string>>): Promise<RunningSuite>;
}

/** Opens the place of a mode: for `cluster` with a MongoDB and a Kafka that all its suites share. */
export async function openPlace(mode: Mode, log: (line: string) => void): Promise<Place> {
  if (mode === 'embedded') return { start: runEmbedded, [Symbol.asyncDispose]: async () => {} };
  const servers = new AsyncDisposableStack();
  try {
    const mongo = servers.adopt(await startMongo({ log }), (it) => it.stop());
    const kafka = servers.adopt(await startKafka({ log }), (it) => it.stop());
    return {
      start: (env) => {
        const name = `lab-${randomUUID().slice(0, 8)}`;
        return runCluster({
          ...{ mongoUrl: mongo.url, mongoDatabase: name },
          ...{ kafkaBrokers: kafka.brokers, kafkaTopicPrefix: `${name}.`, env },
        });
      },
      [Symbol.asyncDispose]: () => servers.disposeAsync(),
    };
  } catch (error) {
    await servers.disposeAsync();
    throw error;
  }
}
