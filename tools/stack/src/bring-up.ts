import { type SetPlan, ServerSet } from './server-set.ts';
import { SERVER_TITLES } from './ways.ts';

const PORT_TAKEN = /already in use|already allocated/i;
const MOST_TRIES = 3;

/**
 * Opens a set and makes it ready, or leaves nothing behind. A port that was free when it was chosen may
 * be taken by the time the node binds it; a new set then simply tries others.
 */
export async function bringUp(
  plan: SetPlan,
  makeReady: (set: ServerSet) => Promise<void>,
): Promise<ServerSet> {
  for (let tries = 1; ; tries += 1) {
    const set = await ServerSet.open(plan);
    try {
      await sayStarting(set, plan.setup.log);
      await makeReady(set);
      return set;
    } catch (error) {
      const again = set.fresh && tries < MOST_TRIES && (await wasPortTaken(set, error));
      const explained = await set.explain(error);
      await set.abandon();
      if (!again) throw explained;
    }
  }
}

/** A node says so in its log, Docker in its answer. What Kafka writes while it ends after that is long. */
async function wasPortTaken(set: ServerSet, error: unknown): Promise<boolean> {
  if (error instanceof Error && PORT_TAKEN.test(error.message)) return true;
  const logs = await Promise.all(set.runners.map((runner) => runner.logTail(1_000)));
  return logs.some((log) => PORT_TAKEN.test(log));
}

async function sayStarting(set: ServerSet, log: (line: string) => void): Promise<void> {
  const running = await Promise.all(set.runners.map((runner) => runner.isRunning()));
  const asleep = running.filter((is) => !is).length;
  if (asleep === 0) return;
  const { server, way } = set.state;
  log(`starting ${SERVER_TITLES[server]}: ${asleep} of ${running.length} nodes (${way})`);
}
