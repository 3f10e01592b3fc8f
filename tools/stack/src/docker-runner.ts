import { docker } from './docker-engine.ts';
import { runCommand } from './run-command.ts';
import type { Runner } from './runner.ts';

const STOP_LIMIT_S = 20;

export interface ContainerPlan {
  readonly container: string;
  /** The arguments of `docker run` that make it, from the name of the container on. */
  readonly runArgs: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** A node in a container, which stays when it is killed, so that it starts again on the same data. */
export class DockerRunner implements Runner {
  private readonly plan: ContainerPlan;

  constructor(plan: ContainerPlan) {
    this.plan = plan;
  }

  async launch(): Promise<void> {
    const { container, runArgs, env } = this.plan;
    const state = await this.state();
    if (state === undefined) await docker(env, ['run', '--detach', ...runArgs]);
    else if (!state.running) await docker(env, ['start', container]);
  }

  async kill(): Promise<void> {
    if (await this.isRunning()) await this.docker('kill', '--signal', 'KILL');
  }

  async terminate(): Promise<void> {
    if (await this.isRunning()) await this.docker('stop', '-t', String(STOP_LIMIT_S));
  }

  async freeze(): Promise<void> {
    const state = await this.state();
    if (state?.running === true && !state.paused) await this.docker('pause');
  }

  async thaw(): Promise<void> {
    if ((await this.state())?.paused === true) await this.docker('unpause');
  }

  async isRunning(): Promise<boolean> {
    return (await this.state())?.running === true;
  }

  async pid(): Promise<number | undefined> {
    return (await this.state())?.pid;
  }

  async logTail(lines = 25): Promise<string> {
    const args = ['logs', '--tail', String(lines), this.plan.container];
    return (await runCommand('docker', args, { env: this.plan.env, limitMs: 10_000 })).output;
  }

  private async docker(...command: string[]): Promise<void> {
    await docker(this.plan.env, [...command, this.plan.container]);
  }

  private async state(): Promise<
    { running: boolean; paused: boolean; pid: number | undefined } | undefined
  > {
    const format = '{{.State.Running}} {{.State.Paused}} {{.State.Pid}}';
    const args = ['container', 'inspect', '--format', format, this.plan.container];
    const result = await runCommand('docker', args, { env: this.plan.env, limitMs: 10_000 });
    if (!result.ok) return undefined;
    const [running, paused, pid] = result.stdout.trim().split(' ');
    return {
      running: running === 'true',
      paused: paused === 'true',
      pid: Number(pid) > 0 ? Number(pid) : undefined,
    };
  }
}
