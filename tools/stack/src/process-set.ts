import { join } from 'node:path';
import { ProcessRunner } from './process-runner.ts';
import type { Watch } from './runner.ts';
import type { Machinery } from './server-set.ts';
import type { NodeState, ServerState } from './server-state.ts';

export interface ProcessCommand {
  readonly program: string;
  readonly args: readonly string[];
}

export interface ProcessSetOptions {
  readonly state: ServerState;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly command: (node: NodeState) => ProcessCommand;
  readonly watchOf: (node: NodeState) => Watch;
}

/** A set of processes, each with a folder of its own that holds its data, its settings and its log. */
export function processMachinery(options: ProcessSetOptions): Machinery {
  const { state, folder, env, command, watchOf } = options;
  return {
    before: [],
    runners: state.nodes.map(
      (node) =>
        new ProcessRunner({
          ...command(node),
          name: node.name,
          env,
          logFile: join(nodeFolder(folder, node), 'log'),
          earlier: node.process,
          watch: watchOf(node),
        }),
    ),
    cleanUp: [],
    remove: async () => undefined,
  };
}

export function nodeFolder(folder: string, node: NodeState): string {
  return join(folder, node.name);
}
