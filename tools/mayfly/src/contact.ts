import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '@mayfly/command-line';

const FILE = 'contact';

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
  const remembered = (await readFile(path, 'utf8').catch(() => '')).trim();
  if (remembered !== '') return remembered;
  if (!isNeeded) return undefined;
  throw new UsageError(
    '--contact: crawling beyond this machine needs a mail address or URL that sites can turn to; it is sent to every site as part of the user agent, and remembered in the data folder',
  );
}
