import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { UsageError } from '@mayfly/command-line';
import type { Suite } from './suite.ts';

const ENDING = /\.jsonl(\.br)?$/;

/** A file of cases; its name is without folder and ending. */
export interface DataFile {
  readonly path: string;
  readonly name: string;
}

/** The one file, or every file of JSON lines in the folder, in the order of their names. */
export async function dataFiles(path: string): Promise<DataFile[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new UsageError(`--data: there is no ${path}`);
  if (!found.isDirectory()) return [{ path, name: basename(path).replace(ENDING, '') }];
  const names = (await readdir(path)).filter((name) => ENDING.test(name)).sort();
  return names.map((name) => ({ path: join(path, name), name: name.replace(ENDING, '') }));
}

/** The suite with the longest name that the file's name begins with. */
export function suiteOf({ name }: DataFile, suites: readonly Suite[]): Suite | undefined {
  return suites
    .filter((suite) => name.startsWith(suite.name))
    .sort((a, b) => b.name.length - a.name.length)[0];
}
