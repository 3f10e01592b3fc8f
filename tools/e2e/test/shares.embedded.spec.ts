import { describe, expect, it } from '@jest/globals';
import { type DemoWorld, pageWith } from '@mayfly/demo-world';
import { durationOf } from '@mayfly/grpc';
import { eventually } from '@mayfly/testing';
import { createCrawl, reaching } from '../src/crawl-world.ts';
import { runEmbedded } from '../src/running-suite.ts';
import { emptyWorld, ledgerOf, PATIENCE_MS, scenarioSettings } from './scenario.ts';

const REQUESTS_PER_SECOND = 25;
/** A quarter of a second's worth may be drawn at once. */
const BURST = Math.ceil(REQUESTS_PER_SECOND / 4);
/** The first are what a crawl that had nothing ready gets ahead of the others. */
const PASSED_OVER = 20;
/** So many after those are looked at. */
const MEASURED = 100;

const HOSTS = 10;
const PAGES = 40;

/** Nothing but the budget holds them back: on a slow machine too a host that is asked may be asked again. */
const MANNERS = { delay: durationOf(0), busyFactor: 0, leasesAtATime: 20, obeyRobots: false };

/** More than the budget lets anybody fetch meanwhile. */
function seedsOf(crawl: string): string[] {
  const hosts = Array.from({ length: HOSTS }, (_, at) => `http://${crawl}-${at}.test`);
  return hosts.flatMap((host) => Array.from({ length: PAGES }, (_, page) => `${host}/${page}`));
}

const isOf = (crawl: string) => (access: { readonly host: string }) =>
  access.host.startsWith(`${crawl}-`);

/** The requests since both crawls have been making some. */
function sharedRequests({ log }: DemoWorld) {
  const began = Math.max(...['light', 'heavy'].map((crawl) => log.entries.findIndex(isOf(crawl))));
  const isShared = ['light', 'heavy'].every((crawl) => log.entries.some(isOf(crawl)));
  return isShared ? log.entries.slice(began + PASSED_OVER) : [];
}

describe('two crawls that share one budget', () => {
  it('get requests by their weight, and together no more than there are', async () => {
    await using world = await emptyWorld({ 'http://light-*': pageWith('A page') });
    world.setExtra('http://heavy-*', pageWith('A page'));
    const rate = { FRONTIER_REQUESTS_PER_SECOND: String(REQUESTS_PER_SECOND) };
    await using suite = await runEmbedded({ ...reaching(world), ...rate });
    const addresses = await suite.addresses();
    for (const [name, share] of [
      ['light', 1],
      ['heavy', 3],
    ] as const) {
      const settings = scenarioSettings({ share, manners: MANNERS });
      await createCrawl(addresses, { name, seeds: seedsOf(name), settings });
    }
    await eventually(() => sharedRequests(world).length >= MEASURED, {
      ...{ what: 'enough requests', withinMs: PATIENCE_MS, everyMs: 50 },
    });

    const measured = sharedRequests(world).slice(0, MEASURED);
    const heavy = measured.filter(isOf('heavy')).length;
    // Three of four, but for what is on its way at both ends.
    expect(heavy).toBeGreaterThanOrEqual(70);
    expect(heavy).toBeLessThanOrEqual(80);
    expect(await leftOf(['light', 'heavy'])).toBe(true);
    expectWithinBudget(world.log.entries.map(({ startMs }) => startMs));

    async function leftOf(crawls: readonly string[]): Promise<boolean> {
      const ledgers = await Promise.all(crawls.map((crawl) => ledgerOf(addresses, crawl)));
      return ledgers.every(({ waiting, parked }) => waiting + parked > 0);
    }
  });
});

/** No stretch of time has more requests than the rate and one burst allow; a lease may be late by a little. */
function expectWithinBudget(startsMs: readonly number[]): void {
  const starts = startsMs.toSorted((a, b) => a - b);
  const most = Math.max(
    ...starts.map((startMs) => {
      const within = starts.filter((each) => each >= startMs && each < startMs + 1_000);
      return within.length;
    }),
  );
  expect(most).toBeLessThanOrEqual(REQUESTS_PER_SECOND + 2 * BURST);
  const seconds = (starts.at(-1)! - starts[0]!) / 1_000;
  expect(starts.length).toBeLessThanOrEqual(seconds * REQUESTS_PER_SECOND + 2 * BURST);
}
