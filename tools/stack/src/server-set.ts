import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { GiveUp } from './poll.ts';
import { isRunning } from './process-id.ts';
import { Reaper } from './reaper.ts';
import type { Runner, Watch } from './runner.ts';
import { type NodeState, readState, type ServerState, writeState } from './server-state.ts';
import { startFailure } from './start-failure.ts';
import type { StartSetup } from './start-options.ts';
import { SERVER_TITLES, type ServerName, UsageError } from './ways.ts';

/** What runs a set: its nodes, and what has to be there before and to go after them. */
export interface Machinery {
  readonly runners: readonly Runner[];
  readonly before: readonly Runner[];
  /** Programs with arguments that remove what a killed starter would leave outside the data folder. */
  readonly cleanUp: readonly (readonly string[])[];
  /** Removes what stands outside the data folder; the data goes too if asked. */
  readonly remove: (withData: boolean) => Promise<void>;
}

export type MakeMachinery = (
  state: ServerState,
  folder: string,
  watchOf: (node: NodeState) => Watch,
) => Machinery;

export interface SetPlan {
  readonly server: ServerName;
  readonly setup: StartSetup;
  readonly create: (nodes: number) => Promise<ServerState>;
  readonly machinery: MakeMachinery;
}

/** The nodes of one server in its folder, as one thing that starts and stops. */
export class ServerSet {
  readonly folder: string;
  readonly state: ServerState;
  readonly runners: readonly Runner[];
  /** Whether the folder held no server before. */
  readonly fresh: boolean;
  private readonly machinery: Machinery;
  private readonly setup: StartSetup;
  private readonly reaper: Reaper | undefined;
  private stopped = false;

  private constructor(plan: SetPlan, state: ServerState, fresh: boolean) {
    this.setup = plan.setup;
    this.folder = serverFolder(plan.setup.dataDir, plan.server);
    this.state = state;
    this.fresh = fresh;
    this.reaper = plan.setup.outlive ? undefined : new Reaper(plan.setup.env);
    this.machinery = plan.machinery(state, this.folder, (node) => this.watchOf(node));
    this.runners = this.machinery.runners;
    for (const command of this.machinery.cleanUp) this.reaper?.tell({ type: 'run', command });
    if (plan.setup.temporary) this.reaper?.tell({ type: 'remove', folder: plan.setup.dataDir });
  }

  static async open(plan: SetPlan): Promise<ServerSet> {
    const { server, setup } = plan;
    const folder = serverFolder(setup.dataDir, server);
    const earlier = readState(folder);
    if (earlier !== undefined) checkEarlier(earlier, setup, folder);
    const state = earlier ?? (await plan.create(setup.nodes ?? 1));
    if (earlier === undefined) writeState(folder, state);
    return new ServerSet(plan, state, earlier === undefined);
  }

  /** Each node with what runs it. */
  nodes(): { node: NodeState; runner: Runner }[] {
    return this.runners.map((runner, index) => {
      const node = this.state.nodes[index];
      if (node === undefined) throw new Error('a runner without a node');
      return { node, runner };
    });
  }

  async launch(): Promise<void> {
    for (const runner of this.machinery.before) await runner.launch();
    await Promise.all(this.runners.map((runner) => runner.launch()));
  }

  /** To be asked while waiting: a node that is gone will never be ready. */
  async checkAlive(): Promise<void> {
    for (const { node, runner } of this.nodes()) {
      if (!(await runner.isRunning())) throw new GiveUp(`${node.name} has ended`);
    }
  }

  markFormed(): void {
    this.state.formed = true;
    writeState(this.folder, this.state);
  }

  /** Ends all nodes: tidily where the data stays, at once where it goes. Fine to call twice. */
  async stop(): Promise<void> {
    if (this.stopped) return;
    this.stopped = true;
    const { temporary, dataDir } = this.setup;
    await Promise.all(this.runners.map((node) => (temporary ? node.kill() : node.terminate())));
    await this.machinery.remove(temporary);
    if (temporary) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    this.reaper?.dismiss();
  }

  /** Takes everything back after a start that failed, but never nodes that ran before. */
  async abandon(): Promise<void> {
    if (!this.fresh) {
      if (!this.setup.outlive) await this.stop();
      return;
    }
    await Promise.all(this.runners.map((node) => node.kill()));
    await this.machinery.remove(true);
    const { temporary, dataDir } = this.setup;
    rmSync(temporary ? dataDir : this.folder, { recursive: true, force: true, maxRetries: 5 });
    this.reaper?.dismiss();
  }

  /** An error of the start, with what the nodes wrote last. */
  explain(error: unknown): Promise<Error> {
    const nodes = this.nodes().map(({ node, runner }) => ({ name: node.name, runner }));
    return startFailure(SERVER_TITLES[this.state.server], error, nodes);
  }

  private watchOf(node: NodeState): Watch {
    return {
      started: (id) => {
        this.reaper?.tell({ type: 'watch', id });
        node.process = id;
        writeState(this.folder, this.state);
      },
      ended: (id) => {
        this.reaper?.tell({ type: 'forget', id });
        delete node.process;
        writeState(this.folder, this.state);
      },
    };
  }
}

export function serverFolder(dataDir: string, server: ServerName): string {
  return join(dataDir, server);
}

function checkEarlier(state: ServerState, setup: StartSetup, folder: string): void {
  const { nodes, outlive } = setup;
  if (nodes !== undefined && nodes !== state.nodes.length) {
    throw new UsageError(
      `${folder} holds a set of ${state.nodes.length}, and ${nodes} were asked for; ` +
        'run `down --wipe` first, or use another --data folder',
    );
  }
  const running = state.nodes.some((node) => node.process && isRunning(node.process));
  if (running && !outlive) {
    throw new UsageError(`the server in ${folder} is running already; stop it with \`down\` first`);
  }
}
