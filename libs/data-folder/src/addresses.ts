import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from './durable-file.ts';

/** Where the services of the process that has the folder open can be called, by service name. */
export type Addresses = Readonly<Record<string, string>>;

const FILE = 'addresses.json';

/** Says where to call; a file of a process that is gone is harmless, because nobody answers there. */
export function writeAddresses(folder: string, addresses: Addresses): Promise<void> {
  return writeDurably(join(folder, FILE), `${JSON.stringify(addresses, null, 2)}\n`);
}

/** What the last owner of the folder said; undefined when nobody ever said anything. */
export async function readAddresses(folder: string): Promise<Addresses | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, FILE), 'utf8')) as Addresses;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
