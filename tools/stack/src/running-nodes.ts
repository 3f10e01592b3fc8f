import { dockerRefusal } from './docker-engine.ts';
import { dockerMachinery } from './docker-set.ts';
import { processMachinery } from './process-set.ts';
import { addressOf } from './server-control.ts';
import type { NodeReport } from './server-report.ts';
import type { Machinery } from './server-set.ts';
import { type ServerState, writeState } from './server-state.ts';

/** What it takes to look at the nodes of a folder and to stop them; it cannot start any. */
export function machineryOf(state: ServerState, folder: string, env: NodeJS.ProcessEnv): Machinery {
  if (state.way === 'docker') {
    const nothing = { image: '', dataFolder: '', environment: () => ({}), args: () => [] };
    return dockerMachinery(state, nothing, env);
  }
  return processMachinery({
    state,
    folder,
    env,
    command: () => ({ program: '', args: [] }),
    watchOf: (node) => ({
      started: () => undefined,
      ended: () => {
        delete node.process;
        writeState(folder, state);
      },
    }),
  });
}

/** Why nothing can be known or done about the nodes of a folder now; undefined if all can. */
export async function outOfReach(
  state: ServerState,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const refusal = state.way === 'docker' ? await dockerRefusal(env) : undefined;
  return refusal && `it is in Docker, and no engine answers: ${refusal}`;
}

export async function nodeReports(state: ServerState, machinery: Machinery): Promise<NodeReport[]> {
  return Promise.all(
    state.nodes.map(async (node, index) => {
      const runner = machinery.runners[index];
      const running = (await runner?.isRunning()) === true;
      const pid = await runner?.pid();
      return { name: node.name, address: addressOf(node), running, pid };
    }),
  );
}
