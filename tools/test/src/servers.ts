import * as stack from '@mayfly/stack';

/** The servers that all tests share, and those that a test starts for itself because it is going to hurt them. */
export type ServerName = stack.ServerName | `own-${stack.ServerName}`;

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

type Stack = Pick<typeof stack, 'startMongo' | 'startKafka' | 'findWay'>;

/** Starts those needed, at once. Whoever ends this process, however, ends them too. */
export async function startServers(
  needed: readonly ServerName[],
  log: (line: string) => void,
  { startMongo, startKafka, findWay }: Stack = stack,
): Promise<Servers> {
  const start: Record<ServerName, () => Promise<Servers>> = {
    mongodb: async () => {
      const mongo = await startMongo({ log });
      return { env: { MAYFLY_TEST_MONGO_URL: mongo.url }, missing: [], stop: () => mongo.stop() };
    },
    kafka: async () => {
      const kafka = await startKafka({ log });
      const env = { MAYFLY_TEST_KAFKA_BROKERS: kafka.brokers.join(',') };
      return { env, missing: [], stop: () => kafka.stop() };
    },
    'own-mongodb': () => wayTo('mongodb', findWay),
    'own-kafka': () => wayTo('kafka', findWay),
  };
  const outcomes = await Promise.allSettled(
    needed.map((server) => orMissing(server, start[server])),
  );
  return together(outcomes, needed);
}

/** Whether a test could start one for itself; those that were given are not for it. */
async function wayTo(server: stack.ServerName, findWay: Stack['findWay']): Promise<Servers> {
  const { way, tried } = await findWay(server, stack.withoutGiven(process.env));
  if (way === undefined) {
    throw new stack.NoWayError(
      server,
      tried.filter((refusal) => refusal.way !== 'given'),
    );
  }
  return NO_SERVERS;
}

/** No way to a server is an answer here; one that fails to start, or that was given and is not there, is not. */
async function orMissing(server: ServerName, start: () => Promise<Servers>): Promise<Servers> {
  try {
    return await start();
  } catch (error) {
    const isAnswer = error instanceof stack.NoWayError && error.name === 'NoWayError';
    if (!isAnswer) throw error;
    return { ...NO_SERVERS, missing: [{ server, reason: error.message }] };
  }
}

/** All or none: when one fails, those that started are stopped. */
async function together(
  outcomes: readonly PromiseSettledResult<Servers>[],
  needed: readonly ServerName[],
): Promise<Servers> {
  const started = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const stop = async (): Promise<void> => {
    for (const one of started) await one.stop();
  };
  const failure = outcomes.find((each) => each.status === 'rejected');
  if (failure !== undefined) {
    await stop();
    throw failure.reason;
  }
  const missing = withOwn(
    started.flatMap((one) => one.missing),
    needed,
  );
  const without = missing.map(({ server }) => server).join(',');
  return {
    env: started.reduce((env, one) => ({ ...env, ...one.env }), { MAYFLY_TEST_WITHOUT: without }),
    missing,
    stop,
  };
}

/** What cannot be had for all cannot be had for one: a way may look open and yet lead nowhere. */
function withOwn(missing: Servers['missing'], needed: readonly ServerName[]): Servers['missing'] {
  const names = missing.map(({ server }) => server);
  const own = missing
    .map(({ server, reason }) => ({ server: `own-${server}` as ServerName, reason }))
    .filter(({ server }) => needed.includes(server) && !names.includes(server));
  return [...missing, ...own];
}
