import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder, type Environment } from '@mayfly/data-folder';
import { temporaryFolder } from '@mayfly/testing';
import { MappedFile } from '../src/mapped-file.ts';

const ROWS = 2_000;
const VALUE_BYTES = 8_000;

/** How much of a file this process has mapped and touched, as the kernel says. */
function touchedBytes(path: string): number {
  const maps = readFileSync('/proc/self/smaps', 'latin1');
  const own = maps.slice(maps.indexOf(` ${path}\n`));
  return Number(/^Rss:\s+(\d+) kB$/m.exec(own)?.[1]) * 1_024;
}

const keyOf = (at: number) => Buffer.from(String(at).padStart(8, '0'));

function sumOf(environment: Environment): number {
  let sum = 0;
  for (const { value } of environment.tree('rows').range({})) {
    for (const byte of value) sum += byte;
  }
  return sum;
}

async function withRows<T>(use: (path: string, environment: Environment) => Promise<T>) {
  await using place = await temporaryFolder();
  const folder = await openDataFolder(place.path);
  const environment = folder.environment('store');
  const rows = environment.tree('rows');
  await environment.commit(() => {
    for (let at = 0; at < ROWS; at += 1) rows.put(keyOf(at), Buffer.alloc(VALUE_BYTES, 1));
  });
  const result = await use(join(place.path, 'store.lmdb'), environment);
  await folder.close();
  return result;
}

describe('the map of a data file', () => {
  it('counts for little again where too much was read, and what it says stays', async () => {
    const seen = await withRows(async (path, environment) => {
      const sum = sumOf(environment);
      const before = touchedBytes(path);
      const mapped = new MappedFile(path, 0);
      const isDone = await mapped.keepSmall();
      const after = touchedBytes(path);
      mapped.close();
      return { sum, before, isDone, after, again: sumOf(environment) };
    });
    const bytes = ROWS * VALUE_BYTES;
    expect(seen).toMatchObject({ sum: bytes, isDone: true, again: bytes });
    expect(seen.before).toBeGreaterThan(bytes);
    expect(seen.after).toBeLessThan(bytes / 8);
  });

  it('stays while it is small enough', async () => {
    const seen = await withRows(async (path, environment) => {
      sumOf(environment);
      const mapped = new MappedFile(path, 2 ** 40);
      const isDone = await mapped.keepSmall();
      mapped.close();
      return { isDone, touched: touchedBytes(path) };
    });
    expect(seen.isDone).toBe(true);
    expect(seen.touched).toBeGreaterThan(ROWS * VALUE_BYTES);
  });
});
