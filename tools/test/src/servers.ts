import { NoWayError, startKafka, startMongo } from '@mayfly/stack';

/** The servers that tests share, or the reason why there are none. */
export interface Servers {
  /** For the tests' environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Servers that could not be had, each with the reason. */
  readonly missing: readonly { server: 'mongodb' | 'kafka'; reason: string }[];
  stop(): Promise<void>;
}

/** A part that stands in for servers when no test needs any. */
export const NO_SERVERS: Servers = { env: {}, missing: [], stop: async () => {} };

/** Starts both at once. Whoever ends this process, however, ends them too. */
export async function startServers(log: (line: string) => void): Promise<Servers> {
  const [mongo, kafka] = await Promise.all([
    orReason('mongodb', () => startMongo({ log })),
    orReason('kafka', () => startKafka({ log })),
  ]);
  const missing = [mongo, kafka].flatMap((found) => ('reason' in found ? [found] : []));
  return {
    env: {
      ...('url' in mongo ? { MAYFLY_TEST_MONGO_URL: mongo.url } : {}),
      ...('brokers' in kafka ? { MAYFLY_TEST_KAFKA_BROKERS: kafka.brokers.join(',') } : {}),
      MAYFLY_TEST_WITHOUT: missing.map(({ server }) => server).join(','),
    },
    missing,
    stop: async () => {
      if ('stop' in mongo) await mongo.stop();
      if ('stop' in kafka) await kafka.stop();
    },
  };
}

/** No way to a server is an answer here; a server that fails to start is not. */
async function orReason<T>(
  server: 'mongodb' | 'kafka',
  start: () => Promise<T>,
): Promise<T | { server: 'mongodb' | 'kafka'; reason: string }> {
  try {
    return await start();
  } catch (error) {
    if (error instanceof NoWayError) return { server, reason: error.message };
    throw error;
  }
}
