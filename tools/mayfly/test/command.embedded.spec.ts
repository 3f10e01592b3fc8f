import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  startProcess,
  type StartedProcess,
  temporaryFolder,
  type TemporaryFolder,
} from '@mayfly/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (file: string) => fileURLToPath(new URL(`../src/${file}`, import.meta.url));

/** The command as npm runs it. */
function mayfly(...args: string[]): StartedProcess {
  return startProcess({
    name: `mayfly ${args[0] ?? ''}`,
    file: at('main.ts'),
    args,
    nodeArgs: ['--import', at('telemetry.ts')],
  });
}

async function ended(...args: string[]) {
  const process = mayfly(...args);
  const { code } = await process.exited;
  return { code, stdout: process.stdout, stderr: process.stderr };
}

const VERBS = [
  'crawl',
  'submit',
  'url',
  'explain',
  'watch',
  'status',
  'crawls',
  'plan',
  'quality',
  'sources',
  'budget',
  'fetch',
  'host',
  'visits',
  'audit',
  'export',
  'dead-letters',
  'prepare',
];

describe('mayfly', () => {
  it('tells its verbs, and each verb its options', async () => {
    const { code, stdout } = await ended('--help');
    expect([code, VERBS.every((verb) => stdout.includes(verb))]).toEqual([0, true]);
    for (const verb of VERBS) {
      const help = await ended(verb, '--help');
      expect([verb, help.code, help.stdout.includes(`mayfly ${verb}`)]).toEqual([verb, 0, true]);
    }
  });

  it.each([[['help']], [['-h']], [['plan', '-h']]])('%j helps too', async (args) => {
    const { code, stdout } = await ended(...args);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Exit codes:')]);
  });

  it('helps with a verb in either order', async () => {
    const [one, other] = [await ended('help', 'plan'), await ended('plan', '--help')];
    expect([one.code, one.stdout]).toEqual([0, other.stdout]);
  });

  it('names outcomes in its help that there are', async () => {
    const { stdout } = await ended('export', '--help');
    expect(stdout).toMatch(/--outcome OUTCOME .*: ok, unchanged, redirected, gone/);
    expect(stdout).not.toContain('not-found');
  });

  it.each([
    [['nonsense'], 'nonsense'],
    [['nonsense'], '--help tells more'],
    [['crawl', '--pages', '-5'], '--pages: its value begins'],
    [['crawl', '--data', '/etc/passwd'], '--data'],
    [['crawl', 'https://example.org/', '--data', '/tmp/mayfly-none'], '--contact'],
    [
      ['crawl', 'http://127.0.0.1:1/', 'https://example.org/', '--contact', 'a@b.test'],
      'this machine',
    ],
    [['url'], 'URL'],
    [['explain', 'ftp://a.test/'], 'ftp://a.test/'],
    [['host'], 'host'],
    [['host', 'a b'], 'HOST: must be a host such as example.org; it is a b'],
    [['host', 'a.test', '--block', 'why', '--until', 'soon'], '--until'],
    [['host', 'a.test', '--until', '2h'], '--until'],
    [['host', 'a.test', '--block', 'why', '--unblock'], '--unblock'],
    [['submit', '--max-age', 'old', 'http://a.test/'], '--max-age'],
    [['submit', '--deadline', 'soon', 'http://a.test/'], '--deadline'],
    [['submit', '--priority', '101', 'http://a.test/'], '--priority'],
    [['submit', '--priority', '3', '--file', 'x'], '--priority'],
    [['plan', '--sources', 'all'], '--sources'],
    [['quality', '--window', 'week'], '--window'],
    [['quality', '--source', 'http://a.test/', '--sources', '3'], '--source'],
    [['sources', 'show'], 'show'],
    [['sources', 'add'], 'add'],
    [['sources', '--state', 'asleep'], '--state'],
    [['budget', '--set', '0'], '--set'],
    [['budget', '--crawl', 'demo'], '--crawl'],
    [['budget', '--set', '1', '--crawl', 'demo', '--site', 'a.test'], '--site'],
    [['crawls', 'stop'], 'stop'],
    [['crawls', 'pause'], 'pause'],
    [['crawls', 'toString', 'x'], 'toString'],
    [['dead-letters', 'nobody'], 'nobody'],
    [['watch', '--nonsense'], '--nonsense'],
    [['fetch', 'http://a.test/', '--within', '-1s'], '--within'],
  ])('refuses %j with exit code 2 and names what is wrong', async (args, named) => {
    const { code, stderr } = await ended(...args);
    expect([code, stderr.includes(named), stderr.includes('    at ')]).toEqual([2, true, false]);
  });

  it.each(['audit', 'submit --file', 'visits import'])(
    '%s says so when nobody answers, with exit code 3',
    async (verb) => {
      await using none = await temporaryFolder();
      const file = join(none.path, 'visits.csv');
      await writeFile(file, 'url,time\nhttp://a.test/,2026-11-18T10:00:00Z\n');
      const args = [...verb.split(' '), ...(verb === 'audit' ? [] : [file])];
      const { code, stderr } = await ended(...args, '--data', none.path);
      expect([code, stderr]).toEqual([3, expect.stringContaining('no suite answers')]);
    },
  );
});

