import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { exitCodeOf, stopSignal } from '@mayfly/command-line';
import { didNotRun } from './did-not-run.ts';
import { listSpecs, runSpecs } from './jest.ts';
import { type Part, PARTS } from './parts.ts';
import { endPrograms, runProgram } from './programs.ts';
import { readCommand } from './read-command.ts';
import { casesPerEngine, closingLine, type JestReport, skippedCases, together } from './report.ts';
import { NO_SERVERS, type Servers, startServers } from './servers.ts';
import { serversNeeded } from './specs.ts';

const HELP = `npm test [-- NAME...] [-- --only PATTERN]

Everything a change must pass, or the parts named:
${PARTS.map((part) => `  ${part.name.padEnd(10)}${part.means}`).join('\n')}

  --only PATTERN   test files whose path matches, without verify unless it is named; starts only servers they need
  --help           this text

Real servers are started and stopped by the tests themselves (see tools/stack/README.md). Where none can be had,
or with MAYFLY_STACK=none, the tests that need them do not run and that is said; with CI=true it is a failure.
`;

/** One more than there are cores on a small machine: many tests wait for servers and processes. */
const AT_ONCE = 3;

/** Where every process that a test starts finds what the one before it has compiled, as the first command does. */
const COMPILED = resolve('node_modules/.cache/compiled');

const folder = mkdtempSync(join(tmpdir(), 'mayfly-test-'));
let servers: Servers = NO_SERVERS;

stopSignal(['SIGINT', 'SIGTERM', 'SIGHUP']).addEventListener('abort', () => {
  endPrograms();
  rmSync(folder, { recursive: true, force: true });
  void servers.stop().finally(() => process.exit(130));
});

try {
  process.exitCode = await exitCodeOf(main);
} finally {
  await servers.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<number> {
  const command = readCommand(process.argv.slice(2));
  if (command === 'help') return say(HELP, 0);
  const { parts, only } = command;
  const verified = parts.some((part) => part.name === 'verify') ? await verify() : 0;
  const projects = projectsOf(parts);
  if (projects.length === 0) return verified;
  const specs = await listSpecs({ projects, only }, folder);
  servers = await serversFor(specs);
  const tested = await test(parts, only);
  say(didNotRun(specs, servers.missing), 0);
  const incomplete = servers.missing.length > 0 && process.env.CI === 'true' ? 1 : 0;
  return verified || tested || incomplete;
}

function verify(): Promise<number> {
  say('— verify\n', 0);
  return runProgram(process.execPath, ['tools/verify/src/main.ts'], process.env);
}

async function serversFor(specs: readonly string[]): Promise<Servers> {
  const needed = serversNeeded(specs);
  if (needed.length === 0) return NO_SERVERS;
  say('— servers\n', 0);
  return startServers(needed, (line) => process.stdout.write(`  ${line}\n`));
}

/** What may run side by side, and then what must be alone. */
async function test(parts: readonly Part[], only: string | undefined): Promise<number> {
  const env = { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...servers.env };
  const reports: JestReport[] = [];
  let failed = 0;
  for (const alone of [undefined, true] as const) {
    const projects = projectsOf(parts.filter((part) => part.alone === alone));
    if (projects.length === 0) continue;
    say(`— ${projects.join(', ')}\n`, 0);
    const workers = alone ? 1 : AT_ONCE;
    const { code, report } = await runSpecs({ projects, only }, workers, env, folder);
    if (report === undefined) return say('\njest ended without a report\n', code);
    reports.push(report);
    failed ||= code;
  }
  return tell(together(reports), failed);
}

function projectsOf(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => part.project ?? []);
}

function tell(report: JestReport, code: number): number {
  const engines = casesPerEngine(report);
  if (engines.length > 0) say(`\n${engines.join('\n')}\n`, 0);
  const skipped = skippedCases(report).map((name) => `! SKIPPED: ${name}\n`);
  return say(`\n${closingLine(report)}\n${skipped.join('')}`, code);
}

function say(text: string, code: number): number {
  process.stdout.write(text);
  return code;
}
