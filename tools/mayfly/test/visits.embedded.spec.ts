import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SchedulerServiceDefinition } from '@mayfly/contracts/scheduler/v1';
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
import { openEmbeddedSuite } from '../src/suite/index.ts';

collectLog();

const at = (file: string) => fileURLToPath(new URL(`../src/${file}`, import.meta.url));
const NODE_ARGS = ['--import', at('telemetry.ts')];
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const DAY_MS = 86_400_000;
/** Yesterday at noon, so that no test runs over midnight. */
const NOON_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2;

let folder: TemporaryFolder;
let scheduler: Client<typeof SchedulerServiceDefinition>;
const closer = new Closer();
let hosts = 0;

beforeAll(async () => {
  folder = await temporaryFolder();
  const { scheduler: address } = await openEmbeddedSuite({ dataFolder: data(), env: {} }, closer);
  const target = `dns:///${address}`;
  scheduler = await openClient(SchedulerServiceDefinition, { service: 'test', target });
  const scope = { sites: [], hosts: [], prefixes: [], domains: ['news.test'] };
  const settings = { policy: 1, private: false, scope } as const;
  await scheduler.createCrawl({ name: 'news', seeds: ['http://news.test/'], settings });
  await scheduler.pauseCrawl({ name: 'news' });
});
afterAll(async () => {
  await scheduler?.close();
  await closer.close();
  await folder?.[Symbol.asyncDispose]();
});

const data = () => join(folder.path, 'data');
const path = (name: string) => join(folder.path, name);
const freshHost = () => `h${(hosts += 1)}.news.test`;

function mayfly(...args: string[]): StartedProcess {
  return startProcess({
    ...{ name: 'mayfly visits', file: at('main.ts'), nodeArgs: NODE_ARGS },
    args: ['visits', ...args, '--data', data()],
  });
}

async function ended(...args: string[]) {
  const process = mayfly(...args);
  const { code } = await process.exited;
  return { code, stdout: process.stdout, stderr: process.stderr };
}

async function summaryOf(...args: string[]): Promise<object> {
  const { code, stdout, stderr } = await ended('import', ...args, '--json');
  if (code !== 0) throw new Error(`exit code ${code}: ${stderr}`);
  return JSON.parse(stdout) as object;
}

async function countOf(host: string): Promise<number> {
  const { hours } = await scheduler.getVisits({ host });
  return hours.reduce((sum, { visits }) => sum + visits, 0);
}

async function counted(host: string, count: number): Promise<void> {
  const what = `${count} visits of ${host}`;
  await eventually(async () => (await countOf(host)) === count, { what, withinMs: 60_000 });
}

/** A line of an access log: who, what and when in seconds after noon. */
function access(reader: number, target: string, second = 0): string {
  const [day, month, year] = new Date(NOON_MS).toUTCString().split(' ').slice(1, 4);
  const time = new Date(NOON_MS + second * 1_000).toISOString().slice(11, 19);
  return `10.0.${reader >> 8}.${reader & 255} - - [${day}/${month}/${year}:${time} +0000] "GET ${target} HTTP/1.1" 200 1 "-" "${AGENT}"`;
}

