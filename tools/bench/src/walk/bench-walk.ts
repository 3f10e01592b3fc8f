import { platform } from 'node:os';
import { resolve } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import { countOption, UsageError } from '@mayfly/command-line';
import type { Figure } from '../figure.ts';
import { colly } from './colly-peer.ts';
import { figuresOf, OURS, type Run, whyNotComparable } from './compare-runs.ts';
import { CannotBeHadError, type Contender, type Entrant } from './contender.ts';
import { crawleeHttp } from './crawlee-peer.ts';
import { measureRun } from './measure-run.ts';
import { ours } from './ours.ts';
import { findCores } from './pinned-process.ts';

export const WALK_OPTIONS = {
  pages: { type: 'string', default: '3000' },
  rounds: { type: 'string', default: '2' },
  only: { type: 'string', multiple: true, default: [] },
  profile: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig;

const HOSTS = 200;
/** Of a first walk that does not count: files come from the disk, and caches of compiled code are filled. */
const PAGES_BEFORE = 200;

type Say = (line: string) => void;

/** Pages per second of processor time, and memory at the peak, of whole crawlers in turns on one core. */
export async function benchWalk(
  values: Readonly<Record<string, unknown>>,
  say: Say,
): Promise<Figure[]> {
  const entrants = entrantsOf(values);
  const shape = { pages: countOption('pages', values.pages), hosts: HOSTS };
  const rounds = countOption('rounds', values.rounds);
  if (platform() !== 'linux') throw new UsageError('walk: can be measured on Linux alone');
  const contenders = await present(entrants, say);
  const cores = await findCores(say);
  for (const contender of contenders) {
    await measureRun(contender, { pages: PAGES_BEFORE, hosts: HOSTS }, cores);
    say(`${contender.name}: started once, which does not count`);
  }
  const runs: Run[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of rotated(contenders, round)) {
      const run = await measureRun(contender, shape, cores);
      say(`round ${round + 1} of ${rounds}: ${shown(run)}`);
      runs.push(run);
    }
  }
  return figuresOf(comparable(runs, shape.pages, say));
}

function entrantsOf({ only, profile }: Readonly<Record<string, unknown>>): readonly Entrant[] {
  const profileFolder = profile === undefined ? undefined : resolve(profile as string);
  const all = [ours(profileFolder), crawleeHttp, colly];
  const named = only as string[];
  const unknown = named.filter((name) => !all.some((entrant) => entrant.name === name));
  if (unknown.length > 0) {
    const known = all.map(({ name }) => name).join(', ');
    throw new UsageError(`--only: must be one of ${known}; it is ${unknown.join(', ')}`);
  }
  return named.length === 0 ? all : all.filter(({ name }) => named.includes(name));
}

/** Those that can be had on this machine. */
async function present(entrants: readonly Entrant[], say: Say): Promise<Contender[]> {
  const contenders: Contender[] = [];
  for (const entrant of entrants) {
    try {
      contenders.push(await entrant.prepare(say));
    } catch (error) {
      if (!(error instanceof CannotBeHadError)) throw error;
      say(`${entrant.name}: not measured, because it cannot be had: ${error.message}`);
    }
  }
  return contenders;
}

/** Another one begins each round, so that no one always has the machine at its best. */
function rotated<T>(all: readonly T[], by: number): T[] {
  const first = by % Math.max(1, all.length);
  return [...all.slice(first), ...all.slice(0, first)];
}

function shown({ contender, result, cpuSeconds, wallSeconds, peakMb }: Run): string {
  const pages = result?.pages ?? 0;
  return (
    `${contender} ${pages} pages, ${cpuSeconds.toFixed(2)} s of processor time in ${wallSeconds.toFixed(2)} s, ` +
    `${Math.round(pages / cpuSeconds)} pages/s, ${Math.round(peakMb)} MB`
  );
}

/** Who walked another way than was asked for, even once, has no figure. */
function comparable(runs: readonly Run[], pages: number, say: Say): readonly Run[] {
  const others = new Set<string>();
  for (const run of runs) {
    const reason = whyNotComparable(run, pages);
    if (reason === undefined) continue;
    others.add(run.contender);
    say(`NOT COMPARABLE: ${run.contender}: ${reason}`);
  }
  if (others.has(OURS)) throw new Error('our own walk was not the one that was asked for');
  return runs.filter(({ contender }) => !others.has(contender));
}
