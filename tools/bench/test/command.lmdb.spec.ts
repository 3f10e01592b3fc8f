import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { startProcess } from '@mayfly/testing';

async function run(...args: string[]) {
  const file = join(import.meta.dirname, '../src/main.ts');
  const command = startProcess({ name: 'bench', file, args });
  const { code } = await command.exited;
  return { code, stdout: command.stdout, stderr: command.stderr };
}

describe('npm run bench', () => {
  it('prints nothing but one object a line with --json', async () => {
    const { code, stdout } = await run('engines', '--engine', 'lmdb', '--seconds', '1', '--json');
    const figures = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(figures.map(({ figure }) => figure)).toEqual([
      'rows_per_second',
      'messages_per_second',
      'messages_per_second',
    ]);
    expect(figures.every(({ value }) => Number(value) > 0)).toBe(true);
    expect(code).toBe(0);
  }, 60_000);

  it('ends with 2 for a bench or an engine that there is not', async () => {
    const unnamed = await run('--engine', 'lmdb');
    expect([unnamed.code, unnamed.stderr]).toEqual([2, expect.stringContaining('name a bench')]);
    expect((await run('engines', '--engine', 'steam')).code).toBe(2);
  });
});
