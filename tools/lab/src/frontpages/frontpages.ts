import { basename, resolve } from 'node:path';
import { countOption, UsageError } from '@mayfly/command-line';
import type { Asked, Lab, Output } from '../lab.ts';
import { textTable } from '../text-table.ts';
import { clairvoyantChooser, mayflyChooser, uniformChooser } from './choosers.ts';
import { replay, type Score } from './replay.ts';
import { readRecording } from './snapshots.ts';

/** Replays recorded front pages hour by hour. */
export const FRONTPAGES: Lab = {
  name: 'frontpages',
  means:
    'share of new articles seen in time when only some of the front pages can be fetched each hour',
  help: `  --data FILE      recorded front pages: JSON lines of page, t, first, added, removed; plain or brotli
  --budget N       fetches an hour (default: 14)`,
  options: {
    data: { type: 'string' },
    budget: { type: 'string', default: '14' },
  },
  read,
};

function read({ values, names }: Asked): (output: Output) => Promise<number> {
  const { data } = values;
  if (names.length > 0) throw new UsageError(`frontpages takes no name; ${names.join(' ')} is one`);
  if (typeof data !== 'string') throw new UsageError('--data: name a file of recorded front pages');
  const budget = countOption('budget', values.budget);
  // npm runs commands in the repository's root; a path is meant from where the person stands.
  const path = resolve(process.env.INIT_CWD ?? '.', data);
  return (output) => run(path, budget, output);
}

const CHOOSERS = [mayflyChooser, uniformChooser, clairvoyantChooser];

async function run(path: string, budget: number, output: Output): Promise<number> {
  const recording = await readRecording(path);
  const { pages, rounds } = recording;
  output.progress(`${basename(path)}: ${pages.length} pages, ${rounds.length} hours`);
  const rows = CHOOSERS.map((chooserOf) => {
    const chooser = chooserOf(recording);
    const score = replay(recording, chooser, budget);
    const { within1h, within3h, within24h, never } = rounded(score);
    const file = basename(path).replace(/\.jsonl(\.br)?$/, '');
    const policy = chooser.name;
    output.row({ lab: 'frontpages', file, policy, budget, within1h, within3h, within24h, never });
    return [policy, ...[within1h, within3h, within24h, never].map((share) => share.toFixed(3))];
  });
  output.text(textTable(['policy', 'within 1 h', 'within 3 h', 'within 24 h', 'never'], rows));
  return 0;
}

function rounded(score: Score): Score {
  const entries = Object.entries<number>({ ...score }).map(([name, value]) => [
    name,
    Number(value.toFixed(4)),
  ]);
  return Object.fromEntries(entries) as Score;
}
