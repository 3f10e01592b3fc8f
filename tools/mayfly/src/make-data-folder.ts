import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '@mayfly/command-line';

/** Makes the folder that `--data` names, or says why that cannot be; something must be able to be written in it. */
export async function makeDataFolder(path: string): Promise<void> {
  const folder = resolve(path);
  try {
    await makeFolder(folder);
    await rmdir(await mkdtemp(join(folder, '.probe-')));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' || code === 'ENOTDIR' ? 'a file is in the way' : message;
    throw new UsageError(`--data: ${path} cannot be a data folder: ${reason}`);
  }
}

/** One after another from above: Node's own `recursive` never ends where a folder takes none, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const above = dirname(folder);
  if (above !== folder) await makeFolder(above);
  try {
    await mkdir(folder);
  } catch (error) {
    // Somebody else may have made it in the meantime.
    if (!(await isFolder(folder))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
