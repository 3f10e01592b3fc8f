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
  });

  it('walks through a small web with all six services', async () => {
    const { code, stdout, stderr } = await run(
      ...['walk', '--only', 'ours', '--pages', '60', '--rounds', '1', '--json'],
    );
    expect([code, stderr]).toEqual([0, expect.stringContaining('ours 60 pages')]);
    const [speed, memory] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(speed).toMatchObject({ bench: 'walk', figure: 'pages_per_cpu_second', unit: 'pages/s' });
    expect(memory).toMatchObject({ bench: 'walk', figure: 'peak_mb', unit: 'MB' });
    expect(Number(speed?.value)).toBeGreaterThan(0);
  });

  it('fetches pages in our way and in that of bare undici', async () => {
    const args = ['fetch', '--requests', '200', '--rounds', '1', '--json'];
    const { code, stdout, stderr } = await run(...args);
    expect([code, stderr]).toEqual([0, expect.stringContaining('undici')]);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ bench: 'fetch', figure: 'requests_per_cpu_second', peer: 'undici' },
      ratio: expect.any(Number),
    });
  });

  it('plans and decides for some sources', async () => {
    const args = ['scheduler', '--sources', '3000', '--hosts', '150', '--decisions', '500'];
    const { code, stdout } = await run(...args, '--json');
    const figures = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(code).toBe(0);
    expect(figures.map(({ figure, unit }) => [figure, unit])).toEqual([
      ['plan_seconds', 's'],
      ['bytes_per_source', 'bytes'],
      ['decision_us', 'µs'],
    ]);
    expect(figures.every(({ value, sources }) => Number(value) > 0 && sources === 3_000)).toBe(
      true,
    );
  }, 120_000);

  it('ends with 2 for a bench or an engine that there is not', async () => {
    const unnamed = await run('--engine', 'lmdb');
    expect([unnamed.code, unnamed.stderr]).toEqual([2, expect.stringContaining('name a bench')]);
    expect((await run('engines', '--engine', 'steam')).code).toBe(2);
    expect((await run('walk', '--only', 'steam')).code).toBe(2);
  });
});
