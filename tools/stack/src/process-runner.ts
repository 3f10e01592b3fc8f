import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { readTail } from './log-tail.ts';
import { pollUntil } from './poll.ts';
import { isRunning, type ProcessId, processIdOf, sendSignal } from './process-id.ts';
import type { Runner, Watch } from './runner.ts';

const STOP_LIMIT_MS = 20_000;
const KILL_LIMIT_MS = 20_000;

export interface ProcessPlan {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
  /** The process of an earlier launch, which may still run. */
  readonly earlier: ProcessId | undefined;
  readonly watch: Watch;
  /** How long it may take to end when asked. */
  readonly stopLimitMs?: number;
}

/** A node as a process of this machine, in a session of its own: an interrupt at the terminal does not reach it. */
export class ProcessRunner implements Runner {
  private readonly plan: ProcessPlan;
  private current: ProcessId | undefined;

  constructor(plan: ProcessPlan) {
    this.plan = plan;
    this.current = plan.earlier;
  }

  async launch(): Promise<void> {
    if (await this.isRunning()) return;
    const { name, program, args, env, logFile, watch } = this.plan;
    mkdirSync(dirname(logFile), { recursive: true });
    const log = openSync(logFile, 'a');
    try {
      const child = spawn(program, args, { env, detached: true, stdio: ['ignore', log, log] });
      const failed = new Promise<never>((_, reject) => child.once('error', reject));
      failed.catch(() => undefined);
      const id = child.pid === undefined ? undefined : processIdOf(child.pid);
      if (id === undefined) {
        await Promise.race([failed, new Promise((resolve) => child.once('exit', resolve))]);
        throw new Error(`${name} ended as soon as it was started`);
      }
      // In the same turn as the start: no moment in which this process could die and leave it behind.
      watch.started(id);
      this.current = id;
      child.unref();
    } finally {
      closeSync(log);
    }
  }

  async kill(): Promise<void> {
    await this.end('SIGKILL', KILL_LIMIT_MS);
  }

  async terminate(): Promise<void> {
    // A frozen process takes no notice of SIGTERM.
    await this.thaw();
    try {
      await this.end('SIGTERM', this.plan.stopLimitMs ?? STOP_LIMIT_MS);
    } catch {
      await this.kill();
    }
  }

  async freeze(): Promise<void> {
    if (this.current) sendSignal(this.current, 'SIGSTOP');
  }

  async thaw(): Promise<void> {
    if (this.current) sendSignal(this.current, 'SIGCONT');
  }

  async isRunning(): Promise<boolean> {
    return this.current !== undefined && isRunning(this.current);
  }

  async pid(): Promise<number | undefined> {
    return (await this.isRunning()) ? this.current?.pid : undefined;
  }

  async logTail(lines?: number): Promise<string> {
    return readTail(this.plan.logFile, lines);
  }

  private async end(signal: NodeJS.Signals, limitMs: number): Promise<void> {
    const id = this.current;
    if (id === undefined) return;
    sendSignal(id, signal);
    const what = `${this.plan.name} to end`;
    await pollUntil({ what, limitMs, everyMs: 10 }, async () => !isRunning(id));
    this.plan.watch.ended(id);
    this.current = undefined;
  }
}
