import { describe, expect, it } from '@jest/globals';
import { type DeskAmongOthers, DesksAtHand } from '../../test/support/desks-at-hand.ts';
import type { CrawlSettings } from './crawl.ts';
import { WAIT } from './explaining.ts';
import { leaseId } from './lease-id.ts';
import type { FrontierSettings } from './settings.ts';

const HOSTS = Array.from({ length: 60 }, (_, at) => `h${at}.a.test`);
const SECONDS = 10;

async function desksOf(
  count: number,
  crawl: Partial<CrawlSettings>,
  over: Partial<FrontierSettings> = {},
): Promise<DesksAtHand> {
  const at = new DesksAtHand(over);
  for (let one = 0; one < count; one += 1) await at.open();
  await Promise.all(at.desks.map((desk, place) => at.take(desk, at.part(place, count))));
  await at.crawl('news', crawl);
  return at;
}

const urlsOf = (hosts: readonly string[]) =>
  hosts.flatMap((host) => Array.from({ length: 60 }, (_, at) => `http://${host}/${at}`));

/** Requests of all desks together in some seconds, each asking whenever it can. */
async function requests(at: DesksAtHand, seconds: number, desks = at.desks): Promise<number> {
  let made = 0;
  const untilMs = at.clock.monotonicMs() + seconds * 1_000;
  while (at.clock.monotonicMs() < untilMs) {
    for (const one of desks) {
      const granted = await at.lease(one);
      made += granted.length;
      await one.desk.settling.settle(
        granted.map(({ host, lease }) => ({ id: leaseId(host, lease), outcome: 1 })),
      );
    }
    await at.pass(10);
  }
  return made;
}

/** What may come at once at the beginning, before and after. */
const BURST_SECONDS = 1;

describe('a rate that replicas share', () => {
  it.each([
    ['of all', {}, { requestsPerSecond: 40 }],
    ['of a crawl', { requestsPerSecond: 40 }, {}],
    ['of a site', { siteRequestsPerSecond: 40 }, {}],
  ])('%s is not passed by all together, and is used', async (_, crawl, over) => {
    const at = await desksOf(3, crawl, over);
    await at.submit(urlsOf(HOSTS));
    const made = await requests(at, SECONDS);
    expect(made).toBeLessThanOrEqual(40 * (SECONDS + BURST_SECONDS));
    expect(made).toBeGreaterThanOrEqual(40 * SECONDS * 0.9);
  });

  it('is all for one when only that one has work', async () => {
    const at = await desksOf(3, { requestsPerSecond: 40 });
    const [one] = at.desks as [DeskAmongOthers];
    const here = HOSTS.filter((host) => one.owned.has(at.buckets.ofHost(host as never)));
    await at.submit(urlsOf(here));
    const made = await requests(at, SECONDS);
    expect(made).toBeLessThanOrEqual(40 * (SECONDS + BURST_SECONDS));
    expect(made).toBeGreaterThanOrEqual(40 * SECONDS * 0.9);
  });

  it('below one a second is kept too', async () => {
    const at = await desksOf(2, { requestsPerSecond: 0.5 });
    await at.submit(urlsOf(HOSTS));
    const made = await requests(at, 40);
    expect(made).toBeLessThanOrEqual(21);
    expect(made).toBeGreaterThanOrEqual(18);
  });

  it('gets back what was drawn and not used', async () => {
    const at = await desksOf(2, { requestsPerSecond: 0.01 });
    const [one, other] = at.desks as [DeskAmongOthers, DeskAmongOthers];
    const there = HOSTS.filter((host) => other.owned.has(at.buckets.ofHost(host as never)));
    await at.submit(urlsOf(there));
    const rate = one.desk.frontier.crawls.get('news')!.budget!;
    one.desk.frontier.rates.waitMs({ name: 'crawl:news', crawl: 'news', budget: rate }, 0);
    await at.pass(10);
    expect(await requests(at, 0.2, [other])).toBe(0);
    expect(await requests(at, 3, [other])).toBe(1);
  });

  it('is told to those who get buckets', async () => {
    const at = await desksOf(1, { requestsPerSecond: 0.1 });
    const [one] = at.desks as [DeskAmongOthers];
    await at.submit(urlsOf(HOSTS));
    expect(await requests(at, 0.1)).toBe(1);
    const other = await at.open();
    await at.handOver(one, other, at.part(0, 2));
    expect(await requests(at, 9)).toBe(0);
    expect(await requests(at, 3)).toBe(1);
  });

  it('that a clock in the future has written is believed no further than one request away', async () => {
    const at = await desksOf(2, { requestsPerSecond: 1 });
    await at.submit(urlsOf(HOSTS));
    const slices = at.tables.rows.slices;
    slices.set('crawl:news', {
      ...{ name: 'crawl:news', crawl: 'news', version: 7, slices: {} },
      fullMs: at.clock.nowMs() + 86_400_000,
    });
    expect(await requests(at, 5)).toBeGreaterThanOrEqual(3);
  });

  it('is waited for while the store is away', async () => {
    const at = await desksOf(2, { requestsPerSecond: 10 });
    await at.submit(urlsOf(HOSTS));
    at.tables.sliceFaults = ['away', 'lost', 'applied but unknown', 'away'];
    const made = await requests(at, SECONDS);
    expect(made).toBeLessThanOrEqual(10 * (SECONDS + BURST_SECONDS));
    expect(made).toBeGreaterThanOrEqual(10 * (SECONDS - 3));
  });

  it('is named by explanations', async () => {
    const at = await desksOf(2, { requestsPerSecond: 0.1 });
    await at.submit(urlsOf(HOSTS));
    await requests(at, 1);
    const rows = [...at.tables.rows.urls.values()];
    for (const { desk, owned } of at.desks) {
      const waiting = rows.find(({ state, bucket }) => state === 2 && owned.has(bucket))!;
      const [explained] = await desk.explaining.explain('news', [waiting.url]);
      const wait = explained?.waits.find(({ kind }) => kind === WAIT.budget);
      expect(wait?.whose).toBe('news');
      expect(wait?.untilMs).toBeGreaterThan(at.clock.nowMs());
    }
  });
});
