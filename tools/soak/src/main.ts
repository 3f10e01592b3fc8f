import { randomInt } from 'node:crypto';
import { countOption, exitCodeOf, readArguments, UsageError } from '@mayfly/command-line';
import { seededRandom } from '@mayfly/testing';
import { type Soak, type SoakResult, SOAKS } from './soaks.ts';

const HELP = `npm run soak -- NAME [--rounds N] [--seed N] [--json]

Kills and outages at random moments, on both engines; the last lines say what was done and what was lost.

${SOAKS.map((soak) => `  ${soak.name.padEnd(10)}${soak.means}`).join('\n')}

  --rounds N   rounds on each engine (default 10)
  --seed N     repeats the random choices of an earlier run
  --json       the last lines as one object each; everything else on standard error
  --help       this text

An engine whose server cannot be had is left out, and that is said. Exit code 1 when anything was lost.
`;

process.exitCode = await exitCodeOf(main);

async function main(): Promise<number> {
  const { values, positionals } = readArguments({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(HELP, 0);
  const soak = soakCalled(positionals[0]);
  const rounds = countOption('rounds', values.rounds);
  const results = await run(soak, rounds, countOption('seed', values.seed, 0));
  for (const result of results) {
    say(`${values.json ? jsonLine(soak, result) : textLine(result)}\n`, 0);
  }
  return results.some((result) => Object.values(result.lost).some((count) => count !== 0)) ? 1 : 0;
}

function soakCalled(name: string | undefined): Soak {
  const soak = SOAKS.find((each) => each.name === name);
  if (soak !== undefined) return soak;
  const known = SOAKS.map((each) => each.name).join(', ');
  throw new UsageError(
    `${name === undefined ? 'name a soak' : `no soak called ${name}`}; there are ${known}`,
  );
}

function run(soak: Soak, rounds: number, seed: number): Promise<SoakResult[]> {
  process.stderr.write(`${soak.name}: ${rounds} rounds on each engine, --seed ${seed}\n`);
  return soak.run({
    rounds,
    seed,
    random: seededRandom(seed),
    say: (line) => process.stderr.write(`${line}\n`),
  });
}

function textLine({ engine, done, lost }: SoakResult): string {
  const words = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([what, count]) => `${count.toLocaleString('en')} ${spaced(what)}`)
      .join(', ');
  return `${engine}: ${words(done)}; ${words(lost)}`;
}

/** As a person would write it: `halfWritten` is a name for scripts. */
function spaced(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function jsonLine(soak: Soak, { engine, done, lost }: SoakResult): string {
  return JSON.stringify({ soak: soak.name, engine, ...done, ...lost });
}

function say(text: string, code: number): number {
  process.stdout.write(text);
  return code;
}
