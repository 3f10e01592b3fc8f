import type { Command } from './command-line.ts';
import { machineryOf, nodeReports } from './running-nodes.ts';
import type { NodeReport, ServerReport } from './server-report.ts';
import { serverFolder } from './server-set.ts';
import { readState } from './server-state.ts';
import { startKafka } from './start-kafka.ts';
import { startMongo } from './start-mongo.ts';
import type { StartOptions } from './start-options.ts';
import { NoWayError, type ServerName, UsageError, type Way } from './ways.ts';

/** Brings a server up and leaves it running. That there is no way, or that it fails, is a report too. */
export async function bringServerUp(
  server: ServerName,
  command: Command,
  surroundings: { env: NodeJS.ProcessEnv; log: (line: string) => void },
): Promise<ServerReport> {
  const { dataDir, nodes } = command;
  const before = await nodesOf(server, dataDir, surroundings.env);
  try {
    const options: StartOptions = {
      ...surroundings,
      ...(nodes === undefined ? {} : { nodes }),
      dataDir,
      outlive: true,
    };
    const started = await start(server, options);
    const after = started.way === 'given' ? [] : await nodesOf(server, dataDir, surroundings.env);
    return {
      server,
      state: 'up',
      message: whatHappened(started.way, before, after),
      ...started,
      nodes: after,
    };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof NoWayError)
      return { server, state: 'no way', message, tried: error.tried };
    return { server, state: 'failed', message };
  }
}

async function start(
  server: ServerName,
  options: StartOptions,
): Promise<{ way: Way; url: string } | { way: Way; brokers: readonly string[] }> {
  if (server === 'mongodb') {
    const { way, url } = await startMongo(options);
    return { way, url };
  }
  const { way, brokers } = await startKafka(options);
  return { way, brokers };
}

async function nodesOf(
  server: ServerName,
  dataDir: string,
  env: NodeJS.ProcessEnv,
): Promise<NodeReport[]> {
  const folder = serverFolder(dataDir, server);
  const state = readState(folder);
  return state === undefined ? [] : nodeReports(state, machineryOf(state, folder, env));
}

function whatHappened(
  way: Way,
  before: readonly NodeReport[],
  after: readonly NodeReport[],
): string {
  if (way === 'given') return 'answers at the given address';
  const ran = before.filter(({ running }) => running).map(({ name }) => name);
  const started = after.map(({ name }) => name).filter((name) => !ran.includes(name));
  if (started.length === 0) return `is up already (${way})`;
  return ran.length === 0
    ? `is up (${way})`
    : `is up (${way}); started again ${started.join(', ')}`;
}
