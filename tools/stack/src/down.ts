import { rmSync } from 'node:fs';
import type { Command } from './command-line.ts';
import { machineryOf, outOfReach } from './running-nodes.ts';
import type { ServerReport } from './server-report.ts';
import { serverFolder } from './server-set.ts';
import { readState } from './server-state.ts';
import type { ServerName } from './ways.ts';

/** Stops a server that `up` left running. Nothing to stop is fine. */
export async function takeServerDown(
  server: ServerName,
  command: Command,
  env: NodeJS.ProcessEnv,
): Promise<ServerReport> {
  const folder = serverFolder(command.dataDir, server);
  const state = readState(folder);
  if (state === undefined) return { server, state: 'not set up', message: 'there is none to stop' };
  const problem = await outOfReach(state, env);
  if (problem !== undefined) return { server, state: 'failed', message: problem };
  const machinery = machineryOf(state, folder, env);
  const ran = await Promise.all(machinery.runners.map((runner) => runner.isRunning()));
  await Promise.all(machinery.runners.map((runner) => runner.terminate()));
  await machinery.remove(command.wipe);
  if (command.wipe) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const stopped = ran.includes(true) ? 'stopped' : 'was not running';
  return {
    server,
    state: 'down',
    message: command.wipe ? `${stopped}, and its data is removed` : `${stopped}; its data stays`,
  };
}
