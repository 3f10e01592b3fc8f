import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessId } from './process-id.ts';
import type { ServerName } from './ways.ts';

const FORMAT = 1;
const FILE = 'server.json';

/** One node: where it listens for good, and the process it runs in now. */
export interface NodeState {
  readonly name: string;
  readonly port: number;
  /** Kafka only: where the controllers talk to each other. */
  readonly controllerPort?: number;
  process?: ProcessId;
}

/** What a data folder remembers of its server, so that a later command finds it again. */
export interface ServerState {
  readonly format: typeof FORMAT;
  readonly server: ServerName;
  readonly way: 'docker' | 'artifacts';
  /** In the names of everything that Docker keeps for this folder. */
  readonly stackId: string;
  /** Kafka only: the identity of the cluster, in the form that Kafka wants. */
  readonly clusterId?: string;
  readonly nodes: readonly NodeState[];
  /** Whether the nodes have been made into one set, which happens once in the life of the data. */
  formed: boolean;
}

export function newState(state: Omit<ServerState, 'format' | 'formed'>): ServerState {
  return { format: FORMAT, formed: false, ...state };
}

/** Undefined when the folder holds no server. */
export function readState(folder: string): ServerState | undefined {
  const path = join(folder, FILE);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const state = JSON.parse(text) as ServerState;
  if (state.format !== FORMAT) {
    throw new Error(`${path} was written by another version of this tool; remove the folder`);
  }
  return state;
}

export function writeState(folder: string, state: ServerState): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, FILE);
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`);
  renameSync(draft, path);
}
