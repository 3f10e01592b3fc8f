import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProgressFile } from './progress-file.ts';

describe('a progress file', () => {
  it('says what was written last, and nothing once it is removed', async () => {
    await using folder = await temporaryFolder();
    const file = new ProgressFile<{ at: number }>(join(folder.path, 'progress'));
    expect(await file.read()).toBeUndefined();
    await file.write({ at: 1 });
    await file.write({ at: 2 });
    expect([await file.read(), await readdir(folder.path)]).toEqual([{ at: 2 }, ['progress']]);
    await file.remove();
    expect(await file.read()).toBeUndefined();
  });

  it.each(['', 'nonsense', '{"format":99}'])('that is not ours (%p) is refused', async (text) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'progress');
    await writeFile(path, text);
    await expect(new ProgressFile(path).read()).rejects.toThrow('--restart');
  });

  it('is refused where no file can be, before anything is done', async () => {
    await using folder = await temporaryFolder();
    const file = new ProgressFile(join(folder.path, 'nowhere', 'progress'));
    await expect(file.checkPlace()).rejects.toThrow('--state names another file');
    await expect(new ProgressFile(join(folder.path, 'progress')).checkPlace()).resolves.toBe(
      undefined,
    );
  });
});
