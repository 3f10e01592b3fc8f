import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '@mayfly/testing';
import { dockerMachinery } from './docker-set.ts';
import type { KafkaProgram } from './kafka-artifacts.ts';
import {
  type BrokerPlace,
  kafkaProperties,
  propertiesAsEnv,
  propertiesText,
} from './kafka-properties.ts';
import type { Prepared } from './prepare-way.ts';
import { nodeFolder, type ProcessCommand, processMachinery } from './process-set.ts';
import { runCommand } from './run-command.ts';
import type { MakeMachinery } from './server-set.ts';
import { newState, type NodeState, type ServerState } from './server-state.ts';

const HEAP = ['-Xmx512m', '-Xms256m'];
/** A broker for tests lives for seconds: the time to start counts more than the speed it would reach. */
const QUICK_START = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xshare:auto'];
const LOGGING = ['-Dorg.slf4j.simpleLogger.showDateTime=true'];

/** A cluster that does not exist yet: names, ports and its identity. */
export async function newKafkaState(
  nodes: number,
  way: 'docker' | 'artifacts',
): Promise<ServerState> {
  const ports = await freePorts(2 * nodes);
  return newState({
    server: 'kafka',
    way,
    stackId: randomBytes(4).toString('hex'),
    clusterId: newClusterId(),
    nodes: Array.from({ length: nodes }, (_, index) => ({
      name: `kafka-${index + 1}`,
      port: ports[2 * index] as number,
      controllerPort: ports[2 * index + 1] as number,
    })),
  });
}

/** How each broker of the cluster runs. */
export function kafkaMachinery(
  prepared: Exclude<Prepared<KafkaProgram>, { way: 'given' }>,
  env: NodeJS.ProcessEnv,
): MakeMachinery {
  return (state, folder, watchOf) => {
    if (prepared.way === 'docker') {
      const dataFolder = '/var/lib/kafka/data';
      return dockerMachinery(
        state,
        {
          image: prepared.image,
          dataFolder,
          environment: (node) => ({
            CLUSTER_ID: state.clusterId ?? '',
            KAFKA_HEAP_OPTS: HEAP.join(' '),
            ...propertiesAsEnv(brokerProperties(state, node, { dataFolder, bindHost: '0.0.0.0' })),
          }),
          args: () => [],
        },
        env,
      );
    }
    const { java, classPath, javaOptions } = prepared.program;
    const command = (node: NodeState): ProcessCommand => {
      const dataFolder = join(nodeFolder(folder, node), 'data');
      const properties = brokerProperties(state, node, { dataFolder, bindHost: '127.0.0.1' });
      mkdirSync(dataFolder, { recursive: true });
      writeFileSync(propertiesFile(folder, node), propertiesText(properties));
      const options = [...HEAP, ...QUICK_START, ...LOGGING, ...javaOptions, '-cp', classPath];
      return {
        program: java,
        args: [...options, 'kafka.Kafka', propertiesFile(folder, node)],
      };
    };
    return processMachinery({ state, folder, env, command, watchOf });
  };
}

/** Writes the identity of the cluster into each broker's empty data folder; the image does this by itself. */
export async function formatBrokers(
  program: KafkaProgram,
  state: ServerState,
  at: { folder: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  await Promise.all(
    state.nodes.map(async (node) => {
      const tool = [...QUICK_START, '-cp', program.classPath, 'kafka.tools.StorageTool', 'format'];
      const what = ['-t', state.clusterId ?? '', '-c', propertiesFile(at.folder, node)];
      const formatted = await runCommand(program.java, [...tool, ...what, '--ignore-formatted'], {
        env: at.env,
        limitMs: 120_000,
      });
      if (!formatted.ok) throw new Error(`formatting ${node.name}: ${formatted.problem}`);
    }),
  );
}

function brokerProperties(
  state: ServerState,
  node: NodeState,
  where: { dataFolder: string; bindHost: string },
): Record<string, string> {
  return kafkaProperties({
    places: state.nodes as readonly (NodeState & BrokerPlace)[],
    nodeId: brokerId(state, node),
    ...where,
  });
}

export function brokerId(state: ServerState, node: NodeState): number {
  return state.nodes.indexOf(node) + 1;
}

function propertiesFile(folder: string, node: NodeState): string {
  return join(nodeFolder(folder, node), 'server.properties');
}

/** Sixteen bytes in the alphabet of URLs; Kafka refuses one that looks like an option. */
export function newClusterId(): string {
  const id = randomBytes(16).toString('base64url');
  return id.startsWith('-') ? newClusterId() : id;
}
