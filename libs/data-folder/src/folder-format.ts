import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CrawlError } from '@mayfly/errors';
import { writeDurably } from './durable-file.ts';

/** What lies where in a data folder. A change that older code would misread needs the next number and a step below. */
export const FOLDER_FORMAT = 3;

/** Brings a folder of format n to n + 1. */
type Step = (folder: string) => Promise<void>;

const STEPS: ReadonlyMap<number, Step> = new Map([
  [1, refuseUnreleased],
  [2, refuseUnreleased],
]);

/** Formats 1 and 2 were never released. */
function refuseUnreleased(folder: string): Promise<void> {
  throw new CrawlError(
    'STORE_FORMAT_OLDER',
    `data folder ${folder}: made by a build before the first release, which this Mayfly cannot read; begin with a new one`,
  );
}

/** Refuses a folder of a newer format, migrates an older one, marks a new one. */
export async function settleFormat(
  folder: string,
  { format = FOLDER_FORMAT, steps = STEPS }: { format?: number; steps?: typeof STEPS } = {},
): Promise<void> {
  const found = await readFormat(folder);
  if (found === undefined) return writeFormat(folder, format);
  if (found > format) {
    throw new CrawlError(
      'STORE_FORMAT_NEWER',
      `data folder ${folder}: format ${found}, and this Mayfly knows ${format} at most`,
    );
  }
  for (let from = found; from < format; from += 1) {
    const step = steps.get(from);
    if (step === undefined) throw new Error(`no step from folder format ${from}`);
    await step(folder);
    await writeFormat(folder, from + 1);
  }
}

async function readFormat(folder: string): Promise<number | undefined> {
  let text: string;
  try {
    text = await readFile(join(folder, 'format'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (!/^[1-9]\d{0,8}\n$/.test(text)) {
    throw new CrawlError(
      'STORE_FORMAT_NEWER',
      `data folder ${folder}: its file 'format' is not one that this Mayfly can read`,
    );
  }
  return Number(text);
}

function writeFormat(folder: string, format: number): Promise<void> {
  return writeDurably(join(folder, 'format'), `${format}\n`);
}
