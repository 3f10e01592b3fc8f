import { Policy, type Settings } from '@mayfly/contracts/crawl/v1';
import type { DemoWorld } from '@mayfly/demo-world';
import { durationOf } from '@mayfly/grpc';
import { ask, type SuiteAddresses } from '@mayfly/mayfly/suite';
import { eventually } from '@mayfly/testing';

/** Rest of a host of the demo world in tests; short, so that a walk takes seconds. */
export const DELAY_MS = 60;

/** Settings of services that lead their fetchers into the world. */
export function reaching(world: DemoWorld): Readonly<Record<string, string>> {
  return {
    FETCHER_HOSTS: `*.test=${world.address}`,
    FETCHER_PRIVATE_CIDRS: '127.0.0.0/8',
    // Nothing that waits for the host may be in its way here.
    FRONTIER_REQUESTS_PER_SECOND: '10000',
  };
}

/** A crawl of the whole world. */
export function worldSettings(world: DemoWorld, over: Partial<Settings> = {}): Settings {
  return {
    policy: Policy.POLICY_MAYFLY,
    scope: { sites: [], hosts: [...world.hosts], prefixes: [], domains: [] },
    private: true,
    manners: { delay: durationOf(DELAY_MS), busyFactor: 0 },
    ...over,
  };
}

/** Makes the crawl; asked again after a crash it changes nothing. */
export async function createCrawl(
  suite: SuiteAddresses,
  crawl: { readonly name: string; readonly seeds: readonly string[]; readonly settings: Settings },
): Promise<void> {
  await ask(suite, 'scheduler', (scheduler) =>
    scheduler.createCrawl({ ...crawl, seeds: [...crawl.seeds] }),
  );
}

/** Waits until a crawl says that it is finished. */
export async function untilFinished(
  addresses: () => Promise<SuiteAddresses>,
  name: string,
  withinMs = 120_000,
): Promise<void> {
  await eventually(
    async () => {
      const { crawl } = await ask(await addresses(), 'scheduler', (scheduler) =>
        scheduler.getCrawl({ name }),
      );
      return crawl?.finished !== undefined;
    },
    { what: `crawl ${name} to be finished`, withinMs, everyMs: 200 },
  );
}
