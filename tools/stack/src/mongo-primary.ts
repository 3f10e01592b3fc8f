import { askNode, askUrl } from './mongo-admin.ts';
import { pollUntil } from './poll.ts';
import type { ServerControl } from './server-control.ts';

const ELECTION_LIMIT_MS = 60_000;

/** The node that is primary now; waits while there is none. */
export async function findPrimary(
  url: string,
  nodes: readonly ServerControl[],
): Promise<ServerControl> {
  if (nodes.length === 0) {
    throw new Error('a MongoDB whose address was given cannot be controlled');
  }
  let primary: ServerControl | undefined;
  await pollUntil({ what: 'a primary', limitMs: ELECTION_LIMIT_MS }, async () => {
    const address = await primaryAddress(url);
    primary = nodes.find((node) => node.address === address);
    return primary !== undefined;
  });
  return primary as ServerControl;
}

/** Makes the primary step down, also when there is nobody who could follow it. */
export async function stepDownPrimary(url: string, seconds: number): Promise<void> {
  const address = await primaryAddress(url);
  const catchUp = Math.max(0, Math.min(10, seconds - 1));
  await askNode(address, {
    replSetStepDown: seconds,
    secondaryCatchUpPeriodSecs: catchUp,
    force: true,
  });
}

async function primaryAddress(url: string): Promise<string> {
  const hello = await askUrl(url, { hello: 1 });
  return String(hello.primary);
}
