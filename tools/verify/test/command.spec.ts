import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { startProcess } from '@mayfly/testing';

async function run(...args: string[]) {
  const file = join(import.meta.dirname, '../src/main.ts');
  const command = startProcess({ name: 'verify', file, args });
  const { code } = await command.exited;
  return { code, output: command.output };
}

describe('npm run verify', () => {
  it('runs the checks named and ends with 0', async () => {
    const { code, output } = await run('names');
    expect(output).toContain('verify: 1 check passed');
    expect(code).toBe(0);
  });

  it('ends with 2 for a check that there is not', async () => {
    const { code, output } = await run('spelling');
    expect([code, output]).toEqual([2, expect.stringContaining('no check called spelling')]);
  });
});

describe('npm run fix', () => {
  it('says of what only a person can fix how to do it, and of no check that it passed', async () => {
    const { code, output } = await run('--fix', 'types');
    expect(output).toContain('change the code that tsc complains of');
    expect(output).not.toContain('passed');
    expect(code).toBe(0);
  });
});
