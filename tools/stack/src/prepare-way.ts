import { IMAGES, pullImage } from './docker-engine.ts';
import { workableWays } from './find-way.ts';
import { givenAddresses, isGiven } from './given-addresses.ts';
import { GivenServerError, NoWayError, type Refusal, type ServerName } from './ways.ts';

/** A way with all that it needs on the machine. */
export type Prepared<Program> =
  | { readonly way: 'given'; readonly addresses: readonly string[] }
  | { readonly way: 'docker'; readonly image: string }
  | { readonly way: 'artifacts'; readonly program: Program };

export interface Preparation<Program> {
  readonly server: ServerName;
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
  readonly fetch: (env: NodeJS.ProcessEnv, log: (line: string) => void) => Promise<Program>;
}

/** Takes the first way that works to its end: one whose image or artifact cannot be had gives way to the next. */
export async function prepareWay<Program>(
  preparation: Preparation<Program>,
): Promise<Prepared<Program>> {
  const { server, env, log, fetch } = preparation;
  const tried: Refusal[] = [];
  for await (const way of workableWays(server, env, tried)) {
    try {
      switch (way) {
        case 'given':
          return { way, addresses: givenAddresses(server, env) ?? [] };
        case 'docker':
          await pullImage(IMAGES[server], env, log);
          return { way, image: IMAGES[server] };
        case 'artifacts':
          return { way, program: await fetch(env, log) };
      }
    } catch (error) {
      tried.push({ way, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  throw isGiven(server, env) ? new GivenServerError(server, tried) : new NoWayError(server, tried);
}
