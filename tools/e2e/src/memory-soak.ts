import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@mayfly/clock';
import { openDemoWorld } from '@mayfly/demo-world';
import { durationOf } from '@mayfly/grpc';
import { frontierLedger } from '@mayfly/mayfly/suite';
import { createCrawl, reaching, worldSettings } from './crawl-world.ts';
import { canMeasureMemory, growthOf, residentBytes } from './resident-memory.ts';
import type { RunningSuite } from './running-suite.ts';
import { SOAK_ENGINES, type SoakEngine, type SoakPlace, soakPlace } from './soak-place.ts';

/** How long, and on which engines. */
export interface SoakMemoryOptions {
  readonly minutes: number;
  readonly say: (line: string) => void;
  readonly engines?: readonly SoakEngine[];
}

/** The memory of one process: means of the middle third and of the last, in MB. */
export interface MemoryResult {
  readonly engine: SoakEngine;
  readonly process: string;
  readonly middleMb: number;
  readonly lastMb: number;
  readonly ratio: number;
  /** 1 where the last third needed more than it may. */
  readonly grown: number;
  /** 1 where the process did not stop as it should when it was asked to. */
  readonly unclean: number;
}

const CRAWL = 'memory';
const PUBLISH_EVERY_MS = 500;
const REVISIT_MS = 20_000;
const SAMPLE_EVERY_MS = 1_000;
const MOST_GROWTH = 1.1;
const BYTES_PER_MB = 1_000_000;

/** Crawls a world that publishes all the time and watches the memory of every process, in both modes. */
export async function soakMemory(options: SoakMemoryOptions): Promise<readonly MemoryResult[]> {
  const { say, engines = SOAK_ENGINES } = options;
  if (!canMeasureMemory()) {
    say('NOT SOAKED: without /proc nobody here knows how much memory a process has');
    return [];
  }
  const results: MemoryResult[] = [];
  for (const engine of engines) {
    await using place = await soakPlace(engine, say);
    if (place !== undefined) results.push(...(await soakPlaceMemory(place, options)));
  }
  return results;
}

async function soakPlaceMemory(
  place: SoakPlace,
  { minutes, say }: SoakMemoryOptions,
): Promise<MemoryResult[]> {
  await using world = await openDemoWorld({
    ...{ clock: systemClock, publishEveryMs: PUBLISH_EVERY_MS, crawlDelayS: 0.3 },
  });
  await using suite = await place.start(reaching(world));
  const settings = worldSettings(world, { revisitInterval: durationOf(REVISIT_MS) });
  const { seeds } = world;
  await createCrawl(await suite.addresses(), { name: CRAWL, seeds, settings });
  const samples = suite.processes.map((): number[] => []);
  const count = Math.round((minutes * 60_000) / SAMPLE_EVERY_MS);
  const startMs = performance.now();
  for (let sample = 1; sample <= count; sample += 1) {
    await delay(Math.max(0, startMs + sample * SAMPLE_EVERY_MS - performance.now()));
    await takeSample(suite, samples);
    if (sample % 60 === 0) say(`${place.engine} ${await minuteLine(suite, samples)}`);
  }
  // Waited for here: a second signal, from the end of the block, would end them at once.
  return await Promise.all(
    suite.processes.map(async (each, at) => {
      const code = await each.stop().catch(() => 'killed');
      if (code !== 0) say(`${place.engine} ${each.name} ended with ${code}`);
      return resultOf(place.engine, each.name, samples[at]!, code === 0);
    }),
  );
}

async function takeSample(suite: RunningSuite, samples: readonly number[][]): Promise<void> {
  const sizes = await Promise.all(suite.processes.map(({ pid }) => residentBytes(pid)));
  sizes.forEach((size, at) => {
    const { name } = suite.processes[at]!;
    if (size === undefined) throw new Error(`${name} has ended though nobody asked it to`);
    samples[at]!.push(size);
  });
}

async function minuteLine(suite: RunningSuite, samples: readonly number[][]): Promise<string> {
  const ledger = await frontierLedger(await suite.addresses());
  const sizes = suite.processes.map(({ name }, at) => `${name} ${megabytes(samples[at]!.at(-1)!)}`);
  const minute = Math.round(samples[0]!.length / 60);
  return `minute ${minute}: ${ledger.pages} pages, ${ledger.known} URLs; MB: ${sizes.join(', ')}`;
}

function resultOf(
  engine: SoakEngine,
  process: string,
  samples: readonly number[],
  isClean: boolean,
): MemoryResult {
  const { middle, last, ratio } = growthOf(samples);
  return {
    ...{ engine, process },
    middleMb: megabytes(middle),
    lastMb: megabytes(last),
    ratio: Math.round(ratio * 1_000) / 1_000,
    grown: ratio > MOST_GROWTH ? 1 : 0,
    unclean: isClean ? 0 : 1,
  };
}

const megabytes = (bytes: number) => Math.round((bytes / BYTES_PER_MB) * 10) / 10;
