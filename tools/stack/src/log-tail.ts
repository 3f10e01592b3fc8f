import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const MOST_BYTES_A_LINE = 1_000;

/** The last lines of a log file, however long it is; empty if there is no file. */
export function readTail(path: string, lines = 25): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return '';
  }
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, lines * MOST_BYTES_A_LINE));
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } finally {
    closeSync(file);
  }
}
