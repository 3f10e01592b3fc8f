import { bringUp } from './bring-up.ts';
import { formSet, untilNodeReady, untilSetReady } from './mongo-ready.ts';
import { findPrimary, stepDownPrimary } from './mongo-primary.ts';
import { mongoUrl } from './mongo-admin.ts';
import { mongoMachinery, newMongoState } from './mongo-set.ts';
import { fetchMongod } from './mongod-artifacts.ts';
import { prepareWay } from './prepare-way.ts';
import { addressOf, controlOf, type ServerControl } from './server-control.ts';
import { settleWay } from './settle-way.ts';
import { setupOf, type StartOptions } from './start-options.ts';
import type { Way } from './ways.ts';

/** A MongoDB replica set that is ready for work. */
export interface MongoServers {
  readonly way: Way;
  /** Names the whole set, for the driver. */
  readonly url: string;
  /** Empty where the addresses were given: such servers are not ours to kill. */
  readonly nodes: readonly ServerControl[];
  /** Resolves when a primary takes a write and a majority has it. */
  ready(): Promise<void>;
  /** The node that takes writes now; waits for an election. */
  primary(): Promise<ServerControl>;
  /** Makes the primary give up its place for that long; resolves when it has. */
  stepDown(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a replica set, or takes the one that the environment names. */
export async function startMongo(options: StartOptions = {}): Promise<MongoServers> {
  const setup = settleWay('mongodb', setupOf(options));
  const { env, log } = setup;
  const prepared = await prepareWay({ server: 'mongodb', env, log, fetch: fetchMongod });
  if (prepared.way === 'given') return serversAt('given', prepared.addresses[0] ?? '', []);

  const set = await bringUp(
    {
      server: 'mongodb',
      setup,
      create: (nodes) => newMongoState(nodes, prepared.way),
      machinery: mongoMachinery(prepared, env),
    },
    async (opened) => {
      await opened.launch();
      if (!opened.state.formed) await formSet(opened);
      await untilSetReady(mongoUrl(opened.state.nodes.map(addressOf)), () => opened.checkAlive());
    },
  );
  const url = mongoUrl(set.state.nodes.map(addressOf));
  log(`MongoDB is ready: ${url}`);
  const controls = set
    .nodes()
    .map(({ node, runner }) => controlOf(node, runner, () => untilNodeReady(node, url, runner)));
  return { ...serversAt(prepared.way, url, controls), stop: () => set.stop() };
}

function serversAt(way: Way, url: string, nodes: readonly ServerControl[]): MongoServers {
  return {
    way,
    url,
    nodes,
    ready: () => untilSetReady(url),
    primary: () => findPrimary(url, nodes),
    stepDown: (seconds) => stepDownPrimary(url, seconds),
    stop: async () => undefined,
  };
}
