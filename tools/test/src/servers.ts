import { NoWayError, startKafka, startMongo } from '@mayfly/stack';

export type ServerName = 'mongodb' | 'kafka';

/** The servers that tests share, or the reason why there are none. */
export interface Servers {
  /** For the tests' environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Servers that could not be had, each with the reason. */
  readonly missing: readonly { readonly server: ServerName; readonly reason: string }[];
  stop(): Promise<void>;
}

/** What stands in for servers when no test needs any. */
export const NO_SERVERS: Servers = { env: {}, missing: [], stop: async () => {} };

const START = { mongodb: startOneMongo, kafka: startOneKafka };

/** Starts those needed, at once. Whoever ends this process, however, ends them too. */
export async function startServers(
  needed: readonly ServerName[],
  log: (line: string) => void,
): Promise<Servers> {
  const all = await Promise.all(needed.map((server) => orMissing(server, log)));
  const missing = all.flatMap((one) => one.missing);
  const without = missing.map(({ server }) => server).join(',');
  return {
    env: all.reduce((env, one) => ({ ...env, ...one.env }), { MAYFLY_TEST_WITHOUT: without }),
    missing,
    stop: async () => {
      for (const one of all) await one.stop();
    },
  };
}

/** No way to a server is an answer here; a server that fails to start is not. */
async function orMissing(server: ServerName, log: (line: string) => void): Promise<Servers> {
  try {
    return await START[server](log);
  } catch (error) {
    if (!(error instanceof NoWayError)) throw error;
    return { ...NO_SERVERS, missing: [{ server, reason: error.message }] };
  }
}

async function startOneMongo(log: (line: string) => void): Promise<Servers> {
  const mongo = await startMongo({ log });
  return { env: { MAYFLY_TEST_MONGO_URL: mongo.url }, missing: [], stop: () => mongo.stop() };
}

async function startOneKafka(log: (line: string) => void): Promise<Servers> {
  const kafka = await startKafka({ log });
  const env = { MAYFLY_TEST_KAFKA_BROKERS: kafka.brokers.join(',') };
  return { env, missing: [], stop: () => kafka.stop() };
}
