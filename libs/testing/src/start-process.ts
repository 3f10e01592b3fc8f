import { spawn } from 'node:child_process';
import { diesWithUs } from './dies-with-us.ts';
import { ProcessOutput } from './process-output.ts';
import { type ProcessEnd, StartedProcess } from './started-process.ts';

/** Which program to start, and how. */
export interface ProcessToStart {
  /** What failures call it. */
  readonly name: string;
  /** The script that node runs. */
  readonly file: string;
  readonly args?: readonly string[];
  /** Options of node itself, such as `--import`. */
  readonly nodeArgs?: readonly string[];
  /** The whole environment but for PATH and where compiled code is kept: nothing of ours leaks into it by accident. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** How long after its exit we still wait for output that a grandchild might hold open. */
const LAST_OUTPUT_MS = 1_000;

/** Starts a real node process of the version that runs the tests. It dies when we die, however that happens. */
export function startProcess(what: ProcessToStart): StartedProcess {
  const { name, file, args = [], nodeArgs = [], env = {}, cwd } = what;
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [...nodeArgs, file, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...(cwd === undefined ? {} : { cwd }),
  });
  if (child.pid === undefined) {
    child.once('error', () => {});
    throw new Error(`${name} could not be started (in folder ${cwd ?? process.cwd()})`);
  }
  diesWithUs(child);
  const output = new ProcessOutput();
  output.read(child.stdout, 'stdout');
  output.read(child.stderr, 'stderr');
  const { promise: exited, resolve } = Promise.withResolvers<ProcessEnd>();
  child.once('exit', (code, signal) => {
    const end = { code, signal };
    const timer = setTimeout(resolve, LAST_OUTPUT_MS, end);
    child.once('close', () => {
      clearTimeout(timer);
      resolve(end);
    });
  });
  const send = (signal: NodeJS.Signals) => void child.kill(signal);
  return new StartedProcess({ name, pid: child.pid, output, exited, send });
}
