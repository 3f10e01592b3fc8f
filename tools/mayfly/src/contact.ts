import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '@mayfly/command-line';
import { readAddresses } from '@mayfly/data-folder';

const FILE = 'contact';
const CONTACT = /^(?:[^\s@()<>;"\\]+@[^\s@()<>;"\\]+\.[^\s@()<>;"\\]+|https?:\/\/[^\s()<>;"\\]+)$/;

/** What `--contact` says, if it says something. */
export function contactOption(text: string | undefined): string | undefined {
  if (text === undefined || CONTACT.test(text)) return text;
  throw new UsageError(`--contact: must be a mail address or a URL; it is ${text}`);
}

/** The contact that sites see: the one given, which is remembered, or the one that was given before. */
export async function contactFor(
  dataFolder: string,
  given: string | undefined,
  isNeeded: boolean,
): Promise<string | undefined> {
  const path = join(dataFolder, FILE);
  if (given !== undefined) {
    await writeFile(path, `${given}\n`);
    return given;
  }
  const known = await remembered(dataFolder);
  if (known !== '') return known;
  if (!isNeeded) return undefined;
  throw new UsageError(
    '--contact: crawling beyond this machine needs a mail address or URL that sites can turn to; it is sent to every site as part of the user agent, and remembered in the data folder',
  );
}

/** Refuses what the fetchers of the suite in that folder would refuse one URL after another. */
export async function checkContactOf(
  dataFolder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  // Whoever runs a suite elsewhere knows its contact; we do not.
  if ((env.MAYFLY_ADDRESSES ?? '') !== '') return;
  if ((await readAddresses(dataFolder)) === undefined) return;
  if ((await remembered(dataFolder)) !== '') return;
  throw new UsageError(
    '--contact: the suite that runs has none, and crawling beyond this machine needs one; start it again with --contact WHO',
  );
}

async function remembered(dataFolder: string): Promise<string> {
  return (await readFile(join(dataFolder, FILE), 'utf8').catch(() => '')).trim();
}