describe('visits import', () => {
  it('reports an access log, which may be packed whatever it is called, once', async () => {
    const host = freshHost();
    const lines = Array.from({ length: 300 }, (_, one) => access(one % 100, `/${one % 3}`, one));
    lines.push(access(1, '/style.css'), 'junk', access(1, '/').replace('GET', 'POST'));
    await writeFile(path('access.log'), gzipSync(lines.join('\n')));
    const args = [path('access.log'), '--site', `http://${host}`];
    expect(await summaryOf(...args)).toEqual({
      ...{ lines: 303, format: 'access-log', taken: 300, refused: {}, complete: true },
      skipped: { 'part of a page': 1, 'not a GET': 1 },
      bad: { 'not a line of an access log': 1 },
      badLines: [{ line: 302, why: 'not a line of an access log' }],
    });
    await counted(host, 300);
    expect(await summaryOf(...args)).toMatchObject({ taken: 300 });
    const show = await ended('show', host);
    expect(show.stdout).toMatch(/12:00 {2}300/);
  });

  it('reports JSON lines and CSV, also of standard input', async () => {
    const host = freshHost();
    const time = new Date(NOON_MS).toISOString();
    const line = { url: `http://${host}/`, time, reader: 'me', kind: 'search' };
    await writeFile(path('visits.jsonl'), `${JSON.stringify(line)}\n{"url":7}\n`);
    expect(await summaryOf(path('visits.jsonl'))).toMatchObject({ taken: 1, bad: { 'no url': 1 } });
    const csv = `url,time,reader\nhttp://${host}/,${NOON_MS},you\n"http://${host}/",${time},me\n`;
    const args = ['visits', 'import', '-', '--json', '--data', data()];
    const child = spawn(process.execPath, [...NODE_ARGS, at('main.ts'), ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end(gzipSync(csv));
    expect(JSON.parse(await text(child.stdout))).toMatchObject({ format: 'csv', taken: 2 });
    await counted(host, 2);
  });

  it('survives a log of somebody who means no good, and tells the truth', async () => {
    const host = freshHost();
    // Whoever reads like this is no reader of the other tests' for the rest of the day.
    const once = access(65_000, '/once');
    const lines = [
      ...Array<string>(50_000).fill(once),
      ...Array.from({ length: 20_000 }, (_, one) =>
        access(one, '/x').replace(/\/20\d\d:/, '/1999:'),
      ),
      ...Array.from({ length: 20_000 }, (_, one) =>
        access(one, '/x').replace(/\/20\d\d:/, '/2099:'),
      ),
      ...Array<string>(500).fill(access(9, '/x').replace(AGENT, 'Googlebot/2.1')),
      access(9, `/${'x'.repeat(30_000)}`),
      'x'.repeat(3_000_000),
    ];
    const junk = Buffer.from(Array.from({ length: 200_000 }, (_, one) => (one * 7_919) & 255));
    const all = Buffer.concat([Buffer.from(`${lines.join('\n')}\n`), junk]);
    await writeFile(path('hostile.log'), all);
    const summary = (await summaryOf(path('hostile.log'), '--site', `http://${host}`)) as {
      lines: number;
      bad: Record<string, number>;
    };
    expect(summary).toMatchObject({
      taken: 120,
      refused: {
        'too many': 49_880,
        'too old': 20_000,
        'in future': 20_000,
        robot: 500,
        'bad url': 1,
      },
    });
    const known = 120 + 49_880 + 40_000 + 500 + 1;
    const left = Object.values(summary.bad).reduce((sum, count) => sum + count, 0);
    expect([summary.lines - known - left, summary.bad['longer than any line may be']]).toEqual([
      0, 1,
    ]);
    await counted(host, 1);
  });

  it('that is killed goes on where acknowledged batches ended', async () => {
    const host = freshHost();
    const file = path('many.log');
    const lines = Array.from({ length: 120_000 }, (_, one) =>
      access(one % 60_000, `/${one % 1_000}`, one % 40_000),
    );
    await writeFile(file, lines.join('\n'));
    const args = ['import', file, '--site', `http://${host}`];
    const first = mayfly(...args);
    await eventually(() => existsSync(`${file}.mayfly-visits`), {
      ...{ what: 'something is remembered', withinMs: 60_000, everyMs: 5 },
    });
    await first.stop('SIGKILL');
    const other = await ended('import', file, '--site', 'http://other.test');
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining(host)]);
    const second = await ended(...args, '--json');
    expect(second.stderr).toMatch(/goes on after line [1-9]\d{3}/);
    expect(JSON.parse(second.stdout)).toMatchObject({
      lines: 120_000,
      taken: 120_000,
      complete: true,
    });
    expect(existsSync(`${file}.mayfly-visits`)).toBe(false);
    await eventually(async () => (await countOf(host)) > 59_000, {
      what: 'counts',
      withinMs: 60_000,
    });
    expect(await countOf(host)).toBeLessThanOrEqual(60_000);
  });

  it.each([
    [['import'], 'FILE'],
    [['import', '/nowhere/visits.log'], 'nowhere'],
    [['import', '/tmp'], 'not a file'],
    [['import', '-', '--format', 'xml'], '--format'],
    [['import', '-', '--site', 'example.org'], '--site'],
    [['import', '-', '--site', 'https://example.org/path'], '--site'],
    [['show', '--restart'], 'only with import'],
    [['show', 'a.test', 'b.test'], 'one at a time'],
    [['show', 'a b'], 'host'],
    [['count'], 'import FILE'],
    [[], 'import FILE'],
  ])('refuses %j', async (args, what) => {
    const end = await ended(...args);
    expect([end.code, end.stderr]).toEqual([2, expect.stringContaining(what)]);
  });

  it.each([
    ['nothing that it knows', 'junk\n\0\n', '--format'],
    ['paths of nobody knows which site', access(1, '/'), '--site'],
  ])('asks what to do with %s', async (_, content, what) => {
    await writeFile(path('odd.log'), content);
    const end = await ended('import', path('odd.log'));
    expect([end.code, end.stderr]).toEqual([2, expect.stringContaining(what)]);
  });
});
