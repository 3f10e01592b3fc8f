import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { runCommand } from '@mayfly/stack';
import { diesWithUs } from '@mayfly/testing';

/** A program to start on a core of its own. */
export interface Program {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Which core the web has, and which one the contenders have. */
export interface Cores {
  readonly web: number | undefined;
  readonly contender: number | undefined;
}

/** Two cores, so that neither takes time from the other; none where processes cannot be bound here. */
export async function findCores(say: (line: string) => void): Promise<Cores> {
  const cores = { web: 0, contender: 1 };
  const options = { env: process.env, limitMs: 10_000 };
  for (const core of Object.values(cores)) {
    const { problem } = await runCommand('taskset', ['-c', String(core), 'true'], options);
    if (problem === '') continue;
    say(`not bound to cores, of which there are ${availableParallelism()}: ${problem}`);
    return { web: undefined, contender: undefined };
  }
  return cores;
}

/** A process of which only its output and its end are of interest. It dies when we die. */
export class PinnedProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  stdout = '';
  stderr = '';

  constructor({ program, args, env = {} }: Program, core: number | undefined) {
    const pin = core === undefined ? [] : ['taskset', '-c', String(core)];
    const [first, ...words] = [...pin, program, ...args];
    const child = spawn(first!, words, {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    // Both: output that a process leaves behind at its end comes after its exit.
    this.#ended = once(child, 'close');
    this.#ended.catch(() => {});
    if (child.pid === undefined) throw new Error(`${program} could not be started`);
    diesWithUs(child);
    child.stdout.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.#child = child;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** How it ended, once it has. */
  async ended(): Promise<number | NodeJS.Signals> {
    await this.#ended;
    return this.#child.exitCode ?? this.#child.signalCode!;
  }

  kill(signal: NodeJS.Signals): void {
    if (!this.hasEnded) this.#child.kill(signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill('SIGKILL');
    await this.#ended;
  }
}
