import { describe, expect, it } from '@jest/globals';
import { startProcess, temporaryFolder } from '@mayfly/testing';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cached, cacheFolder } from './artifact-cache.ts';

const quiet = (): void => undefined;
const file = fileURLToPath(new URL('../test/programs/fetch-slowly.ts', import.meta.url));
const slowFetch = (name: string, cache: string) => startProcess({ name, file, args: [cache] });

describe('cached', () => {
  it('fetches once', async () => {
    await using cache = await temporaryFolder();
    let fetches = 0;
    const artifact = { name: 'thing', fetch: async () => void (fetches += 1) };
    const first = await cached(cache.path, artifact, quiet);
    expect(await cached(cache.path, artifact, quiet)).toBe(first);
    expect(fetches).toBe(1);
    expect(readdirSync(cache.path)).toEqual(['thing']);
  });

  it('keeps nothing of a fetch that failed, and tries again when asked again', async () => {
    await using cache = await temporaryFolder();
    const failing = async (folder: string): Promise<void> => {
      writeFileSync(join(folder, 'half'), '');
      throw new Error('no network');
    };
    const failed = cached(cache.path, { name: 'thing', fetch: failing }, quiet);
    await expect(failed).rejects.toThrow('no network');
    expect(readdirSync(cache.path)).toEqual([]);
    await cached(cache.path, { name: 'thing', fetch: async () => undefined }, quiet);
    expect(readdirSync(cache.path)).toEqual(['thing']);
  });

  it('lets a second process wait for the first instead of fetching too', async () => {
    await using cache = await temporaryFolder();
    await using first = slowFetch('first', cache.path);
    await first.waitForLine('half way');
    await using second = slowFetch('second', cache.path);
    await second.waitForLine('waiting for another process');
    expect(existsSync(join(cache.path, 'thing'))).toBe(false);
    writeFileSync(join(cache.path, 'go-on'), '');
    await first.waitForLine('done');
    await second.waitForLine('done');
    expect(readFileSync(join(cache.path, 'fetches'), 'utf8')).toBe(`${first.pid}\n`);
  });

  it('is not misled by a process that was killed half way', async () => {
    await using cache = await temporaryFolder();
    await using killed = slowFetch('killed', cache.path);
    await killed.waitForLine('half way');
    await killed.kill9();
    expect(existsSync(join(cache.path, 'thing'))).toBe(false);
    const fetch = async (folder: string): Promise<void> => writeFileSync(join(folder, 'all'), '');
    const folder = await cached(cache.path, { name: 'thing', fetch }, quiet);
    expect(readdirSync(folder)).toEqual(['all']);
    expect(readdirSync(cache.path).sort()).toEqual(['fetches', 'thing']);
  });

  it('takes the folder of another that was faster', async () => {
    await using cache = await temporaryFolder();
    const folder = join(cache.path, 'thing');
    const fetch = async (): Promise<void> => {
      mkdirSync(folder);
      writeFileSync(join(folder, 'theirs'), '');
    };
    expect(await cached(cache.path, { name: 'thing', fetch }, quiet)).toBe(folder);
    expect(readdirSync(folder)).toEqual(['theirs']);
    expect(readdirSync(cache.path)).toEqual(['thing']);
  });
});

describe('cacheFolder', () => {
  it('is where the setting says, then where the system says, then in the home folder', () => {
    expect(cacheFolder({ MAYFLY_CACHE: '/m', XDG_CACHE_HOME: '/x', HOME: '/h' })).toBe('/m/stack');
    expect(cacheFolder({ XDG_CACHE_HOME: '/x', HOME: '/h' })).toBe('/x/mayfly/stack');
    expect(cacheFolder({ HOME: '/h' }, 'peers')).toBe('/h/.cache/mayfly/peers');
    expect(cacheFolder({ HOME: '/h' })).toBe('/h/.cache/mayfly/stack');
  });
});
