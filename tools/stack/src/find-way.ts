import { dockerRefusal } from './docker-engine.ts';
import { givenRefusal, isGiven } from './given-addresses.ts';
import { kafkaArtifactsRefusal } from './kafka-artifacts.ts';
import { mongodArtifactsRefusal } from './mongod-artifacts.ts';
import { allowedWays, type Refusal, type ServerName, type Way, WAYS } from './ways.ts';

/** The way a server would be had, if there is one, and what spoke against the others before it. */
export interface Choice {
  readonly way: Way | undefined;
  readonly tried: readonly Refusal[];
}

/** Looks for a way to a server without fetching or starting anything. */
export async function findWay(server: ServerName, env: NodeJS.ProcessEnv): Promise<Choice> {
  const tried: Refusal[] = [];
  for await (const way of workableWays(server, env, tried)) return { way, tried };
  return { way: undefined, tried };
}

/** The ways that seem to work, best first; those that do not are added to the list with their reason. */
export async function* workableWays(
  server: ServerName,
  env: NodeJS.ProcessEnv,
  tried: Refusal[],
): AsyncGenerator<Way> {
  const allowed = allowedWays(env);
  for (const way of WAYS) {
    const reason = allowed.includes(way)
      ? await refusalOf(way, server, env)
      : `switched off by MAYFLY_STACK=${env.MAYFLY_STACK}`;
    if (reason === undefined) yield way;
    else tried.push({ way, reason });
    // Who names a server wants that one: a wrong address must not quietly become another server.
    if (way === 'given' && isGiven(server, env)) return;
  }
}

async function refusalOf(
  way: Way,
  server: ServerName,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  switch (way) {
    case 'given':
      return givenRefusal(server, env);
    case 'docker':
      return dockerRefusal(env);
    case 'artifacts':
      return server === 'mongodb' ? mongodArtifactsRefusal(env) : kafkaArtifactsRefusal(env);
  }
}
