import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder, type Environment } from '@mayfly/data-folder';
import { temporaryFolder } from '@mayfly/testing';
import { MappedFile } from '../src/mapped-file.ts';

const ROWS = 2_000;
const VALUE_BYTES = 8_000;
const BYTES = ROWS * VALUE_BYTES;

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

/** What is touched before and after each of some looks, and what the rows say then. */
async function looked(mostMapped: (resident: { files: number }) => number, times = 1) {
  return withRows(async (path, environment) => {
    sumOf(environment);
    const touched = [touchedBytes(path)];
    const mapped = new MappedFile(path, mostMapped);
    for (let time = 0; time < times; time += 1) {
      expect(await mapped.keepSmall()).toBe(true);
      touched.push(touchedBytes(path));
    }
    mapped.close();
    return { shares: touched.map((bytes) => bytes / BYTES), sum: sumOf(environment) };
  });
}

describe('the map of a data file', () => {
  it('counts for little again where nothing may be mapped, and what it says stays', async () => {
    const { shares, sum } = await looked(() => 0);
    expect(sum).toBe(BYTES);
    expect(shares[0]).toBeGreaterThan(1);
    expect(shares[1]).toBeLessThan(0.1);
  });

  it('is let go in parts, one after another', async () => {
    const { shares, sum } = await looked(({ files }) => (files * 4) / 5, 3);
    expect(sum).toBe(BYTES);
    // Each time all but three quarters of four fifths.
    expect(shares[1]).toBeLessThan(shares[0]! - 0.3);
    expect(shares[1]).toBeGreaterThan(0.4);
    expect(shares[2]).toBeLessThan(shares[1]! - 0.3);
    expect(shares[3]).toBeLessThan(0.1);
  });

  it('stays while it is small enough', async () => {
    const { shares } = await looked(({ files }) => files);
    expect(shares[1]).toBeGreaterThan(1);
  });
});
