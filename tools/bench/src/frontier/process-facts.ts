import { readFileSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The kernel counts in hundredths of a second for everyone who reads /proc. */
const TICK_US = 10_000;
const FIRST_FIELD = 3;
const USER_FIELD = 14;
const SYSTEM_FIELD = 15;
const BLOCK_BYTES = 512;

/** Processor time that a process has had so far, all threads, in microseconds. */
export function cpuUsOf(pid: number): number {
  return cpuUs(readFileSync(`/proc/${pid}/stat`, 'latin1'));
}

/** The same out of the text of a stat file. */
export function cpuUs(stat: string): number {
  // The program's name may have spaces and brackets in it; the fields after it have not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = [USER_FIELD, SYSTEM_FIELD].map((field) => Number(fields[field - FIRST_FIELD]));
  return (ticks[0]! + ticks[1]!) * TICK_US;
}

/** Memory that a process has resident: all of it, and what is no file, in MB. */
export function memoryOf(pid: number): { readonly rssMb: number; readonly anonMb: number } {
  return memory(readFileSync(`/proc/${pid}/status`, 'latin1'));
}

/** The same out of the text of a status file. */
export function memory(status: string): { readonly rssMb: number; readonly anonMb: number } {
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1_024;
  return { rssMb: megabytes('VmRSS'), anonMb: megabytes('RssAnon') };
}

/** What a folder takes on disk: blocks, not the length of files that may have holes. */
export async function bytesOnDisk(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(entries.map((entry) => lstat(join(folder, entry))));
  return sizes.reduce((sum, { blocks }) => sum + blocks * BLOCK_BYTES, 0);
}
