import { runCommand } from './run-command.ts';
import { DockerRunner } from './docker-runner.ts';
import type { Machinery } from './server-set.ts';
import type { NodeState, ServerState } from './server-state.ts';

/** What differs between the servers in their containers. */
export interface ContainerImage {
  readonly image: string;
  /** The folder in the container that keeps the data. */
  readonly dataFolder: string;
  readonly environment: (node: NodeState) => Readonly<Record<string, string>>;
  /** What follows the name of the image. */
  readonly args: (node: NodeState) => readonly string[];
}

const LABEL = 'mayfly.stack';

/**
 * A set in containers that share one network, that of a container which does nothing else. So the nodes
 * reach each other, and programs outside reach the nodes, at the same 127.0.0.1 and port: the addresses
 * that MongoDB and Kafka tell their clients are right on both sides, and a killed node takes nobody's network.
 */
export function dockerMachinery(
  state: ServerState,
  container: ContainerImage,
  env: NodeJS.ProcessEnv,
): Machinery {
  const prefix = `mayfly-${state.stackId}`;
  const network = `${prefix}-${state.server}-network`;
  const label = ['--label', `${LABEL}=${state.stackId}`];
  const nameOf = (node: NodeState): string => `${prefix}-${node.name}`;

  const networkArgs = [
    ...['--name', network, ...label],
    ...state.nodes.flatMap(({ port }) => ['--publish', `127.0.0.1:${port}:${port}`]),
    ...['--entrypoint', 'tail', container.image, '-f', '/dev/null'],
  ];
  const nodeArgs = (node: NodeState): string[] => [
    ...['--name', nameOf(node), ...label, '--network', `container:${network}`],
    ...['--volume', `${nameOf(node)}:${container.dataFolder}`],
    ...Object.entries(container.environment(node)).flatMap(([k, v]) => ['--env', `${k}=${v}`]),
    ...[container.image, ...container.args(node)],
  ];

  const names = state.nodes.map(nameOf);
  const removeContainers = ['docker', 'rm', '--force', '--volumes', ...names, network];
  const removeVolumes = ['docker', 'volume', 'rm', '--force', ...names];
  return {
    before: [new DockerRunner({ container: network, runArgs: networkArgs, env })],
    runners: state.nodes.map(
      (node) => new DockerRunner({ container: nameOf(node), runArgs: nodeArgs(node), env }),
    ),
    cleanUp: [removeContainers, removeVolumes],
    remove: async (withData) => {
      for (const [program = '', ...args] of withData
        ? [removeContainers, removeVolumes]
        : [removeContainers]) {
        await runCommand(program, args, { env, limitMs: 60_000 });
      }
    },
  };
}
