import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { UsageError, type Way } from './ways.ts';

/** How a server is started. Everything may be left out. */
export interface StartOptions {
  /** One node or three; by default as many as the data folder has, or one. */
  readonly nodes?: number;
  /** Where the data stays when the server stops. Left out: a temporary folder that goes with the server. */
  readonly dataDir?: string;
  /** Allows this way only, as MAYFLY_STACK does. */
  readonly way?: Way;
  /** Takes lines about progress; by default they are dropped. */
  readonly log?: (line: string) => void;
  readonly env?: NodeJS.ProcessEnv;
  /** Leaves the server running when this process ends; by default it ends with it, however that ends. */
  readonly outlive?: boolean;
}

/** The same with every question answered. */
export interface StartSetup {
  readonly nodes: number | undefined;
  readonly dataDir: string;
  readonly temporary: boolean;
  readonly log: (line: string) => void;
  readonly env: NodeJS.ProcessEnv;
  readonly outlive: boolean;
}

export function setupOf(options: StartOptions): StartSetup {
  const env = options.env ?? process.env;
  const { nodes, outlive = false } = options;
  if (nodes !== undefined && nodes !== 1 && nodes !== 3) {
    throw new UsageError(`nodes: must be 1 or 3; it is ${nodes}`);
  }
  const temporary = options.dataDir === undefined;
  if (temporary && outlive) {
    throw new UsageError('a server that outlives its starter needs a data folder that stays');
  }
  return {
    nodes,
    dataDir: options.dataDir
      ? resolve(options.dataDir)
      : join(tmpdir(), `mayfly-stack-${randomUUID()}`),
    temporary,
    log: options.log ?? (() => undefined),
    env: options.way === undefined ? env : { ...env, MAYFLY_STACK: options.way },
    outlive,
  };
}
