import { exitCodeOf } from '@mayfly/command-line';
import { seededRandom } from '@mayfly/testing';
import { readCommand } from './read-command.ts';
import { exitCodeFor, jsonLine, textLine } from './result.ts';
import { SOAKS } from './soaks.ts';

const HELP = `npm run soak -- NAME [--rounds N | --minutes N | --seconds N] [--engine NAME] [--seed N] [--json]

Kills and outages at random moments, on both engines; the last lines say what was done and what was lost.

${SOAKS.map((soak) => `  ${soak.name.padEnd(12)}${soak.means}`).join('\n')}

  --rounds N   rounds on each engine (default 10)
  --minutes N  for memory: how long on each engine (default 10)
  --seconds N  for politeness: how long on each engine (default 60)
  --engine N   for walk and memory: only embedded, or only cluster; for politeness: embedded or mongodb; for frontier:
               embedded, mongodb or replicas
  --seed N     repeats the random choices of an earlier run
  --json       the last lines as one object each; everything else on standard error
  --help       this text

An engine whose server cannot be had is left out, and that is said. Exit code 1 when anything was lost.`;

process.exitCode = await exitCodeOf(main);

async function main(): Promise<number> {
  const command = readCommand(process.argv.slice(2));
  if (command === 'help') {
    console.log(HELP);
    return 0;
  }
  const { soak, seed, json } = command;
  const length = `${command[soak.lasts]} ${soak.lasts}`;
  console.error(`${soak.name}: ${length} on each engine, --seed ${seed}`);
  const say = (line: string): void => console.error(line);
  const results = await soak.run({ ...command, random: seededRandom(seed), say });
  for (const result of results) {
    console.log(json ? jsonLine(soak.name, result) : textLine(result));
  }
  return exitCodeFor(results);
}
