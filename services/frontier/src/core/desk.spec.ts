import { describe, expect, it } from '@jest/globals';
import { crawlRow, DeskAtHand, SETTINGS } from '../../test/support/desk-at-hand.ts';
import type { Url } from '@mayfly/url';
import type { Granted } from './caller.ts';
import { GONE } from './crawl.ts';
import { ANSWER } from './ending.ts';
import { WAIT } from './explaining.ts';
import { crawlsWaitingAt } from './host-state.ts';
import { leaseId } from './lease-id.ts';
import { REST } from './rows.ts';

const settleAll = async (at: DeskAtHand, granted: Awaited<ReturnType<DeskAtHand['lease']>>) => {
  await at.desk.settling.settle(
    granted.map(({ host, lease }) => ({ id: leaseId(host, lease), outcome: 1 })),
  );
};

describe('a host', () => {
  it('is not asked a millisecond too soon, also when the wall clock is set', async () => {
    for (const jumpMs of [0, -3_600_000, 3_600_000]) {
      const at = await DeskAtHand.open();
      await at.crawl('news');
      await at.submit(['http://a.test/1', 'http://a.test/2']);
      await settleAll(at, await at.lease());
      at.clock.jump(jumpMs);
      await at.pass(999);
      expect(await at.lease()).toEqual([]);
      await at.pass(1);
      expect(await at.lease()).toHaveLength(1);
    }
  });

  it.each([-86_400_000, 0, 86_400_000])(
    'rests its delay after a kill, with the wall clock set by %i meanwhile',
    async (jumpMs) => {
      const at = await DeskAtHand.open();
      await at.crawl('news');
      await at.submit(['http://a.test/1', 'http://a.test/2']);
      await settleAll(at, await at.lease());
      await at.pass(500);
      at.clock.jump(jumpMs);
      await at.reopen();
      await at.pass(999);
      expect(await at.lease()).toEqual([]);
      await at.pass(1);
      expect(await at.lease()).toHaveLength(1);
    },
  );

  it.each([-86_400_000, -30_000, 0, 30_000, 86_400_000])(
    'rests on after a kill where the wall clock was set by %i before its row was written again',
    async (jumpMs) => {
      const at = await DeskAtHand.open({ manners: { ...SETTINGS.manners, leasesAtATime: 2 } });
      await at.crawl('news');
      await at.submit(['http://a.test/1', 'http://a.test/2', 'http://a.test/3']);
      const [busy, other] = (await at.lease()) as [Granted, Granted];
      const report = { id: leaseId(busy.host, busy.lease), outcome: 4, retryAfterMs: 90_000 };
      await at.desk.settling.settle([report]);
      await at.pass(10_000);
      at.clock.jump(jumpMs);
      await settleAll(at, [other]);
      await at.reopen();
      await at.pass(79_999);
      expect(await at.lease()).toEqual([]);
      await at.pass(1);
      expect(await at.lease()).toHaveLength(1);
    },
  );

  it('rests the delay of a crawl after a start also where that crawl finds it later', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('own', { private: true, manners: { delayMs: 0 } });
    await at.submit(['http://a.test/1', 'http://a.test/2', 'http://a.test/3'], { crawl: 'own' });
    await settleAll(at, await at.lease());
    await at.crawl('news');
    await at.reopen();
    await at.submit(['http://a.test/4'], { priority: 9 });
    await settleAll(at, await at.lease());
    await at.pass(999);
    const [explained] = await at.desk.explaining.explain('news', ['http://a.test/4' as Url]);
    const untilMs = at.clock.nowMs() + 1;
    expect(explained?.waits).toEqual([{ kind: WAIT.hostRests, untilMs, reason: REST.restart }]);
    const crawls = async () => (await at.lease()).map(({ lease: { crawl } }) => crawl);
    expect(await crawls()).toEqual(['own']);
    await at.pass(SETTINGS.leaseMs);
    expect(await crawls()).toEqual(['news']);
  });

  it('is asked for robots.txt again where its rules end while a page is being leased', async () => {
    const manners = { ...SETTINGS.manners, obeyRobots: true };
    const at = await DeskAtHand.open({ manners });
    await at.crawl('news');
    await at.submit(['http://a.test/1']);
    const [{ host, lease: robots }] = (await at.lease()) as [Granted];
    const rules = { known: true, maxAgeMs: 5_000 };
    await at.desk.settling.settle([{ id: leaseId(host, robots), outcome: 1, robots: rules }]);
    await at.pass(1_000);
    const { write } = at.tables;
    const held = Promise.withResolvers<void>();
    at.tables.write = async (...changes) => {
      at.tables.write = write;
      await held.promise;
      return write(...changes);
    };
    const submitting = at.submit(['http://a.test/2']);
    await at.clock.advance(0);
    const leasing = at.desk.leasing.lease({ fetcher: 'f', max: 1, waitMs: 0, named: [] }, []);
    await at.clock.advance(0);
    at.clock.jump(10_000);
    held.resolve();
    await submitting;
    const granted = [...(await leasing), ...(await at.lease())];
    expect(granted.map(({ lease }) => lease.url)).toEqual(['http://a.test/robots.txt']);
  });

  it('rests by a late report also when many of its leases have ended since', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news');
    await at.submit(['http://a.test/late']);
    const [{ host, lease }] = (await at.lease()) as [Granted];
    const others = Array.from({ length: 10 }, (_, other) => `http://a.test/${other}`);
    await at.submit(others, { priority: 9 });
    await at.pass(SETTINGS.leaseMs + 1);
    await at.desk.settling.expireDue();
    for (const _ of [...others, 'http://a.test/late']) {
      await at.pass(1_000);
      await settleAll(at, await at.lease());
    }
    const report = { id: leaseId(host, lease), outcome: 4, retryAfterMs: 60_000 };
    expect(await at.desk.settling.settle([report])).toEqual([ANSWER.expired]);
    expect(at.desk.frontier.hostOf(host)?.restReason).toBe(REST.busy);
  });

  it('leaves memory when nothing of it waits and its rest is over', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news');
    await at.submit(['http://a.test/1']);
    await settleAll(at, await at.lease());
    const inMemory = () => at.desk.frontier.owned().reduce((sum, { hosts }) => sum + hosts.size, 0);
    expect(inMemory()).toBe(1);
    await at.pass(1_001);
    expect(inMemory()).toBe(0);
  });

  it('keeps the number of its attempts when it leaves memory while a turn is being read', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news');
    await at.submit(['http://a.test/1']);
    await settleAll(at, await at.lease());
    await at.pass(999);
    const { find } = at.tables;
    at.tables.find = async (names) => {
      at.tables.find = find;
      await at.clock.advance(1);
      return find(names);
    };
    await at.submit(['http://a.test/2']);
    const [{ lease, url }] = (await at.lease()) as [Granted];
    expect({ url: url?.url, attempt: lease.attempt }).toEqual({
      url: 'http://a.test/2',
      attempt: 2,
    });
  });

  it('keeps only the best of a long queue in memory', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news');
    await at.submit(Array.from({ length: 2_000 }, (_, url) => `http://a.test/${url}`));
    await at.settled();
    const host = at.desk.frontier.hostOf('a.test' as never);
    expect(host?.queue('news').head.length).toBeLessThan(600);
    expect(host?.row.counts.news?.waiting).toBe(2_000);
  });
});

