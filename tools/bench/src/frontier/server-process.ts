import { fileURLToPath } from 'node:url';
import { SERVICE_NODE_ARGS } from '@mayfly/mayfly/node-args';
import { eventually } from '@mayfly/testing';
import { PinnedProcess } from '../walk/pinned-process.ts';

const MAIN = fileURLToPath(new URL('server-main.ts', import.meta.url));
const START_WITHIN_MS = 120_000;

/** How the server is started. */
export interface ServerStart {
  readonly folder: string;
  readonly core: number | undefined;
  readonly profileFolder: string | undefined;
}

/** A frontier in a process of its own. */
export interface ServerProcess extends AsyncDisposable {
  readonly address: string;
  readonly pid: number;
  /** `kill -9`, and waits until it is gone. */
  kill(): Promise<void>;
  /** Ends it in good order, so that it leaves its profile. */
  stop(): Promise<void>;
}

/** Starts the frontier, and waits until it says where it answers. */
export async function startServer(start: ServerStart): Promise<ServerProcess> {
  const { folder, core, profileFolder } = start;
  const profile =
    profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
  const args = [
    '--disable-warning=TimeoutNegativeWarning',
    ...SERVICE_NODE_ARGS,
    ...profile,
    ...[MAIN, folder],
  ];
  const server = new PinnedProcess({ program: process.execPath, args }, core);
  const what = 'the frontier says where it is';
  const saysSomething = () => server.hasEnded || server.stdout.includes('"address"');
  await eventually(saysSomething, { what, withinMs: START_WITHIN_MS, everyMs: 5 });
  const line = server.stdout.split('\n').find((each) => each.includes('"address"'));
  if (line === undefined) throw new Error(`the frontier did not start: ${server.stderr}`);
  const { address } = JSON.parse(line) as { address: string };
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal);
    await server.ended();
  };
  return {
    address,
    pid: server.pid,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
