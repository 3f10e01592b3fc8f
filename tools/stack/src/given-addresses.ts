import { brokersInCluster } from './kafka-admin.ts';
import { askUrl } from './mongo-admin.ts';
import { allowedWays, type ServerName } from './ways.ts';

const VARIABLES: Record<ServerName, string> = {
  mongodb: 'MAYFLY_MONGO_URL',
  kafka: 'MAYFLY_KAFKA_BROKERS',
};

/** The addresses that the environment gives; undefined when it gives none. */
export function givenAddresses(server: ServerName, env: NodeJS.ProcessEnv): string[] | undefined {
  const text = env[VARIABLES[server]]?.trim() ?? '';
  if (text === '') return undefined;
  return server === 'mongodb' ? [text] : text.split(',').map((broker) => broker.trim());
}

/** Whether the environment names a server, which is then the only one that may be used. */
export function isGiven(server: ServerName, env: NodeJS.ProcessEnv): boolean {
  return allowedWays(env).includes('given') && givenAddresses(server, env) !== undefined;
}

/** The environment without the addresses of servers, for who needs some of its own to hurt. */
export function withoutGiven(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const rest = { ...env };
  for (const variable of Object.values(VARIABLES)) delete rest[variable];
  return rest;
}

/** Why given addresses cannot be used; undefined if a server answers there. */
export async function givenRefusal(
  server: ServerName,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const addresses = givenAddresses(server, env);
  if (addresses === undefined) return `${VARIABLES[server]} is not set`;
  try {
    await (server === 'mongodb' ? checkMongo(addresses) : checkKafka(addresses));
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `${VARIABLES[server]} is set, but no server can be used there: ${reason}`;
  }
}

async function checkMongo([url = '']: string[]): Promise<void> {
  const hello = await askUrl(url, { hello: 1 });
  if (hello.setName === undefined) throw new Error('it is not a member of a replica set');
}

/** One broker that answers is enough: a client learns of the others from it. */
async function checkKafka(brokers: string[]): Promise<void> {
  try {
    await Promise.any(brokers.map(brokersInCluster));
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  }
}
