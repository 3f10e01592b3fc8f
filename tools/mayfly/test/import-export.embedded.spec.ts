import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FrontierServiceDefinition, UrlState } from '@mayfly/contracts/frontier/v1';
import { type Client, openClient } from '@mayfly/grpc';
import { Closer } from '@mayfly/lifecycle';
import { collectLog } from '@mayfly/telemetry/testing';
import {
  eventually,
  startProcess,
  type StartedProcess,
  temporaryFolder,
  type TemporaryFolder,
} from '@mayfly/testing';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openEmbeddedSuite } from '../src/suite/index.ts';

collectLog();

const at = (file: string) => fileURLToPath(new URL(`../src/${file}`, import.meta.url));
const NODE_ARGS = ['--import', at('telemetry.ts')];
const MANY = 60_000;

let folder: TemporaryFolder;
let frontier: Client<typeof FrontierServiceDefinition>;
const closer = new Closer();
let crawls = 0;

beforeAll(async () => {
  folder = await temporaryFolder();
  const { frontier: address } = await openEmbeddedSuite({ dataFolder: data(), env: {} }, closer);
  const target = `dns:///${address}`;
  frontier = await openClient(FrontierServiceDefinition, { service: 'test', target });
});
afterAll(async () => {
  await frontier?.close();
  await closer.close();
  await folder?.[Symbol.asyncDispose]();
});

const data = () => join(folder.path, 'data');
const path = (name: string) => join(folder.path, name);

/** A crawl of everything under `.test`, paused so that nothing is fetched. */
async function freshCrawl(): Promise<string> {
  const name = `import-${(crawls += 1)}`;
  const scope = { sites: [], hosts: [], prefixes: [], domains: ['test'] };
  const settings = { scope, policy: 1, private: false } as const;
  await frontier.putCrawls({
    crawls: [{ name, revision: 1, settings, paused: true, deleted: false }],
  });
  return name;
}

function mayfly(...args: string[]): StartedProcess {
  return startProcess({
    ...{ name: `mayfly ${args[0] ?? ''}`, file: at('main.ts'), nodeArgs: NODE_ARGS },
    args: [...args, '--data', data()],
  });
}

async function ended(...args: string[]) {
  const process = mayfly(...args);
  const { code } = await process.exited;
  return { code, stdout: process.stdout, stderr: process.stderr };
}

async function summaryOf(...args: string[]): Promise<object> {
  const { code, stdout, stderr } = await ended(...args, '--json');
  if (code !== 0) throw new Error(`exit code ${code}: ${stderr}`);
  return JSON.parse(stdout) as object;
}

const manyUrls = (count: number) =>
  Array.from({ length: count }, (_, one) => `http://h${one % 50}.test/page/${one}`);

