import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { startProcess } from '@mayfly/testing';

async function run(...args: string[]) {
  const file = join(import.meta.dirname, '../src/main.ts');
  const command = startProcess({ name: 'soak', file, args, env: { MAYFLY_STACK: 'none' } });
  const { code } = await command.exited;
  return { code, stdout: command.stdout, stderr: command.stderr };
}

describe('npm run soak', () => {
  it('prints one object an engine with --json, and says which engine it left out', async () => {
    const { code, stdout, stderr } = await run('store', '--rounds', '1', '--seed', '1', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ soak: 'store', engine: 'lmdb', rounds: 1, lost: 0 });
    expect(stderr).toContain('mongodb: not soaked');
    expect(code).toBe(0);
  });

  it('ends with 2 when more is asked for than one soak', async () => {
    const { code, stderr } = await run('store', 'extra');
    expect([code, stderr]).toEqual([2, expect.stringContaining('extra is too much')]);
  });
});
