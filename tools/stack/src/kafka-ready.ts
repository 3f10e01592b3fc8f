import { brokersInCluster, findCoordinator, initProducer, isInSync } from './kafka-admin.ts';
import { GiveUp, pollUntil } from './poll.ts';
import type { Runner } from './runner.ts';

const READY_LIMIT_MS = 120_000;

export interface BrokerAddress {
  readonly name: string;
  readonly address: string;
  readonly id: number;
}

/**
 * Waits until the cluster does all that a client needs: the brokers are in it, groups have a coordinator,
 * producers get ids. Each comes later than the one before, so a test that begins earlier sees refusals.
 */
export async function untilClusterReady(
  brokers: readonly string[],
  check: () => Promise<void> = async () => undefined,
): Promise<void> {
  const what = 'Kafka to serve groups and producers';
  await pollUntil({ what, limitMs: READY_LIMIT_MS }, async () => {
    await check();
    await findCoordinator(brokers);
    await initProducer(brokers);
    return true;
  });
}

/** Waits until a broker is in its cluster and has caught up with what it holds. */
export async function untilBrokerReady(broker: BrokerAddress, runner: Runner): Promise<void> {
  const what = `${broker.name} to be in the cluster and in sync`;
  await pollUntil({ what, limitMs: READY_LIMIT_MS }, async () => {
    if (!(await runner.isRunning())) throw new GiveUp(`${broker.name} has ended`);
    const members = await brokersInCluster(broker.address);
    return members.includes(broker.id) && (await isInSync(broker.address, broker.id));
  });
}
