import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTail } from './log-tail.ts';

describe('readTail', () => {
  it('gives the last lines of a long file', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'log');
    writeFileSync(path, Array.from({ length: 100_000 }, (_, line) => `line ${line}\n`).join(''));
    expect(readTail(path, 2)).toBe('line 99998\nline 99999');
  });

  it('gives nothing where there is no file', () => {
    expect(readTail('/nowhere/log')).toBe('');
  });
});
