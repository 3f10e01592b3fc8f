import { describe, expect, it } from '@jest/globals';
import { type DeskAmongOthers, DesksAtHand } from '../../test/support/desks-at-hand.ts';
import { WAIT } from './explaining.ts';
import { pagesName } from './slice.ts';

const HOSTS = Array.from({ length: 80 }, (_, at) => `h${at}.a.test`);
const urlsOf = (hosts: readonly string[], each = 5) =>
  hosts.flatMap((host) => Array.from({ length: each }, (_, at) => `http://${host}/${at}`));

async function desksOf(count: number, maxPages: number): Promise<DesksAtHand> {
  const at = new DesksAtHand();
  for (let one = 0; one < count; one += 1) await at.open();
  await Promise.all(at.desks.map((desk, place) => at.take(desk, at.part(place, count))));
  await at.crawl('news', { maxPages });
  return at;
}

/** All of them at work, as long as it takes. */
async function workAll(at: DesksAtHand, rounds: number, outcome?: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const one of at.desks) await at.work(one, 20, outcome);
  }
}

describe('a page limit that replicas share', () => {
  it('is not passed, and is reached', async () => {
    const at = await desksOf(3, 50);
    await at.submit(urlsOf(HOSTS));
    for (let round = 0; round < 60; round += 1) {
      for (const one of at.desks) await at.work(one, 20);
      expect(at.used()).toBeLessThanOrEqual(50);
    }
    await at.pass(3_000);
    await workAll(at, 30);
    expect(at.used()).toBe(50);
  });

  it('is reached by one alone when the others have nothing of the crawl', async () => {
    const at = await desksOf(3, 40);
    const [one] = at.desks as [DeskAmongOthers];
    const here = HOSTS.filter((host) => one.owned.has(at.buckets.ofHost(host as never)));
    await at.submit(urlsOf(here));
    await at.work(one, 20_000);
    expect(at.used()).toBe(40);
  });

  it('counts pages alone: what failed can be drawn again', async () => {
    const at = await desksOf(2, 10);
    await at.submit(urlsOf(HOSTS, 1));
    await workAll(at, 200, 8);
    expect(at.used()).toBe(0);
    await at.pass(60_000);
    await workAll(at, 200, 1);
    expect(at.used()).toBe(10);
  });

  it('of one that owns everything costs no row, and none is drawn before it hands buckets over', async () => {
    const at = await desksOf(1, 30);
    const [one] = at.desks as [DeskAmongOthers];
    await at.submit(urlsOf(HOSTS));
    await at.lease(one, 10);
    await at.pass(100);
    expect(at.tables.sliceWrites).toBe(0);
    const other = await at.open();
    await at.handOver(one, other, at.part(0, 2));
    await workAll(at, 100);
    expect(at.used()).toBe(30);
    expect(at.tables.rows.slices.has(pagesName('news'))).toBe(true);
  });

  it('is kept by books again once all buckets are with one', async () => {
    const at = await desksOf(2, 30);
    const [one, other] = at.desks as [DeskAmongOthers, DeskAmongOthers];
    await at.submit(urlsOf(HOSTS));
    await at.work(one, 100);
    await at.handOver(other, one, at.part(1, 2));
    await at.pass(100);
    const before = at.tables.sliceWrites;
    await at.work(one, 1_000);
    expect(at.used()).toBe(30);
    expect(at.tables.sliceWrites).toBe(before);
  });

  it('is not drawn from while an owner of all may not know yet that it lost some', async () => {
    const at = await desksOf(1, 10);
    const [one] = at.desks as [DeskAmongOthers];
    await at.submit(urlsOf(HOSTS));
    const other = await at.open();
    await at.take(other, at.part(0, 2));
    await at.work(other, 3_000);
    expect(at.used()).toBe(0);
    at.lose(one, at.part(0, 2));
    await workAll(at, 100);
    expect(at.used()).toBe(10);
  });

  it('keeps what a dead replica drew until its buckets are taken, and then gives it to others', async () => {
    const at = await desksOf(2, 40);
    const [one, other] = at.desks as [DeskAmongOthers, DeskAmongOthers];
    await at.submit(urlsOf(HOSTS));
    while (at.used() === 0) {
      await at.lease(one, 1);
      await at.pass(10);
    }
    const drawn = at.tables.rows.slices.get(pagesName('news'))!.slices[one.name]!;
    expect(drawn).toBeGreaterThan(1);
    at.kill(one);
    await at.work(other, 20_000);
    // What it leased of them is counted twice as long as nobody can know.
    expect(at.used()).toBe(40 - drawn);
    await at.take(other, [...one.owned]);
    await at.pass(61_000);
    await at.work(other, 20_000);
    expect(at.used()).toBe(40);
  });

  it('is drawn anew by one that gets buckets after others thought that it had none', async () => {
    const at = await desksOf(2, 40);
    const [one, other] = at.desks as [DeskAmongOthers, DeskAmongOthers];
    await at.submit(urlsOf(HOSTS));
    while (at.used() === 0) {
      await at.lease(one, 1);
      await at.pass(10);
    }
    const buckets = [...one.owned];
    await at.take(other, buckets);
    await at.work(other, 1_000);
    expect(at.used()).toBe(40);
    await at.take(one, buckets.slice(0, 16));
    await at.work(one, 100);
    expect(at.used()).toBe(40);
  });

  it('is not kept by the books of one that only thinks that it owns everything', async () => {
    const at = await desksOf(2, 40);
    const [one, other] = at.desks as [DeskAmongOthers, DeskAmongOthers];
    await at.submit(urlsOf(HOSTS));
    await at.pass(10);
    await at.handOver(other, one, at.part(1, 2));
    await at.take(other, at.part(1, 2));
    await at.work(other, 20_000);
    const used = at.used();
    expect(used).toBeGreaterThan(20);
    await at.work(one, 1_000);
    expect(at.used()).toBeLessThanOrEqual(40);
  });

  it('is not passed by a lease of which nobody knows whether it was written', async () => {
    const at = await desksOf(2, 5);
    const [one] = at.desks as [DeskAmongOthers];
    await at.submit(urlsOf(HOSTS));
    await at.pass(10);
    for (let round = 0; round < 40; round += 1) {
      at.tables.faults = ['applied but unknown', 'lost', 'away'];
      await at.lease(one, 3).catch(() => {});
      at.tables.faults = [];
      await at.pass(100);
      expect(at.used()).toBeLessThanOrEqual(5);
    }
  });

  it('has room for a lease whose write may still land', async () => {
    const at = await desksOf(2, 1);
    const [one] = at.desks as [DeskAmongOthers];
    await at.submit(urlsOf(HOSTS));
    await at.pass(10);
    // Nor can it be made sure that it does not.
    at.tables.faults = ['late', 'away'];
    await expect(at.lease(one, 1)).rejects.toThrow('unknown');
    for (let round = 0; round < 5; round += 1) {
      await at.clock.advance(500);
      expect(await at.lease(one, 1)).toEqual([]);
    }
    at.tables.land();
    expect(at.used()).toBe(1);
    await at.work(one, 1_000);
    expect(at.used()).toBe(1);
  });

  it('is named by explanations', async () => {
    const at = await desksOf(2, 3);
    const [one] = at.desks as [DeskAmongOthers];
    await at.submit(urlsOf(HOSTS));
    await workAll(at, 100);
    expect(at.used()).toBe(3);
    const rows = [...at.tables.rows.urls.values()];
    const waiting = rows.find(({ state, bucket }) => state === 2 && one.owned.has(bucket))!;
    await at.lease(one);
    const [explained] = await one.desk.explaining.explain('news', [waiting.url]);
    expect(explained?.waits.map(({ kind }) => kind)).toContain(WAIT.pageLimit);
  });

  it('that is raised is drawn from again', async () => {
    const at = await desksOf(2, 3);
    await at.submit(urlsOf(HOSTS));
    await workAll(at, 100);
    await at.crawl('news', { maxPages: 6 }, 2);
    await workAll(at, 100);
    expect(at.used()).toBe(6);
  });
});
