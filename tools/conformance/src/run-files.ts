import { UsageError } from '@mayfly/command-line';
import { dataFiles, suiteOf } from './data-files.ts';
import type { Row } from './print.ts';
import type { Progress } from './progress.ts';
import type { Command } from './read-command.ts';
import { runFile } from './run-file.ts';

/** Runs every file that belongs to a suite; what is left out is said. Hands each result over as soon as it is there. */
export async function runFiles(
  data: string,
  { suites, only, missed: keepMissed }: Command,
  { progress, onRow }: { progress: Progress; onRow: (row: Row) => void },
): Promise<number> {
  let count = 0;
  for (const file of await dataFiles(data)) {
    const suite = suiteOf(file, suites);
    if (suite === undefined) progress.say(`${file.name}: left out, no suite is called so`);
    if (suite === undefined || (only !== undefined && suite !== only)) continue;
    const beganMs = performance.now();
    const onLine = (lines: number): void => progress.at(file.name, lines);
    const { result, notes, missed } = await runFile(file, suite, { keepMissed, onLine });
    for (const line of [...missed, ...notes]) progress.say(line);
    if (result === undefined) continue;
    const seconds = ((performance.now() - beganMs) / 1_000).toFixed(1);
    progress.done(file.name, `${result.passed} of ${result.total} in ${seconds} s`);
    onRow({ suite: suite.name, file: file.name, result });
    count += 1;
  }
  if (count === 0) throw new UsageError(`nothing to run in ${data}`);
  return count;
}
