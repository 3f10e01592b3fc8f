import { startProcess } from '@mayfly/testing';
import { withoutGiven } from '../src/given-addresses.ts';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const startAndWait = fileURLToPath(new URL('./programs/start-and-wait.ts', import.meta.url));

/** Our environment without the addresses of servers that others run: here it is about our own. */
export function ownEnv(): Record<string, string> {
  return withoutGiven(process.env) as Record<string, string>;
}

export interface Answer {
  readonly mongodb?: ServerAnswer;
  readonly kafka?: ServerAnswer;
}

export interface ServerAnswer {
  readonly state: string;
  readonly message: string;
  readonly url: string;
  readonly brokers: string[];
  readonly nodes: { name: string; address: string; pid?: number; running: boolean }[];
}

/** Runs the command to its end, as a person would, but for the JSON. */
export async function stack(
  args: readonly string[],
  env: Record<string, string> = ownEnv(),
): Promise<{ code: number | null; answer: Answer; stderr: string }> {
  const command = startProcess({ name: 'stack', file: main, args: [...args, '--json'], env });
  const { code } = await command.exited;
  const { stdout, stderr } = command;
  try {
    return { code, answer: JSON.parse(stdout) as Answer, stderr };
  } catch (cause) {
    throw new Error(`stack ${args.join(' ')} ended with ${code}: ${command.output}`, { cause });
  }
}

/** A process that starts a server for itself, as a test does, and then waits to be killed. */
export async function starterOf(server: 'mongodb' | 'kafka', temporaryFolder: string) {
  const env = { ...ownEnv(), TMPDIR: temporaryFolder };
  const starter = startProcess({ name: 'starter', file: startAndWait, args: [server], env });
  const line = await starter.waitForLine('"pids"', { withinMs: 150_000 });
  return { starter, pids: (JSON.parse(line) as { pids: number[] }).pids };
}
