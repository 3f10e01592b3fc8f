import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { isThere } from './output.ts';

describe('isThere', () => {
  it('knows a file, and one that is still to be made', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'out.jsonl');
    expect(await isThere(file)).toBe(false);
    await writeFile(file, '');
    expect(await isThere(file)).toBe(true);
  });

  it.each(['/dev/null', '/tmp'])('refuses %s, which is no file', async (path) => {
    await expect(isThere(path)).rejects.toThrow(`--file: ${path} is not a file`);
  });

  it('refuses a place below a file', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'out.jsonl');
    await writeFile(file, '');
    await expect(isThere(join(file, 'more'))).rejects.toThrow('--file: ENOTDIR');
  });
});
