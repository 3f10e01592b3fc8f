import { platform } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ParseArgsOptionsConfig } from 'node:util';
import { countOption, UsageError } from '@mayfly/command-line';
import type { Figure } from '../figure.ts';
import { median } from '../walk/compare-runs.ts';
import { CONCURRENCY } from '../walk/contender.ts';
import { type Cores, findCores, PinnedProcess } from '../walk/pinned-process.ts';
import { readCpuResult } from '../walk/result-line.ts';
import { startWeb } from '../walk/web-process.ts';

export const FETCH_OPTIONS = {
  requests: { type: 'string', default: '12000' },
  rounds: { type: 'string', default: '5' },
  profile: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig;

const MAIN = fileURLToPath(new URL('fetch-main.ts', import.meta.url));
/** Pages of 30 KB; every second one comes as gzip. */
const SHAPE = { pages: 400, hosts: 20, packedEvery: 2 };
const WAYS = ['ours', 'undici'] as const;
type Way = (typeof WAYS)[number];

interface Options {
  readonly requests: number;
  readonly profileFolder: string | undefined;
  readonly cores: Cores;
}

/** Requests per second of processor time, of our whole way to a body and of bare undici, in turns on one core. */
export async function benchFetch(
  values: Readonly<Record<string, unknown>>,
  say: (line: string) => void,
): Promise<Figure[]> {
  const requests = countOption('requests', values.requests);
  const rounds = countOption('rounds', values.rounds);
  const { profile } = values;
  const profileFolder = profile === undefined ? undefined : resolve(profile as string);
  if (platform() !== 'linux') throw new UsageError('fetch: can be measured on Linux alone');
  const cores = await findCores(say);
  const perSecond: Record<Way, number[]> = { ours: [], undici: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const way of round % 2 === 0 ? WAYS : WAYS.toReversed()) {
      const value = await measure(way, { requests, profileFolder, cores });
      say(`round ${round + 1} of ${rounds}: ${way} ${Math.round(value)} requests/s`);
      perSecond[way].push(value);
    }
  }
  const [ours, undici] = [median(perSecond.ours), median(perSecond.undici)];
  return [
    {
      ...{ bench: 'fetch', figure: 'requests_per_cpu_second', unit: 'requests/s', value: ours },
      peer: { name: 'undici', value: undici },
    },
  ];
}

/** One run in a fresh process against a fresh web. */
async function measure(way: Way, { requests, profileFolder, cores }: Options): Promise<number> {
  await using web = await startWeb(SHAPE, cores.web);
  const { pages, hosts } = SHAPE;
  const numbers = [pages, hosts, requests, CONCURRENCY].map(String);
  const profile =
    profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
  const args = ['--max-semi-space-size=64', ...profile, MAIN, way, web.seed, ...numbers];
  await using client = new PinnedProcess({ program: process.execPath, args }, cores.contender);
  const end = await client.ended();
  const result = readCpuResult(client.stdout);
  if (end !== 0 || result === undefined)
    throw new Error(`${way} ended with ${end}: ${client.stderr}`);
  if (result.errors > 0 || result.pages !== requests) {
    throw new Error(`${way}: ${result.errors} of ${requests} requests failed`);
  }
  return requests / result.cpuSeconds;
}
