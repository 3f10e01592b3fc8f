import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { makeDataFolder } from './make-data-folder.ts';

describe('makeDataFolder', () => {
  it('makes a folder with all above it, and takes one that is there', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'a', 'b');
    await makeDataFolder(path);
    await makeDataFolder(path);
    expect((await stat(path)).isDirectory()).toBe(true);
  });

  it('names the option and the reason where there can be none', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'file');
    await writeFile(file, '');
    await expect(makeDataFolder(file)).rejects.toThrow(/^--data: .*a file is in the way/);
    await expect(makeDataFolder(join(file, 'b'))).rejects.toThrow(
      /^--data: .*a file is in the way/,
    );
    await expect(makeDataFolder('/proc/nope')).rejects.toThrow(/^--data: \/proc\/nope/);
  });
});
