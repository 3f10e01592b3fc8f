import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { startProcess, temporaryFolder } from '@mayfly/testing';

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const file = join(import.meta.dirname, '../src/main.ts');
  const command = startProcess({ name: 'conformance', file, args, env });
  const { code } = await command.exited;
  return { code, stdout: command.stdout, stderr: command.stderr };
}

const lines = (...cases: readonly unknown[]): string =>
  cases.map((each) => `${JSON.stringify(each)}\n`).join('');

const ROBOTS = lines(
  { robots: 'User-agent: *\nDisallow: /x', agent: 'a', url: 'http://a.test/x', allowed: false },
  { robotsBase64: '', agent: 'a', url: 'http://a.test/x', allowed: true, scope: 'standard' },
  { robots: '', agent: 'a', url: 'http://a.test/x', allowed: false, scope: 'standard' },
  { robots: '', agent: 'a', url: 'http://a.test/', allowed: true, scope: 'vendor' },
);
const RESOLVE = lines({ input: 'b', base: 'http://a.test/', href: 'http://a.test/b' });

/** A folder with a file of each kind that the command must tell apart. */
async function dataFolder() {
  const folder = await temporaryFolder();
  const write = (name: string, content: string | Uint8Array) =>
    writeFile(join(folder.path, name), content);
  await write('robots-mine.jsonl', ROBOTS);
  await write('url-resolve.jsonl.br', brotliCompressSync(RESOLVE));
  await write('url-resolve-more.jsonl', `${RESOLVE}not json\n{"input":"b"}\n\n[]`);
  await write('psl-of-another-kind.jsonl', lines({ name: 'x' }));
  await write('psl-broken.jsonl.br', 'this is no brotli');
  await write('unheard-of.jsonl', lines({ input: 'x' }));
  await write('README.md', 'no cases');
  return folder;
}

describe('npm run conformance', () => {
  it('prints nothing but one object a file with --json', async () => {
    await using folder = await dataFolder();
    const { code, stdout } = await run(['--data', folder.path, '--json']);
    const objects = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(objects).toEqual([
      {
        suite: 'robots',
        file: 'robots-mine',
        passed: 2,
        total: 3,
        score: 0.666667,
        vendorPassed: 1,
        vendorTotal: 1,
      },
      { suite: 'url-resolve', file: 'url-resolve-more', passed: 1, total: 1, score: 1 },
      { suite: 'url-resolve', file: 'url-resolve', passed: 1, total: 1, score: 1 },
    ]);
    expect(code).toBe(0);
  });

  it('names what it leaves out', async () => {
    await using folder = await dataFolder();
    const { stderr } = await run(['--data', folder.path]);
    expect(stderr).toContain('unheard-of: left out, no suite is called so');
    expect(stderr).toContain('psl-of-another-kind: left out, no line of it fits the suite psl');
    expect(stderr).toContain('psl-broken: left out, it cannot be read');
    for (const line of [2, 3, 5]) {
      expect(stderr).toContain(`url-resolve-more: line ${line} does not fit`);
    }
    expect(stderr).not.toContain('README');
  });

  it('prints a table for people', async () => {
    await using folder = await dataFolder();
    const { stdout } = await run(['--data', join(folder.path, 'robots-mine.jsonl')]);
    const [head, , row] = stdout.split('\n');
    expect(head).toMatch(/^file +suite +passed +total +score$/);
    expect(row).toMatch(/^robots-mine +robots +2 +3 +66.6 % +vendor passed 1, vendor total 1$/);
  });

  it('runs one suite, and shows what it missed', async () => {
    await using folder = await dataFolder();
    const args = ['--data', folder.path, '--suite', 'robots', '--missed', '1', '--json'];
    const { stdout, stderr } = await run(args);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toContain('robots-mine:3: {"robots":""');
  });

  it('means a path from where the person stands', async () => {
    await using folder = await dataFolder();
    const { code } = await run(['--data', 'robots-mine.jsonl'], { INIT_CWD: folder.path });
    expect(code).toBe(0);
  });

  it.each([
    [['--data', '/no/such/folder'], '--data: there is no'],
    [['--data', import.meta.dirname], 'nothing to run in'],
    [['--suite', 'steam'], '--suite: there is none called steam'],
    [['--fast'], "Unknown option '--fast'"],
  ])('ends with 2 for %j', async (args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  });

  it('has a help that names every suite', async () => {
    const { code, stdout } = await run(['--help']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('url-idempotence')]);
  });
});
