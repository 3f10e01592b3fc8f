import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesOnDisk, cpuUs, memory } from './process-facts.ts';

describe('what the kernel says of a process', () => {
  it('is its processor time, whatever its name', () => {
    const stat = `7 (a) b) S 1 7 7 0 -1 4194560 100 0 0 0 250 50 9 9 20 0 11 0 5 6 7`;
    expect(cpuUs(stat)).toBe(3_000_000);
  });

  it('is its memory', () => {
    const status = 'Name:\tnode\nVmRSS:\t  204800 kB\nRssAnon:\t  102400 kB\n';
    expect(memory(status)).toEqual({ rssMb: 200, anonMb: 100 });
  });
});

describe('bytesOnDisk', () => {
  it('counts blocks and not holes', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'full'), Buffer.alloc(100_000, 1));
    const before = await bytesOnDisk(folder.path);
    expect(before).toBeGreaterThanOrEqual(100_000);
    await writeFile(join(folder.path, 'empty'), '');
    await truncate(join(folder.path, 'empty'), 50_000_000);
    expect((await bytesOnDisk(folder.path)) - before).toBeLessThan(1_000_000);
  });
});
