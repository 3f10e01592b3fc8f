import type { Clock } from '@mayfly/clock';
import { openDemoWorld } from '@mayfly/demo-world';

/** The demo world as the command line needs it. */
export interface Demo {
  readonly hosts: readonly string[];
  /** The fetcher's setting that leads there. */
  readonly map: string;
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
  return { hosts: world.hosts, map: `*.test=${world.address}`, close: () => world.close() };
}
