import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { type ServerName, SERVERS, UsageError } from './ways.ts';

export const VERBS = ['up', 'down', 'status'] as const;
export type Verb = (typeof VERBS)[number];

/** What the arguments ask for. */
export interface Command {
  readonly verb: Verb;
  readonly servers: readonly ServerName[];
  readonly nodes: number | undefined;
  readonly dataDir: string;
  readonly wipe: boolean;
  readonly json: boolean;
}

/** Reads the arguments; 'help' when that is what they ask for. Throws a UsageError that says what is wrong. */
export function readCommand(argv: readonly string[]): Command | 'help' {
  const { values, positionals } = parse(argv);
  if (values.help === true) return 'help';
  const [word, ...more] = positionals;
  const verb = VERBS.find((known) => known === word);
  if (verb === undefined) {
    throw new UsageError(
      word === undefined
        ? `say what to do: ${VERBS.join(', ')}`
        : `unknown command ${word}; known are ${VERBS.join(', ')}`,
    );
  }
  if (more.length > 0) throw new UsageError(`one command at a time; ${more.join(' ')} is too much`);
  if (values.nodes !== undefined && verb !== 'up') {
    throw new UsageError(`--nodes is for up, not for ${verb}`);
  }
  if (values.wipe === true && verb !== 'down') {
    throw new UsageError(`--wipe is for down, not for ${verb}`);
  }
  return {
    verb,
    servers: serversOf(values.only),
    nodes: nodesOf(values.nodes),
    dataDir: dataDirOf(values.data),
    wipe: values.wipe === true,
    json: values.json === true,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        nodes: { type: 'string' },
        data: { type: 'string' },
        only: { type: 'string' },
        wipe: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function serversOf(only: string | undefined): readonly ServerName[] {
  if (only === undefined) return SERVERS;
  const server = SERVERS.find((known) => known === only);
  if (server === undefined) {
    throw new UsageError(`--only: must be one of ${SERVERS.join(', ')}; it is ${only}`);
  }
  return [server];
}

function nodesOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (text !== '1' && text !== '3') throw new UsageError(`--nodes: must be 1 or 3; it is ${text}`);
  return Number(text);
}

function dataDirOf(text: string | undefined): string {
  if (text === '') throw new UsageError('--data: must name a folder; it is empty');
  return text === undefined
    ? fileURLToPath(new URL('../../../.stack', import.meta.url))
    : resolve(text);
}
