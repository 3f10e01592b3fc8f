import { existsSync } from 'node:fs';
import { platform } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ParseArgsOptionsConfig } from 'node:util';
import { countOption, UsageError } from '@mayfly/command-line';
import type { Figure } from '../figure.ts';
import { median } from '../walk/compare-runs.ts';
import { findCores, PinnedProcess } from '../walk/pinned-process.ts';
import { readCpuResult } from '../walk/result-line.ts';
import { pagesOf } from './pages.ts';
import { tagDistributionGrowth } from './tag-distribution-growth.ts';
import { linkSets, WAYS } from './ways.ts';

export const EXTRACT_OPTIONS = {
  data: { type: 'string' },
  megabytes: { type: 'string', default: '150' },
  rounds: { type: 'string', default: '5' },
} as const satisfies ParseArgsOptionsConfig;

const MAIN = fileURLToPath(new URL('extract-main.ts', import.meta.url));

/** Megabytes of markup per second of processor time, of our reader and of parsers that only parse, in turns on one core. */
export async function benchExtract(
  values: Readonly<Record<string, unknown>>,
  say: (line: string) => void,
): Promise<Figure[]> {
  const megabytes = countOption('megabytes', values.megabytes);
  const rounds = countOption('rounds', values.rounds);
  const file = values.data === undefined ? undefined : resolve(values.data as string);
  if (file !== undefined && !existsSync(file)) throw new UsageError(`--data: there is no ${file}`);
  if (platform() !== 'linux') throw new UsageError('extract: can be measured on Linux alone');
  const { contender } = await findCores(say);
  const names = Object.keys(WAYS);
  const speeds = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const value = await measure([name, String(megabytes), file ?? ''], contender);
      say(`round ${round + 1} of ${rounds}: ${name} ${value.toFixed(1)} MB/s`);
      speeds.get(name)!.push(value);
    }
  }
  return [...speedFigures(speeds), agreement(file), growth()];
}

async function measure(args: readonly string[], core: number | undefined): Promise<number> {
  const program = { program: process.execPath, args: ['--max-semi-space-size=64', MAIN, ...args] };
  await using reader = new PinnedProcess(program, core);
  const end = await reader.ended();
  const result = readCpuResult(reader.stdout);
  if (end === 0 && result !== undefined) return result.pages / 1_000 / result.cpuSeconds;
  throw new Error(`${args[0]} ended with ${end}: ${reader.stderr}`);
}

function speedFigures(speeds: ReadonlyMap<string, readonly number[]>): Figure[] {
  const of = (name: string) => median(speeds.get(name)!);
  const figure = (name: string, ours: string, peer: string) => ({
    ...{ bench: 'extract', figure: name, unit: 'MB/s', value: of(ours) },
    peer: { name: peer, value: of(peer) },
  });
  return [
    figure('mb_per_second', 'ours', 'htmlparser2'),
    figure('mb_per_second', 'ours', 'parse5'),
    figure('links_text_mb_per_second', 'ours-links-text', 'htmlparser2'),
    figure('links_text_mb_per_second', 'ours-links-text', 'parse5'),
  ];
}

/** Links that both find, of all that one of them finds. */
function agreement(file: string | undefined): Figure {
  let [both, either] = [0, 0];
  for (const page of pagesOf(file)) {
    const { byStandard, ours } = linkSets(page);
    both += [...ours].filter((href) => byStandard.has(href)).length;
    either += new Set([...ours, ...byStandard]).size;
  }
  return {
    bench: 'extract',
    figure: 'link_agreement',
    unit: 'of 1',
    value: either === 0 ? 1 : both / either,
  };
}

/** 1 where ten times the tokens take ten times the time. */
function growth(): Figure {
  const value = tagDistributionGrowth();
  return { bench: 'extract', figure: 'tag_distribution_growth', unit: 'of linear', value };
}
