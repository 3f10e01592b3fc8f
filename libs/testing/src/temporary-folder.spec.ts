import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from './temporary-folder.ts';

describe('temporaryFolder', () => {
  it('is there inside its block and gone with all it holds after it', async () => {
    let path: string;
    {
      await using folder = await temporaryFolder();
      path = folder.path;
      expect(path.startsWith(tmpdir())).toBe(true);
      await mkdir(join(path, 'deep'));
      await writeFile(join(path, 'deep', 'file'), 'x');
    }
    expect(existsSync(path)).toBe(false);
  });

  it('gives every caller a folder of its own', async () => {
    await using one = await temporaryFolder();
    await using two = await temporaryFolder();
    expect(one.path).not.toBe(two.path);
  });
});
