import type { Command } from './command-line.ts';
import { givenAddresses, givenRefusal } from './given-addresses.ts';
import { brokersInCluster } from './kafka-admin.ts';
import { isMember } from './mongo-ready.ts';
import { mongoUrl } from './mongo-admin.ts';
import { machineryOf, nodeReports, outOfReach } from './running-nodes.ts';
import type { NodeReport, ServerReport } from './server-report.ts';
import { serverFolder } from './server-set.ts';
import { readState, type ServerState } from './server-state.ts';
import { allowedWays, type ServerName } from './ways.ts';

/** What runs of a server, and whether it answers. Changes nothing. */
export async function lookAtServer(
  server: ServerName,
  command: Command,
  env: NodeJS.ProcessEnv,
): Promise<ServerReport> {
  const given = allowedWays(env).includes('given') ? givenAddresses(server, env) : undefined;
  if (given !== undefined) return givenReport(server, given, env);
  const folder = serverFolder(command.dataDir, server);
  const state = readState(folder);
  if (state === undefined) {
    return { server, state: 'not set up', message: `there is none in ${command.dataDir}` };
  }
  const problem = await outOfReach(state, env);
  if (problem !== undefined) return { server, state: 'failed', message: problem };
  const nodes = await nodeReports(state, machineryOf(state, folder, env));
  return { server, ...(await verdictOf(state, nodes)), way: state.way, ...addresses(state, nodes) };
}

async function givenReport(
  server: ServerName,
  given: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<ServerReport> {
  const refusal = await givenRefusal(server, env);
  return {
    server,
    way: 'given',
    state: refusal === undefined ? 'up' : 'down',
    message: refusal ?? 'answers at the given address',
    ...(server === 'mongodb' ? { url: given[0] ?? '' } : { brokers: given }),
  };
}

async function verdictOf(
  { server }: ServerState,
  nodes: readonly NodeReport[],
): Promise<Pick<ServerReport, 'state' | 'message'>> {
  const running = nodes.filter((node) => node.running);
  if (running.length === 0) return { state: 'down', message: 'is not running' };
  const ask = server === 'mongodb' ? isMember : answersAsBroker;
  const answers = await Promise.all(running.map(({ address }) => ask(address).catch(() => false)));
  const answering = answers.filter(Boolean).length;
  if (answering === nodes.length) return { state: 'up', message: 'is up and answers' };
  return { state: 'partly up', message: `${answering} of ${nodes.length} nodes answer` };
}

async function answersAsBroker(address: string): Promise<boolean> {
  return (await brokersInCluster(address)).length > 0;
}

function addresses(
  { server }: ServerState,
  nodes: readonly NodeReport[],
): Pick<ServerReport, 'url' | 'brokers' | 'nodes'> {
  const all = nodes.map(({ address }) => address);
  return { ...(server === 'mongodb' ? { url: mongoUrl(all) } : { brokers: all }), nodes };
}
