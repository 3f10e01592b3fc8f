import { exitCodeOf } from '@mayfly/command-line';
import { BENCHES } from './benches.ts';
import { figureLine, figureTable } from './figure.ts';
import { readCommand } from './read-command.ts';

const HELP = `npm run bench -- NAME [options]

${BENCHES.map((bench) => `${bench.name}: ${bench.means}\n${bench.help}`).join('\n\n')}

  --json           one object a line on standard output, everything else on standard error
  --help           this text`;

process.exitCode = await exitCodeOf(main);

async function main(): Promise<number> {
  const command = readCommand(process.argv.slice(2));
  if (command === 'help') {
    console.log(HELP);
    return 0;
  }
  const { bench, values, json } = command;
  const figures = await bench.run(values, (line) => console.error(line));
  console.log(json ? figures.map(figureLine).join('\n') : figureTable(figures));
  return 0;
}
