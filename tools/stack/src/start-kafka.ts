import { fetchKafka } from './kafka-artifacts.ts';
import { untilBrokerReady, untilClusterReady } from './kafka-ready.ts';
import { brokersOf, openCluster, untilAllReady } from './kafka-cluster.ts';
import { withClassArchive } from './kafka-class-archive.ts';
import { prepareWay } from './prepare-way.ts';
import { addressOf, controlOf, type ServerControl } from './server-control.ts';
import type { ServerSet } from './server-set.ts';
import { settleWay } from './settle-way.ts';
import { setupOf, type StartOptions } from './start-options.ts';
import type { Way } from './ways.ts';

/** A Kafka cluster that is ready for work. */
export interface KafkaServers {
  readonly way: Way;
  /** Host and port of each broker. */
  readonly brokers: readonly string[];
  /** Empty where the addresses were given: such servers are not ours to kill. */
  readonly nodes: readonly ServerControl[];
  /** Resolves when groups have a coordinator and producers get ids. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a cluster, or takes the one that the environment names. */
export async function startKafka(options: StartOptions = {}): Promise<KafkaServers> {
  const setup = settleWay('kafka', setupOf(options));
  const { env, log } = setup;
  const prepared = await prepareWay({
    server: 'kafka',
    env,
    log,
    fetch: async () => withClassArchive(await fetchKafka(env, log), env, log),
  });
  if (prepared.way === 'given') {
    const brokers = prepared.addresses;
    const ready = (): Promise<void> => untilClusterReady(brokers);
    return { way: 'given', brokers, nodes: [], ready, stop: async () => undefined };
  }

  const set = await openCluster(prepared, setup);
  const brokers = set.state.nodes.map(addressOf);
  log(`Kafka is ready: ${brokers.join(',')}`);
  return {
    way: prepared.way,
    brokers,
    nodes: controlsOf(set),
    ready: () => untilAllReady(set),
    stop: () => set.stop(),
  };
}

function controlsOf(set: ServerSet): ServerControl[] {
  return brokersOf(set).map(({ node, broker, runner }) =>
    controlOf(node, runner, async () => {
      await untilBrokerReady(broker, runner);
      await untilClusterReady([broker.address]);
    }),
  );
}
