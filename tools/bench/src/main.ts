import { exitCodeOf, readArguments, UsageError } from '@mayfly/command-line';
import { BENCHES } from './benches.ts';
import { figureLine, figureTable } from './figure.ts';

const HELP = `npm run bench -- NAME [options]

${BENCHES.map((bench) => `${bench.name}: ${bench.means}\n${bench.help}`).join('\n\n')}

  --json           one object a line on standard output, everything else on standard error
  --help           this text
`;

process.exitCode = await exitCodeOf(() => main(process.argv.slice(2)));

async function main([name, ...args]: string[]): Promise<number> {
  if (name === '--help') return say(HELP, 0);
  const bench = BENCHES.find((each) => each.name === name);
  if (bench === undefined) {
    const known = BENCHES.map((each) => each.name).join(', ');
    throw new UsageError(
      `${name === undefined ? 'name a bench' : `no bench called ${name}`}; there are ${known}`,
    );
  }
  const { values } = readArguments({
    args,
    options: {
      ...bench.options,
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help === true) return say(HELP, 0);
  const figures = await bench.run(values, (line) => process.stderr.write(`${line}\n`));
  const text = values.json === true ? figures.map(figureLine).join('\n') : figureTable(figures);
  return say(`${text}\n`, 0);
}

function say(text: string, code: number): number {
  process.stdout.write(text);
  return code;
}
