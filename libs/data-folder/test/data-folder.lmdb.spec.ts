import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openDataFolder, readAddresses } from '@mayfly/data-folder';
import { startProcess, temporaryFolder } from '@mayfly/testing';
import { settleFormat } from '../src/folder-format.ts';

const HOLDER = join(import.meta.dirname, 'hold-folder.ts');

/** What a container has of its own, as far as a lock could notice. */
const ISOLATED = ['--user', '--map-root-user', '--pid', '--net', '--ipc', '--fork', '--'];

/** Not on macOS, and on Linux only where unprivileged users may make namespaces. */
const canIsolate = spawnSync('unshare', [...ISOLATED, 'true'], { timeout: 10_000 }).status === 0;

const hold = (folder: string, name = 'holder') =>
  startProcess({ file: HOLDER, args: [folder], name });

describe('a data folder', () => {
  it('is open in one process at a time, and free after kill -9', async () => {
    await using folder = await temporaryFolder();
    const holder = hold(folder.path);
    await holder.waitForLine(/holding/);
    await expect(openDataFolder(folder.path)).rejects.toMatchObject({
      code: 'STORE_IN_USE',
      message: expect.stringContaining(`pid ${holder.pid}`),
    });
    await holder.kill9();
    const mine = await openDataFolder(folder.path);
    await mine.close();
  });

  it('is open once in one process too', async () => {
    await using folder = await temporaryFolder();
    const first = await openDataFolder(folder.path);
    await expect(openDataFolder(folder.path)).rejects.toMatchObject({ code: 'STORE_IN_USE' });
    await first.close();
    await (await openDataFolder(folder.path)).close();
  });

  // The test command tells of a case that was skipped.
  const whereAllowed = canIsolate ? it : it.skip;
  whereAllowed(
    'is locked for a process in other namespaces, as a container has (needs a working `unshare --user`)',
    async () => {
      await using folder = await temporaryFolder();
      const mine = await openDataFolder(folder.path);
      const probe = spawnSync('unshare', [...ISOLATED, process.execPath, HOLDER, folder.path], {
        encoding: 'utf8',
        timeout: 30_000,
      });
      await mine.close();
      expect(probe.stderr).toContain('STORE_IN_USE');
    },
  );

  it('of a newer format is refused and left as it was', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'format'), '999\n');
    await expect(openDataFolder(folder.path)).rejects.toMatchObject({ code: 'STORE_FORMAT_NEWER' });
    expect(await readFile(join(folder.path, 'format'), 'utf8')).toBe('999\n');
  });

  it.each([1, 2])('of format %i, which was never released, is refused', async (format) => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'format'), `${format}\n`);
    await expect(openDataFolder(folder.path)).rejects.toMatchObject({ code: 'STORE_FORMAT_OLDER' });
  });

  it('whose format cannot be read is refused', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'format'), 'one');
    await expect(openDataFolder(folder.path)).rejects.toMatchObject({ code: 'STORE_FORMAT_NEWER' });
  });

  it('of an older format is migrated step by step, each step marked', async () => {
    await using folder = await temporaryFolder();
    await settleFormat(folder.path, { format: 1 });
    const seen: number[] = [];
    const step = (from: number) => async () => {
      seen.push(from);
      expect(await readFile(join(folder.path, 'format'), 'utf8')).toBe(`${from}\n`);
    };
    const steps = new Map([
      [1, step(1)],
      [2, step(2)],
    ]);
    await settleFormat(folder.path, { format: 3, steps });
    expect(seen).toEqual([1, 2]);
    expect(await readFile(join(folder.path, 'format'), 'utf8')).toBe('3\n');
  });

  it('tells other processes where its owner answers', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'd'));
    expect(await readAddresses(join(folder.path, 'd'))).toBeUndefined();
    const mine = await openDataFolder(join(folder.path, 'd'));
    await mine.announce({ scheduler: '127.0.0.1:7001' });
    await mine.close();
    expect(await readAddresses(join(folder.path, 'd'))).toEqual({ scheduler: '127.0.0.1:7001' });
  });
});
