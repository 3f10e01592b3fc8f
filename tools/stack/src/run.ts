import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, readCommand } from './command-line.ts';
import { takeServerDown } from './down.ts';
import { withLock } from './folder-lock.ts';
import { HELP } from './help-text.ts';
import { reportJson, reportLines, type ServerReport } from './server-report.ts';
import { lookAtServer } from './status.ts';
import { bringServerUp } from './up.ts';
import { UsageError } from './ways.ts';

export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  /** Results. */
  readonly print: (line: string) => void;
  /** Progress and complaints. */
  readonly log: (line: string) => void;
}

/** The whole command: arguments in, exit code out. */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const { print, log } = surroundings;
  try {
    const command = readCommand(argv);
    if (command === 'help') {
      print(HELP.trimEnd());
      return 0;
    }
    const reports = await carryOut(command, surroundings);
    if (command.json) print(reportJson(command.dataDir, reports));
    else for (const line of reports.flatMap(reportLines)) print(line);
    return exitCode(command, reports);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    log(`stack: ${error.message}`);
    log('`npm run stack -- --help` tells more');
    return 2;
  }
}

async function carryOut(command: Command, surroundings: Surroundings): Promise<ServerReport[]> {
  const { servers, dataDir, verb } = command;
  const { env, log } = surroundings;
  if (verb === 'status') {
    return Promise.all(servers.map((server) => lookAtServer(server, command, env)));
  }
  if (verb === 'down' && !existsSync(dataDir)) {
    return Promise.all(servers.map((server) => takeServerDown(server, command, env)));
  }
  const waiting = (): void => log(`waiting for another command that works on ${dataDir}`);
  const outcomes = await withLock(join(dataDir, '.lock'), waiting, () =>
    // Each to its end, though another fails: a half-started server must not be left without its command.
    Promise.allSettled(
      servers.map((server) =>
        verb === 'up'
          ? bringServerUp(server, command, surroundings)
          : takeServerDown(server, command, env),
      ),
    ),
  );
  if (readdirSync(dataDir).length === 0) rmdirSync(dataDir);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

function exitCode({ verb }: Command, reports: readonly ServerReport[]): number {
  if (verb === 'down') return reports.some(({ state }) => state === 'failed') ? 1 : 0;
  if (reports.some(({ state }) => state === 'no way')) return 3;
  return reports.every(({ state }) => state === 'up') ? 0 : 1;
}
