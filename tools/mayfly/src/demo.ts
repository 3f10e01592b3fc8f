import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@mayfly/clock';
import { UsageError } from '@mayfly/command-line';
import { openDemoWorld, type Visit } from '@mayfly/demo-world';

/** The demo world as the command line needs it. */
export interface Demo {
  readonly hosts: readonly string[];
  /** The fetcher's setting that leads there. */
  readonly map: string;
  /** Calls the listener for each visit of a reader; what it returns ends that. */
  onVisit(listener: (visit: Visit) => void): () => void;
  close(): Promise<void>;
}

/** Starts the small web that publishes while you watch. */
export async function startDemo(
  { seed, frozen, articles }: { seed: number; frozen: boolean; articles: number | undefined },
  clock: Clock,
): Promise<Demo> {
  const world = await openDemoWorld({
    ...{ clock, seed, frozen },
    ...(articles === undefined ? {} : { articles }),
  });
  return {
    ...{ hosts: world.hosts, map: `*.test=${world.address}` },
    onVisit: (listener) => world.onVisit(listener),
    close: () => world.close(),
  };
}

/** A crawl goes on in the world that it began in: pages of another one would be missing there. */
export async function checkWorldOf(dataFolder: string, seed: number): Promise<void> {
  const file = join(dataFolder, 'demo-world');
  const before = await readFile(file, 'utf8').catch(() => undefined);
  if (before === undefined) return writeFile(file, `${seed}\n`);
  if (Number(before) === seed) return;
  throw new UsageError(
    `--seed: the crawl in this data folder is of the demo world ${before.trim()}, not of ${seed}; give it another --data`,
  );
}