describe('a page limit', () => {
  it('is not passed by many leases at once, nor by starting again', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news', { maxPages: 2 });
    await at.submit(['http://a.test/', 'http://b.test/', 'http://c.test/', 'http://d.test/']);
    const [one, two, ...more] = await at.lease();
    expect(more).toEqual([]);
    await at.desk.settling.settle([
      { id: leaseId(one!.host, one!.lease), outcome: 1 },
      { id: leaseId(two!.host, two!.lease), outcome: 4 },
    ]);
    expect(await at.lease()).toHaveLength(1);
    await at.reopen();
    await at.pass(2_000);
    expect(await at.lease()).toEqual([]);
  });
});

describe('a budget', () => {
  it('is not passed by starting again and again', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news', { requestsPerSecond: 0.1 });
    await at.submit(['http://a.test/', 'http://b.test/', 'http://c.test/', 'http://d.test/']);
    let given = 0;
    for (let second = 0; second < 25; second += 1) {
      given += (await at.lease()).length;
      await at.pass(1_000);
      await at.reopen();
      await at.pass(0);
    }
    expect(given).toBe(3);
  });

  it('of a site bounds all its hosts together', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news', { siteRequestsPerSecond: 1 });
    await at.submit(['http://x.a.test/', 'http://y.a.test/', 'http://b.test/']);
    const first = await at.lease();
    expect(first.map(({ host }) => host).sort()).toEqual(['b.test', 'x.a.test']);
    await at.pass(999);
    expect(await at.lease()).toEqual([]);
    await at.pass(1);
    expect(await at.lease()).toHaveLength(1);
  });
});

