import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { startProcess, temporaryFolder } from '@mayfly/testing';
import { madeUpSnapshots } from '../src/frontpages/made-up-snapshots.ts';

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const file = join(import.meta.dirname, '../src/main.ts');
  const command = startProcess({ name: 'lab', file, args, env });
  const { code } = await command.exited;
  return { code, stdout: command.stdout, stderr: command.stderr };
}

async function recording() {
  const folder = await temporaryFolder();
  const lines = madeUpSnapshots({ days: 4, seed: 1 }).map((each) => `${JSON.stringify(each)}\n`);
  await writeFile(join(folder.path, 'made-up.jsonl.br'), brotliCompressSync(lines.join('')));
  return folder;
}

describe('npm run lab', () => {
  it('replays front pages, and prints an object a line', async () => {
    await using folder = await recording();
    const args = ['frontpages', '--data', 'made-up.jsonl.br', '--budget', '4', '--json'];
    const { code, stdout } = await run(args, { INIT_CWD: folder.path });
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(code).toBe(0);
    expect(rows.map(({ policy }) => policy)).toEqual(['mayfly', 'uniform', 'clairvoyant']);
    expect(rows[0]).toMatchObject({ lab: 'frontpages', file: 'made-up', budget: 4 });
    expect(rows[0]!.within1h).toBeGreaterThan(0.5);
  });

  it('names the line of a file that is no snapshot', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'bad.jsonl');
    await writeFile(path, '{"page":"a.test/x"}\n');
    const { code, stderr } = await run(['frontpages', '--data', path]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('bad.jsonl:1: no snapshot')]);
  });

  it('runs the experiment, with figures', async () => {
    await using folder = await temporaryFolder();
    const args = ['echo', '--small', '--rate', '0.002', '--seeds', '1', '--policy', 'bfs,mayfly'];
    const { code, stdout, stderr } = await run([...args, '--svg', folder.path]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('2 of 2')]);
    expect(stdout).toContain('share of the bound [paper]');
    for (const figure of [7, 8, 9]) {
      expect(await readFile(join(folder.path, `figure-${figure}.svg`), 'utf8')).toContain(
        '<polyline',
      );
    }
  });

  it('keeps lasting pages fresh, and says how near the optimum', async () => {
    const args = ['refresh', '--pages', '60', '--days', '70', '--seeds', '1', '--json'];
    const { code, stdout } = await run(args);
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(code).toBe(0);
    expect(rows.map(({ policy }) => policy)).toEqual([
      'uniform',
      'proportional',
      'optimum',
      'mayfly',
    ]);
    expect(rows[2]).toMatchObject({ lab: 'refresh', ofOptimum: 1 });
  });

  it('finds the sources that reach most pages, with figures', async () => {
    await using folder = await temporaryFolder();
    const { code, stdout } = await run(['sources', '--small', '--svg', folder.path]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('[paper: 4 %]')]);
    for (const figure of [1, 3, 4]) {
      expect(await readFile(join(folder.path, `figure-${figure}.svg`), 'utf8')).toContain(
        '<polyline',
      );
    }
  });

  it.each([
    [['echo', '--rate', 'fast'], '--rate: must be requests per second'],
    [['echo', '--policy', 'steam'], 'no policy called steam'],
    [['echo', '--feedback', 'none'], '--feedback: must be all or crawled'],
    [['echo', '--log-period', 'often'], '--log-period: must be a time'],
    [['policy', 'mayfly'], 'say --stdio'],
    [['frontpages'], '--data: name a file'],
    [['frontpages', '--data', '/no/such/file'], '--data: there is no file'],
    [['refresh', '--days', '10'], '--days: must be more than 60'],
    [['sources', 'all'], 'sources takes no name'],
    [['demo', '--minutes', '0'], '--minutes: must be'],
    [['demo', '--rate', 'fast'], '--rate: must be requests per second'],
    [['demo', '--mode', 'steam'], '--mode: must be embedded, cluster or both'],
    [['demo', '--policies', 'bfs,steam'], 'no policy called steam'],
    [['demo', 'now'], 'demo takes no name'],
    [['steam'], 'no lab called steam'],
    [[], 'name a lab'],
  ])('ends with 2 for %j', async (args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  });

  it('has a help that names every lab', async () => {
    const { code, stdout } = await run(['--help']);
    for (const lab of ['echo', 'policy', 'frontpages', 'demo']) {
      expect([code, stdout]).toEqual([0, expect.stringContaining(`\n${lab}: `)]);
    }
  });
});
