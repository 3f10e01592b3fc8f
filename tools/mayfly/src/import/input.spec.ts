import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { openInput } from './input.ts';

describe('openInput', () => {
  it('tells the share of what is done, not of what was read ahead', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'urls.txt');
    await writeFile(file, 'x'.repeat(1_000));
    const input = await openInput(file);
    for await (const chunk of input.read(0)) expect(chunk.length).toBe(1_000);
    expect([input.share(0), input.share(250), input.share(1_000)]).toEqual([0, 0.25, 1]);
  });

  it('says that there is no such file', async () => {
    await expect(openInput('/nowhere/urls.txt')).rejects.toThrow(
      '--file: there is no file /nowhere/urls.txt',
    );
  });
});
