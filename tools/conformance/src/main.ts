import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { exitCodeOf, UsageError } from '@mayfly/command-line';
import { jsonLine, type Row, table } from './print.ts';
import { Progress } from './progress.ts';
import { readCommand } from './read-command.ts';
import { runFiles } from './run-files.ts';
import { SUITES } from './suites.ts';

const BESIDE = join(import.meta.dirname, '../../../../shared/testdata');

const HELP = `npm run conformance -- [--data PATH] [--suite NAME] [--missed N] [--json]

Measures the libraries on cases that others wrote: JSON lines, plain or with brotli, a line of results per file.
A file belongs to the suite with the longest name that its own name begins with.

${SUITES.map((suite) => `  ${suite.name.padEnd(16)}${suite.means}`).join('\n')}

  --data PATH     one file, or a folder of *.jsonl and *.jsonl.br (default: ../shared/testdata, where it is)
  --suite NAME    only the files of this suite
  --missed N      shows the first N cases of each file that did not pass, on standard error
  --json          one object a line on standard output, everything else on standard error
  --help          this text

Exit code 0 however many cases pass; 2 when there is nothing to run.`;

process.exitCode = await exitCodeOf(main);

async function main(): Promise<number> {
  const command = readCommand(process.argv.slice(2));
  if (command === 'help') {
    console.log(HELP);
    return 0;
  }
  const rows: Row[] = [];
  const onRow = (row: Row): void => {
    if (command.json) console.log(jsonLine(row));
    else rows.push(row);
  };
  await runFiles(dataPath(command.data), command, {
    progress: new Progress(process.stderr),
    onRow,
  });
  if (!command.json) console.log(table(rows));
  return 0;
}

/** npm runs commands in the repository's root; a path is meant from where the person stands. */
function dataPath(given: string | undefined): string {
  if (given !== undefined) return resolve(process.env.INIT_CWD ?? '.', given);
  if (existsSync(BESIDE)) return BESIDE;
  throw new UsageError(
    '--data: name a file or a folder of cases; there is no ../shared/testdata here',
  );
}
