import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
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

  it('that is no file is refused in a sentence', async () => {
    await using folder = await temporaryFolder();
    const file = new ProgressFile(folder.path);
    await expect(file.read()).rejects.toThrow(
      `${folder.path}: how far an earlier run came cannot be read`,
    );
    await expect(file.remove()).rejects.toThrow(`${folder.path}: cannot be removed`);
  });

  it('takes with it what a write that was killed left', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'progress');
    const file = new ProgressFile<{ at: number }>(path);
    await writeFile(`${path}.mayfly-next`, '');
    await file.write({ at: 1 });
    expect(await readdir(folder.path)).toEqual(['progress']);
    await writeFile(`${path}.mayfly-next`, '');
    await file.remove();
    expect(await readdir(folder.path)).toEqual([]);
  });

  it('that cannot be written leaves nothing behind', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'progress');
    await mkdir(join(path, 'more'), { recursive: true });
    await expect(new ProgressFile(path).write({ at: 1 })).rejects.toThrow('EISDIR');
    expect(await readdir(folder.path)).toEqual(['progress']);
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