describe('an outage of the store', () => {
  it('is told, and what was written all the same is found', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news');
    at.tables.faults = ['applied but unknown'];
    await expect(at.submit(['http://a.test/1'])).rejects.toMatchObject({ code: 'STORE_AWAY' });
    expect((await at.submit(['http://a.test/1'])).map(({ answer }) => answer)).toEqual([1]);
    expect(at.desk.frontier.books.sum('news')).toMatchObject({ known: 1, waiting: 1 });
    at.tables.faults = ['lost'];
    await expect(at.lease()).rejects.toMatchObject({ code: 'STORE_AWAY' });
    await at.pass(1_000);
    expect(await at.lease()).toHaveLength(1);
  });
});

describe('a settlement whose answer was lost', () => {
  it('lets the host rest all the same, and is done when it is repeated', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news');
    await at.submit(['http://a.test/1', 'http://a.test/2']);
    const [one] = await at.lease();
    const settlement = { id: leaseId(one!.host, one!.lease), outcome: 1 };
    at.tables.faults = ['applied but unknown'];
    await expect(at.desk.settling.settle([settlement])).rejects.toMatchObject({
      code: 'STORE_AWAY',
    });
    expect(await at.desk.settling.settle([settlement])).toEqual([1]);
    expect(at.desk.frontier.books.sum('news')).toMatchObject({ settled: 1, pages: 1 });
    expect(await at.lease()).toEqual([]);
    await at.pass(1_000);
    expect(await at.lease()).toHaveLength(1);
  });
});

describe('a crawl that is deleted', () => {
  it('leaves no row, no count of its own and no place in a queue, and its lease ends without effect', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news', { requestsPerSecond: 100 });
    await at.crawl('blog');
    await at.submit(['http://a.test/1', 'http://a.test/2', 'http://b.test/3']);
    const [one] = await at.lease(1);
    await at.submit(['http://a.test/4'], { crawl: 'blog' });
    await at.desk.crawls.put([{ ...crawlRow('news', {}, 2), deleted: true }]);
    await at.reopen();
    await at.desk.crawls.forget(new AbortController().signal);
    const { rows } = at.tables;
    expect([...rows.urls.values()].map(({ crawl }) => crawl)).toEqual(['blog']);
    const counted = [...rows.ledgers.values()].map(({ crawl }) => crawl);
    expect(counted.filter((crawl) => crawl !== GONE)).toEqual(['blog']);
    expect([...rows.hosts.values()].flatMap(crawlsWaitingAt)).toEqual(['blog']);
    expect(await at.desk.crawls.put([crawlRow('news', {}, 3)])).toEqual([3]);
    const settlement = { id: leaseId(one!.host, one!.lease), outcome: 1 };
    expect(await at.desk.settling.settle([settlement])).toEqual([1]);
    expect(at.desk.frontier.books.sum('news')).toMatchObject({ known: 0, settled: 0, out: 0 });
    await at.pass(2_000);
    expect((await at.lease()).map(({ url }) => url?.url)).toEqual(['http://a.test/4']);
  });
});

describe('many submissions', () => {
  it('share writes: one for each bucket that is under way', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news');
    const before = at.tables.writes;
    await Promise.all(Array.from({ length: 50 }, (_, url) => at.submit([`http://a.test/${url}`])));
    expect(at.tables.writes - before).toBeLessThanOrEqual(2);
  });
});
