import { describe, expect, it } from '@jest/globals';
import { DeskAtHand, SETTINGS } from '../../test/support/desk-at-hand.ts';
import type { Granted } from './caller.ts';
import { leaseId } from './lease-id.ts';

const open = async (leasesAtATime: number) => {
  const manners = { ...SETTINGS.manners, delayMs: 0, leasesAtATime };
  const at = await DeskAtHand.open({ manners });
  await at.crawl('news');
  return at;
};
const idOf = ({ host, lease }: Granted) => leaseId(host, lease);
const settle = (at: DeskAtHand, granted: readonly Granted[]) =>
  at.desk.settling.settle(granted.map((one) => ({ id: idOf(one), outcome: 1 })));
const release = (at: DeskAtHand, granted: readonly Granted[]) =>
  at.desk.settling.release(granted.map((one) => ({ id: idOf(one), robotsUnknown: false })));

describe('the queue of a host', () => {
  it('gives the best of all that wait, whatever comes and goes while it is read', async () => {
    const at = await open(3);
    const priorities = new Map<string, number>();
    const add = async (from: number, count: number) => {
      for (let number = from; number < from + count; number += 1) {
        const url = `http://a.test/${number}`;
        priorities.set(url, 1 + ((number * 37) % 101));
        await at.submit([url], { priority: priorities.get(url)! });
      }
    };
    await add(0, 120);
    const settled: string[] = [];
    for (let round = 0; priorities.size > 0; round += 1) {
      if (round === 10) await at.reopen();
      if (round % 7 === 3 && round < 40) await add(1_000 + 10 * round, 5);
      const granted = await at.lease();
      const best = [...priorities.values()].sort((one, other) => other - one);
      // Fewer where the head was at its end: what comes behind it is there for the next caller.
      expect(granted.length).toBeGreaterThan(0);
      expect(granted.map(({ url }) => url!.priority)).toEqual(best.slice(0, granted.length));
      const back = round % 3 === 0 ? granted.slice(0, 1) : [];
      const ended = granted.slice(back.length);
      await settle(at, ended);
      await release(at, back);
      for (const { url } of ended) {
        settled.push(url!.url);
        priorities.delete(url!.url);
      }
    }
    expect(new Set(settled).size).toBe(settled.length);
    expect(at.desk.frontier.books.sum('news')).toMatchObject({ waiting: 0, leased: 0, out: 0 });
  });

  it('is leased from and settled by reading each URL once', async () => {
    const at = await open(10);
    await at.submit(['http://a.test/1', 'http://a.test/2', 'http://b.test/1']);
    const { urls } = at.tables;
    const read: number[] = [];
    at.tables.urls = (keys) => {
      read.push(keys.length);
      return urls(keys);
    };
    await settle(at, await at.lease());
    expect(at.desk.frontier.books.sum('news')).toMatchObject({ settled: 3, atRest: { 1: 3 } });
    expect(read.reduce((sum, keys) => sum + keys, 0)).toBe(3);
  });

  it('gives a URL as it was last ordered, also when it was chosen before that was written', async () => {
    const at = await open(10);
    await at.submit(['http://a.test/1']);
    await at.settled();
    const { write } = at.tables;
    const held = Promise.withResolvers<void>();
    at.tables.write = async (...changes) => {
      at.tables.write = write;
      await held.promise;
      return write(...changes);
    };
    const order = { crawl: 'news', url: 'http://a.test/1', priority: 1, group: 'g' };
    const ordered = at.desk.scheduling.schedule([order]);
    const asked = at.desk.leasing.lease({ fetcher: 'f', max: 1, waitMs: 1_000, named: [] }, []);
    await at.clock.advance(1);
    held.resolve();
    await ordered;
    const granted = await asked;
    expect(granted).toMatchObject([{ url: { group: 'g' } }]);
    await settle(at, granted);
    expect([...at.tables.rows.urls.values()]).toMatchObject([{ group: 'g', lastOutcome: 1 }]);
  });

  it('keeps an order that comes while the URL is leased', async () => {
    const at = await open(10);
    await at.submit(['http://a.test/1']);
    const granted = await at.lease();
    const order = { crawl: 'news', url: 'http://a.test/1', priority: 7, afterAttempt: 1 };
    await at.desk.scheduling.schedule([order]);
    await settle(at, granted);
    expect(await at.lease()).toMatchObject([{ url: { priority: 7 } }]);
  });

  it('keeps an order that is written together with the lease', async () => {
    const at = await open(10);
    await at.submit(['http://a.test/1']);
    await at.settled();
    const { write } = at.tables;
    const held = Promise.withResolvers<void>();
    at.tables.write = async (...changes) => {
      at.tables.write = write;
      await held.promise;
      return write(...changes);
    };
    const other = at.submit(['http://a.test/2'], { priority: 0.5 });
    await at.clock.advance(1);
    const asked = at.desk.leasing.lease({ fetcher: 'f', max: 1, waitMs: 1_000, named: [] }, []);
    await at.clock.advance(1);
    const order = { crawl: 'news', url: 'http://a.test/1', priority: 7, afterAttempt: 1 };
    const ordered = at.desk.scheduling.schedule([order]);
    const { writes } = at.tables;
    held.resolve();
    await Promise.all([other, ordered]);
    const granted = await asked;
    expect([granted[0]?.url?.url, at.tables.writes - writes]).toEqual(['http://a.test/1', 2]);
    await settle(at, granted);
    expect(await at.lease(1)).toMatchObject([{ url: { url: 'http://a.test/1', priority: 7 } }]);
  });

  it.each([
    ['few rows of a host that is leased from slowly', 60_000, [4, 4, 4]],
    ['more rows of a host that is leased from quickly', 10, [4, 32, 32]],
  ])('keeps %s', async (_, everyMs, limits) => {
    const at = await open(1);
    await at.submit(Array.from({ length: 60 }, (__, number) => `http://a.test/${number}`));
    const { best } = at.tables;
    const read: number[] = [];
    at.tables.best = (name, limit, after) => {
      read.push(limit);
      return best(name, limit, after);
    };
    await at.reopen();
    await at.pass(SETTINGS.manners.delayMs);
    for (let lease = 0; read.length < limits.length && lease < 60; lease += 1) {
      await settle(at, await at.lease());
      await at.pass(everyMs);
    }
    expect(read).toEqual(limits);
  });
});
