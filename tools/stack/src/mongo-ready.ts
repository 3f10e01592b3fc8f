import { askNode, REPLICA_SET, writeToMajority } from './mongo-admin.ts';
import { GiveUp, pollUntil } from './poll.ts';
import type { Runner } from './runner.ts';
import { addressOf } from './server-control.ts';
import type { ServerSet } from './server-set.ts';
import type { NodeState } from './server-state.ts';

const READY_LIMIT_MS = 90_000;
const ALREADY_INITIALIZED = 23;
const NOT_YET_INITIALIZED = 94;

/** Makes the nodes one set. Heartbeats and elections are quick, because tests wait for them again and again. */
export async function formSet(set: ServerSet): Promise<void> {
  const { nodes } = set.state;
  for (const node of nodes) {
    const what = `${node.name} to answer`;
    await pollUntil({ what, limitMs: READY_LIMIT_MS }, async () => {
      await set.checkAlive();
      await askNode(addressOf(node), { hello: 1 });
      return true;
    });
  }
  const config = {
    _id: REPLICA_SET,
    members: nodes.map((node, index) => ({ _id: index, host: addressOf(node) })),
    settings: { electionTimeoutMillis: 3_000, heartbeatIntervalMillis: 500 },
  };
  try {
    await askNode(addressOf(nodes[0] as NodeState), { replSetInitiate: config });
  } catch (error) {
    // A starter that was killed here did it, and had no time to write it down.
    if ((error as { code?: number }).code !== ALREADY_INITIALIZED) throw error;
  }
  set.markFormed();
}

/** Waits for a write that a majority has; `check` may give up early. */
export async function untilSetReady(
  url: string,
  check: () => Promise<void> = async () => undefined,
): Promise<void> {
  const what = 'a primary and a write that a majority has';
  await pollUntil({ what, limitMs: READY_LIMIT_MS }, async () => {
    await check();
    await writeToMajority(url);
    return true;
  });
}

/** Waits until the node is the primary or follows one, in a set that takes writes. */
export async function untilNodeReady(node: NodeState, url: string, runner: Runner): Promise<void> {
  const checkAlive = async (): Promise<void> => {
    if (!(await runner.isRunning())) throw new GiveUp(`${node.name} has ended`);
  };
  const what = `${node.name} to be in the set again`;
  await pollUntil({ what, limitMs: READY_LIMIT_MS }, async () => {
    await checkAlive();
    return isMember(addressOf(node));
  });
  await untilSetReady(url, checkAlive);
}

/** Whether the node takes part in its set, as primary or secondary. */
export async function isMember(address: string): Promise<boolean> {
  try {
    const hello = await askNode(address, { hello: 1 });
    return hello.isWritablePrimary === true || hello.secondary === true;
  } catch (error) {
    if ((error as { code?: number }).code === NOT_YET_INITIALIZED) return false;
    throw error;
  }
}