describe('a crawl of a site that does not answer', () => {
  it('says why nothing was fetched, with exit code 1, and takes up no other site later', async () => {
    await using folder = await temporaryFolder();
    const args = ['crawl', 'http://127.0.0.1:1/', '--for', '2s', '--data', folder.path];
    const first = await ended(...args);
    expect([first.code, first.stdout]).toEqual([
      1,
      expect.stringMatching(
        /nothing fetched: 127\.0\.0\.1:1 rests until .*robots\.txt.*ECONNREFUSED/,
      ),
    ]);
    const second = await ended(...args, 'http://localhost:1/');
    expect([second.code, second.stderr]).toEqual([2, expect.stringContaining('localhost:1')]);
  });
});

/** A world that stays as it is, and is not at its end before the tests are, however slow the machine. */
const LONG = ['--frozen', '--articles', '3000'];

describe('a crawl of the demo world', () => {
  let folder: TemporaryFolder;
  let crawl: StartedProcess;
  beforeAll(async () => {
    folder = await temporaryFolder();
    const args = ['crawl', ...LONG, '--json', '--data', folder.path];
    const first = await ended(...args, '--pages', '25');
    expect(first.code).toBe(0);
    expect(JSON.parse(first.stdout.trim().split('\n').at(-1)!)).toMatchObject({
      ...{ event: 'summary', pages: 25, why: 'page limit' },
    });
    crawl = mayfly(...args);
    await crawl.waitForLine(/"progress".*"pages":[1-9]/, { withinMs: 60_000 });
  });
  afterAll(async () => {
    await folder[Symbol.asyncDispose]();
  });

  const asked = (verb: string, ...args: string[]) =>
    ended(verb, ...args, '--json', '--data', folder.path);

  it('goes on where an earlier run ended, and can be asked meanwhile', async () => {
    const status = await asked('status');
    expect([
      status.code,
      (JSON.parse(status.stdout) as { crawls: unknown[] }).crawls.length,
    ]).toEqual([0, 1]);
    const found = await asked('url', 'http://harbour-news.test/');
    expect(JSON.parse(found.stdout)).toMatchObject({ state: 'recorded', version: 1 });
    expect(JSON.parse((await asked('audit')).stdout)).toMatchObject({ balances: true });
    const fetched = await asked('fetch', 'http://harbour-news.test/about');
    expect(JSON.parse(fetched.stdout)).toMatchObject({
      ...{ outcome: 'ok', status: 200, documentKind: 'html' },
      steps: expect.arrayContaining([
        { name: 'first byte', fromMs: expect.any(Number), toMs: expect.any(Number) },
      ]),
    });
    expect(fetched.stdout).not.toContain('nanos');
    expect(
      JSON.parse((await asked('submit', 'http://harbour-news.test/about')).stdout),
    ).toMatchObject({
      ...{ answer: 'accepted' },
    });
    const both = (await asked('url', 'http://harbour-news.test/about')).stdout.trim().split('\n');
    for (const line of both) {
      const { crawl, attempts } = JSON.parse(line) as {
        readonly crawl: string;
        readonly attempts: readonly { readonly crawl: string }[];
      };
      expect(attempts.filter((attempt) => attempt.crawl !== crawl)).toEqual([]);
    }
    expect(await asked('dead-letters')).toMatchObject({ code: 0, stdout: '' });
  });

  it('says why a URL is not being fetched, in each crawl that knows it', async () => {
    const explained = await asked('explain', 'http://harbour-news.test/');
    expect([explained.code, JSON.parse(explained.stdout)]).toEqual([
      0,
      expect.objectContaining({
        crawl: 'demo',
        scheduler: expect.objectContaining({
          source: expect.objectContaining({ kind: 'seed' }),
        }),
        frontier: expect.objectContaining({ waits: [{ kind: 'at rest' }] }),
      }),
    ]);
    const outside = await ended(
      ...['explain', 'http://elsewhere.test/', '--crawl', 'demo', '--data', folder.path],
    );
    expect([outside.code, outside.stdout]).toEqual([1, expect.stringMatching(/rule scope/)]);
    const nowhere = await asked('explain', 'http://elsewhere.test/', '--crawl', 'nonsense');
    expect([nowhere.code, nowhere.stdout]).toEqual([1, expect.stringContaining('unknown crawl')]);
    const unknown = await ended('url', 'http://elsewhere.test/', '--data', folder.path);
    expect([unknown.code, unknown.stdout]).toEqual([
      1,
      'http://elsewhere.test/\nunknown: no crawl has heard of it\n',
    ]);
  });

  it('shows plan, quality and sources, and takes a budget', async () => {
    const one = async (...args: [string, ...string[]]) =>
      JSON.parse((await asked(...args)).stdout.split('\n')[0]!) as object;
    expect(await one('plan', '--sources', '3')).toMatchObject({
      ...{ crawl: 'demo', rate: expect.any(Number), sourcesByState: expect.any(Object) },
    });
    expect(await one('quality', '--window', '1h')).toMatchObject({
      ...{ crawl: 'demo', basis: 'estimated', pages: expect.any(Number) },
    });
    expect(await one('sources', '--host', 'harbour-news.test')).toMatchObject({
      ...{ url: 'http://harbour-news.test/', kind: 'seed', estimate: expect.any(Object) },
    });
    expect(await one('sources', 'add', 'http://elsewhere.test/')).toMatchObject({
      answer: 'refused: scope',
    });
    expect(await one('budget', '--set', '50')).toMatchObject({
      ...{ kind: 'all', requestsPerSecond: 50 },
    });
    const shown = await ended('plan', '--data', folder.path);
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringMatching(/^demo: policy \w+\n/)]);
  });

  it.each([
    ['--site: must be a site such as', 2, ['budget', '--set', '1', '--site', 'a b']],
    ['such as a.test; it is x.a.test', 2, ['budget', '--set', '1', '--site', 'x.a.test']],
    ['--crawl: there is no crawl dmeo', 1, ['budget', '--set', '1', '--crawl', 'dmeo']],
    ['--retry: scheduler has no dead letter x', 1, ['dead-letters', 'scheduler', '--retry', 'x']],
    ['NAME: there is no crawl dmeo', 1, ['crawls', 'pause', 'dmeo']],
    ['--crawl: must be 1 to 63 lower-case letters', 2, ['plan', '--crawl', 'Demo']],
    ['--ago: must be a time of the last 28 days', 2, ['quality', '--ago', '40d']],
    ['--host: must be a host such as', 2, ['sources', '--host', 'a b']],
    ['HOST: must be a host such as', 2, ['visits', 'show', 'a b']],
    ['ftp://a.test/: not an http or https URL', 2, ['watch', 'ftp://a.test/', '--crawl', 'demo']],
    ['--block: must have at most 500', 2, ['host', 'a.test', '--block', 'x'.repeat(501)]],
    ['--group: must have at most 200', 2, ['export', '--file', '-', '--group', 'x'.repeat(201)]],
  ])('says %p, of what was typed', async (sentence, exitCode, args) => {
    const { code, stderr } = await ended(...args, '--data', folder.path);
    expect([code, stderr]).toEqual([exitCode, expect.stringContaining(sentence)]);
    expect(stderr).toMatch(
      exitCode === 2 ? /^(?!REQUEST_INVALID).*\n--help tells more\n$/s : /^[A-Z]/,
    );
  });

  it('shows a host, blocks it and lets it go', async () => {
    const name = 'never-seen.test';
    const hostOf = async (...args: string[]) =>
      JSON.parse((await asked('host', name, ...args)).stdout) as object;
    expect(await hostOf()).toMatchObject({ known: false, blocked: false });
    expect(await hostOf('--block', 'its owner asked', '--until', '1h')).toMatchObject({
      ...{ blocked: true, block: { reason: 'its owner asked', untilTime: expect.any(String) } },
    });
    const shown = await ended('host', name, '--data', folder.path);
    expect(shown.stdout).toMatch(/blocked until .* \(in 60 min\): its owner asked/);
    expect(await hostOf('--unblock')).toMatchObject({ blocked: false });
  });

  it('is paused and goes on', async () => {
    const stateAfter = async (word: string) =>
      JSON.parse((await asked('crawls', word, 'demo')).stdout) as object;
    expect(await stateAfter('pause')).toEqual({ name: 'demo', state: 'paused' });
    const listed = await ended('crawls', '--data', folder.path);
    expect([listed.code, listed.stdout]).toEqual([0, expect.stringMatching(/^demo .* paused$/m)]);
    expect(await stateAfter('resume')).toEqual({ name: 'demo', state: 'running' });
    const mistyped = await ended('crawls', 'delete', 'demo', 'dmeo', '--data', folder.path);
    expect([mistyped.code, mistyped.stderr]).toEqual([1, expect.stringContaining('dmeo')]);
    const half = await ended('crawls', 'pause', 'demo', 'dmeo', '--data', folder.path);
    expect([half.code, half.stdout]).toEqual([1, expect.stringMatching(/^demo +paused$/m)]);
    expect(await stateAfter('resume')).toEqual({ name: 'demo', state: 'running' });
  });

  it('ends with a summary when it is told to, and lets the folder go', async () => {
    expect(await crawl.stop('SIGINT')).toMatchObject({ code: 0 });
    expect(JSON.parse(crawl.lines.findLast((line) => line.includes('summary'))!)).toMatchObject({
      ...{ why: 'stopped', crawl: 'demo' },
    });
    const other = await ended('crawl', '--seed', '2', '--pages', '1', '--data', folder.path);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('--seed')]);
    const again = await ended('crawl', ...LONG, '--pages', '1', '--json', '--data', folder.path);
    expect(again.code).toBe(0);
  });
});
