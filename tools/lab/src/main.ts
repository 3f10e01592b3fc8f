import { exitCodeOf } from '@mayfly/command-line';
import { LABS } from './labs.ts';
import { readCommand } from './read-command.ts';

const HELP = `npm run lab -- NAME [options]

${LABS.map((lab) => `${lab.name}: ${lab.means}\n${lab.help}`).join('\n\n')}

  --json           one object a line on standard output, everything else on standard error
  --help           this text`;

process.exitCode = await exitCodeOf(main);

async function main(): Promise<number> {
  const command = readCommand(process.argv.slice(2));
  if (command === 'help') {
    console.log(HELP);
    return 0;
  }
  const { run, json } = command;
  return run({
    json,
    row: (row) => {
      if (json) console.log(JSON.stringify(row));
    },
    text: (text) => {
      if (!json) console.log(text);
    },
    progress: (line) => console.error(line),
  });
}
