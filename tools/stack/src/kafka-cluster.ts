import { bringUp } from './bring-up.ts';
import type { KafkaProgram } from './kafka-artifacts.ts';
import { type BrokerAddress, untilBrokerReady, untilClusterReady } from './kafka-ready.ts';
import { brokerId, formatBrokers, kafkaMachinery, newKafkaState } from './kafka-set.ts';
import type { Prepared } from './prepare-way.ts';
import type { Runner } from './runner.ts';
import { addressOf } from './server-control.ts';
import type { ServerSet } from './server-set.ts';
import type { NodeState } from './server-state.ts';
import type { StartSetup } from './start-options.ts';

/** Opens a cluster of our own in its folder and waits until it is ready. */
export function openCluster(
  prepared: Exclude<Prepared<KafkaProgram>, { way: 'given' }>,
  setup: StartSetup,
): Promise<ServerSet> {
  const { env } = setup;
  return bringUp(
    {
      server: 'kafka',
      setup,
      create: (nodes) => newKafkaState(nodes, prepared.way),
      machinery: kafkaMachinery(prepared, env),
    },
    async (set) => {
      const { state, folder } = set;
      if (!state.formed && prepared.way === 'artifacts') {
        await formatBrokers(prepared.program, state, { folder, env });
      }
      set.markFormed();
      await set.launch();
      await untilAllReady(set);
    },
  );
}

export async function untilAllReady(set: ServerSet): Promise<void> {
  await Promise.all(brokersOf(set).map(({ broker, runner }) => untilBrokerReady(broker, runner)));
  await untilClusterReady(set.state.nodes.map(addressOf), () => set.checkAlive());
}

/** Each broker with what runs it. */
export function brokersOf(
  set: ServerSet,
): { node: NodeState; broker: BrokerAddress; runner: Runner }[] {
  return set.nodes().map(({ node, runner }) => {
    const broker = { name: node.name, address: addressOf(node), id: brokerId(set.state, node) };
    return { node, broker, runner };
  });
}
