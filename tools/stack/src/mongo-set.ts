import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '@mayfly/testing';
import { dockerMachinery } from './docker-set.ts';
import { REPLICA_SET } from './mongo-admin.ts';
import type { Prepared } from './prepare-way.ts';
import { nodeFolder, processMachinery } from './process-set.ts';
import type { MakeMachinery } from './server-set.ts';
import { newState, type NodeState, type ServerState } from './server-state.ts';

/** A set that does not exist yet: names and ports. */
export async function newMongoState(
  nodes: number,
  way: 'docker' | 'artifacts',
): Promise<ServerState> {
  const ports = await freePorts(nodes);
  return newState({
    server: 'mongodb',
    way,
    stackId: randomBytes(4).toString('hex'),
    nodes: ports.map((port, index) => ({ name: `mongodb-${index + 1}`, port })),
  });
}

/** How each node of the set runs. */
export function mongoMachinery(
  prepared: Exclude<Prepared<string>, { way: 'given' }>,
  env: NodeJS.ProcessEnv,
): MakeMachinery {
  return (state, folder, watchOf) => {
    if (prepared.way === 'docker') {
      return dockerMachinery(
        state,
        {
          image: prepared.image,
          dataFolder: '/data/db',
          environment: () => ({}),
          args: (node) => mongodArgs(node, ['--bind_ip_all']),
        },
        env,
      );
    }
    const command = (node: NodeState): { program: string; args: string[] } => {
      const dbPath = join(nodeFolder(folder, node), 'data');
      mkdirSync(dbPath, { recursive: true });
      const place = ['--dbpath', dbPath, '--bind_ip', '127.0.0.1', '--nounixsocket'];
      return { program: prepared.program, args: mongodArgs(node, place) };
    };
    return processMachinery({ state, folder, env, command, watchOf });
  };
}

function mongodArgs(node: NodeState, place: readonly string[]): string[] {
  return [
    ...['--replSet', REPLICA_SET, '--port', String(node.port), ...place],
    ...['--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '256'],
    // A node that is asked to end would else wait 15 s for clients to go elsewhere.
    ...['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=100'],
    ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    // A client that is killed leaves its transactions open, and nobody can write their rows until they end by themselves.
    ...['--setParameter', 'transactionLifetimeLimitSeconds=5'],
  ];
}
