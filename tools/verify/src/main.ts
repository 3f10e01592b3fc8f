import { exitCodeOf, readArguments, UsageError } from '@mayfly/command-line';
import { type Check, CHECKS } from './checks.ts';
import type { Ended } from './command.ts';

const HELP = `npm run verify [-- NAME...]   every static check, or those named
npm run fix    [-- NAME...]   what a machine can put right

${CHECKS.map((check) => `  ${check.name.padEnd(14)}${check.means}${check.fix ? '' : ' (no fix)'}`).join('\n')}

  --help        this text
`;

/** Two cores, two checks at a time. */
const AT_ONCE = 2;

process.exitCode = await exitCodeOf(main);

async function main(): Promise<number> {
  const { values, positionals } = readArguments({
    allowPositionals: true,
    options: {
      fix: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(HELP, 0);
  const unknown = positionals.filter((name) => !CHECKS.some((check) => check.name === name));
  if (unknown.length > 0) {
    const known = CHECKS.map((check) => check.name).join(', ');
    throw new UsageError(`no check called ${unknown.join(', ')}; there are ${known}`);
  }
  const chosen = CHECKS.filter(
    (check) => positionals.length === 0 || positionals.includes(check.name),
  );
  const failed = values.fix ? await fixAll(chosen) : await checkAll(chosen);
  if (failed.length === 0) return say(`verify: ${chosen.length} checks passed\n`, 0);
  return say(`verify: ${failed.length} of ${chosen.length} failed: ${failed.join(', ')}\n`, 1);
}

async function checkAll(checks: readonly Check[]): Promise<string[]> {
  const waiting = [...checks];
  const failed: string[] = [];
  const worker = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      if (!(await runOne(check, check.check))) failed.push(check.name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failed;
}

/** One at a time: two fixes may want the same file. */
async function fixAll(checks: readonly Check[]): Promise<string[]> {
  const failed: string[] = [];
  for (const check of checks) {
    if (check.fix !== undefined && !(await runOne(check, check.fix))) failed.push(check.name);
  }
  return failed;
}

async function runOne(check: Check, run: () => Promise<Ended>): Promise<boolean> {
  const startedMs = performance.now();
  const ended = await run();
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  process.stdout.write(`${ended.passed ? 'ok  ' : 'FAIL'} ${check.name.padEnd(14)}${seconds} s\n`);
  if (!ended.passed) process.stdout.write(`${indent(ended.output)}${advice(check)}`);
  return ended.passed;
}

function advice(check: Check): string {
  return check.fix === undefined ? '' : `     npm run fix -- ${check.name}   may put it right\n`;
}

function indent(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '     ') + '\n';
}

function say(text: string, code: number): number {
  process.stdout.write(text);
  return code;
}