describe('submit --file', () => {
  it('imports lines of text, and tells what became of each', async () => {
    const crawl = await freshCrawl();
    const lines = ['http://a.test/1', '', ' http://a.test/2 ', 'http://a.test/1', 'ftp://a.test/'];
    await writeFile(path('urls.txt'), [...lines, 'http://no.example/', '{"url":7}'].join('\r\n'));
    const summary = await summaryOf('submit', '--file', path('urls.txt'), '--crawl', crawl);
    expect(summary).toEqual({
      ...{ lines: 7, new: 3, parked: 3, known: 0, bad: 1, complete: true },
      refused: { scheme: 1, scope: 1 },
      badLines: [{ line: 7, why: 'url: must be a text' }],
    });
    expect(await frontier.getLedger({ crawl })).toMatchObject({ known: 2, parked: 2 });
    expect(existsSync(`${path('urls.txt')}.mayfly-import`)).toBe(false);
  });

  it('imports packed JSON lines with what they say', async () => {
    const crawl = await freshCrawl();
    const lines = [
      { url: 'http://a.test/now', priority: 3, depth: 2, group: 'g' },
      { url: 'http://a.test/later' },
    ].map((line) => `${JSON.stringify(line)}\n`);
    await writeFile(path('urls.jsonl.gz'), gzipSync(lines.join('')));
    const summary = await summaryOf('submit', '--file', path('urls.jsonl.gz'), '--crawl', crawl);
    expect(summary).toMatchObject({ lines: 2, new: 2, bad: 0 });
    const { urls } = await frontier.getUrls({
      crawl,
      urls: ['http://a.test/now', 'http://a.test/later'],
    });
    const { URL_STATE_WAITING, URL_STATE_PARKED } = UrlState;
    expect(urls).toMatchObject([
      { state: URL_STATE_WAITING, priority: 3, depth: 2 },
      { state: URL_STATE_PARKED, depth: 0 },
    ]);
  });

  it('imports standard input', async () => {
    const crawl = await freshCrawl();
    const args = ['submit', '--file', '-', '--crawl', crawl, '--json', '--data', data()];
    const child = spawn(process.execPath, [...NODE_ARGS, at('main.ts'), ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end(manyUrls(2_500).join('\n'));
    expect(JSON.parse(await text(child.stdout))).toMatchObject({ lines: 2_500, new: 2_500 });
  });

  it('of standard input does not go on, and says so', async () => {
    const crawl = await freshCrawl();
    const args = ['submit', '--file', '-', '--crawl', crawl, '--data', data()];
    const child = spawn(process.execPath, [...NODE_ARGS, at('main.ts'), ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.write(`${manyUrls(1_000).join('\n')}\n`);
    await eventually(async () => (await frontier.getLedger({ crawl })).known === 1_000, {
      what: 'a batch is submitted',
    });
    child.kill('SIGINT');
    expect(await text(child.stdout)).toMatch(/^cut short; .* without --state: 1000 lines\n/);
  });

  it('that is killed goes on where acknowledged batches ended', async () => {
    const crawl = await freshCrawl();
    const file = path('many.txt');
    await writeFile(file, manyUrls(MANY).join('\n'));
    const args = ['submit', '--file', file, '--crawl', crawl];
    const first = mayfly(...args);
    await eventually(() => existsSync(`${file}.mayfly-import`), {
      ...{ what: 'something is remembered', withinMs: 60_000, everyMs: 5 },
    });
    await first.stop('SIGKILL');
    const { known } = await frontier.getLedger({ crawl });
    expect(known).toBeLessThan(MANY);
    const other = await ended('submit', '--file', file, '--crawl', 'other');
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining(crawl)]);
    const second = await ended(...args, '--json');
    expect(second.stderr).toMatch(/goes on after line [1-9]\d{3}/);
    expect(JSON.parse(second.stdout)).toMatchObject({ lines: MANY, new: MANY, complete: true });
    expect(await frontier.getLedger({ crawl })).toMatchObject({ known: MANY });
    expect(existsSync(`${file}.mayfly-import`)).toBe(false);
  });

  it('that is interrupted says so, and refuses a file that has changed since', async () => {
    const crawl = await freshCrawl();
    const file = path('changing.txt.gz');
    await writeFile(file, gzipSync(manyUrls(MANY).join('\n')));
    const args = ['submit', '--file', file, '--crawl', crawl, '--state', path('kept')];
    const first = mayfly(...args, '--json');
    await eventually(() => existsSync(path('kept')), {
      ...{ what: 'something is remembered', withinMs: 60_000, everyMs: 5 },
    });
    expect(await first.stop('SIGINT')).toMatchObject({ code: 1 });
    expect(JSON.parse(first.stdout)).toMatchObject({ complete: false });
    const { new: before } = JSON.parse(first.stdout) as { new: number };
    expect((await frontier.getLedger({ crawl })).known).toBe(before);
    await appendFile(file, gzipSync('\nhttp://a.test/more\n'));
    const changed = await ended(...args);
    expect([changed.code, changed.stderr]).toEqual([2, expect.stringContaining('has changed')]);
    expect(await summaryOf(...args, '--restart')).toMatchObject({ lines: MANY + 1, new: MANY + 1 });
  });

  it.each([
    [['--file', '/nowhere/urls.txt'], 2, 'nowhere'],
    [['--file', '/tmp'], 2, 'not a file; - is standard input'],
    [['--file', '-', 'http://a.test/'], 2, 'not both'],
    [['--restart', 'http://a.test/'], 2, '--file'],
  ])('refuses %j', async (args, code, what) => {
    const end = await ended('submit', ...args);
    expect([end.code, end.stderr]).toEqual([code, expect.stringContaining(what)]);
  });

  it('ends at a crawl that nobody knows', async () => {
    await writeFile(path('few.txt'), 'http://a.test/1\n');
    const end = await ended('submit', '--file', path('few.txt'), '--crawl', 'nobody-knows');
    expect([end.code, end.stderr]).toEqual([1, expect.stringContaining('CRAWL_UNKNOWN')]);
    const none = await ended('submit', '--file', path('few.txt'), '--crawl', '');
    expect([none.code, none.stderr]).toEqual([2, expect.stringMatching(/^--crawl: must be 1 to/)]);
  });
});

describe('export', () => {
  it('writes lines that submit --file reads back', async () => {
    const [crawl, copy] = [await freshCrawl(), await freshCrawl()];
    const submissions = manyUrls(300).map((url, one) => ({
      ...{ crawl: '', url, depth: one % 3, hops: 0, seed: false, minRevision: 0, group: '' },
      priority: one < 100 ? one : undefined,
    }));
    const discoverer = { source: 'submit', attempt: 0 };
    await frontier.submitUrls({ submissions, defaults: { crawl, discoverer } });
    const file = path('out.jsonl.gz');
    expect(await summaryOf('export', '--crawl', crawl, '--file', file)).toEqual({
      ...{ urls: 300, complete: true },
    });
    await summaryOf('submit', '--crawl', copy, '--file', file);
    expect(await frontier.getLedger({ crawl: copy })).toMatchObject({
      ...{ known: 300, waiting: 100, parked: 200 },
    });
    const { urls } = await frontier.getUrls({ crawl: copy, urls: [submissions[50]!.url] });
    expect(urls[0]).toMatchObject({ priority: 50, depth: 2 });
    const again = await ended('export', '--crawl', crawl, '--file', file);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('--restart')]);
  });

  it('selects by state, host and outcome', async () => {
    const crawl = await freshCrawl();
    await writeFile(
      path('waiting.txt'),
      '{"url":"http://a.test/1","priority":1}\nhttp://b.test/2\n',
    );
    await summaryOf('submit', '--crawl', crawl, '--file', path('waiting.txt'));
    const exported = async (...args: string[]) => {
      const { stdout } = await ended('export', '--crawl', crawl, '--file', '-', ...args);
      return stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { url: string }).url);
    };
    expect(await exported('--state', 'waiting')).toEqual(['http://a.test/1']);
    expect(await exported('--host', 'b.test')).toEqual(['http://b.test/2']);
    expect(await exported('--outcome', 'not-found')).toEqual([]);
    const bad = await ended('export', '--crawl', crawl, '--file', '-', '--state', 'asleep');
    expect([bad.code, bad.stderr]).toEqual([2, expect.stringContaining('at-rest')]);
  });

  it('that is killed goes on where it ended, and has every URL once', async () => {
    const crawl = await freshCrawl();
    await writeFile(path('all.txt'), manyUrls(MANY).join('\n'));
    await summaryOf('submit', '--crawl', crawl, '--file', path('all.txt'));
    const file = path('all.jsonl.gz');
    const first = mayfly('export', '--crawl', crawl, '--file', file);
    const kept = () => readFile(`${file}.mayfly-export`, 'utf8').catch(() => '');
    await eventually(async () => /"urls":[1-9]/.test(await kept()), {
      ...{ what: 'something is remembered', withinMs: 60_000, everyMs: 5 },
    });
    await first.stop('SIGKILL');
    await appendFile(file, 'half a page');
    const other = await ended('export', '--crawl', crawl, '--file', file, '--state', 'parked');
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('other URLs')]);
    const sizeBefore = (await stat(file)).size;
    const second = await ended('export', '--crawl', crawl, '--file', file, '--json');
    expect([second.stderr, JSON.parse(second.stdout)]).toEqual([
      expect.stringMatching(/goes on after [1-9]/),
      { urls: MANY, complete: true },
    ]);
    expect((await stat(file)).size).toBeGreaterThan(sizeBefore);
    const lines = gunzipSync(await readFile(file))
      .toString()
      .trim()
      .split('\n');
    const urls = lines.map((line) => (JSON.parse(line) as { url: string }).url);
    expect([urls.length, new Set(urls).size]).toEqual([MANY, MANY]);
    expect(existsSync(`${file}.mayfly-export`)).toBe(false);
  });
});
