import { describe, expect, it } from '@jest/globals';
import type { HostKey, Url } from '@mayfly/url';
import { crawlRow, DeskAtHand, SETTINGS } from '../../test/support/desk-at-hand.ts';
import type { Granted } from './caller.ts';
import { leaseId } from './lease-id.ts';
import { KIND } from './rows.ts';

const ROBOTS = 'http://a.test/robots.txt' as Url;

describe('a page of a host whose rules are known for one scheme', () => {
  it('waits for the rules of its own, alone, and keeps its place', async () => {
    const manners = { ...SETTINGS.manners, obeyRobots: true, leasesAtATime: 10, delayMs: 0 };
    const at = await DeskAtHand.open({ manners });
    await at.crawl('news');
    await at.submit(['http://a.test/1', 'https://a.test/2', 'https://a.test/3', 'http://a.test/4']);
    const urlsOf = (granted: readonly Granted[]) =>
      granted.map(({ url, lease }) => url?.url ?? lease.url);
    const settle = (granted: readonly Granted[]) =>
      at.desk.settling.settle(
        granted.map(({ host, lease }) => ({
          ...{ id: leaseId(host, lease), outcome: 1 },
          ...(lease.kind === KIND.robots ? { robots: { known: true } } : {}),
        })),
      );
    const asked: unknown[] = [];
    for (let round = 0; round < 8 && asked.flat().length < 6; round += 1) {
      const granted = await at.lease();
      if (granted.length > 0) asked.push(urlsOf(granted));
      await settle(granted);
    }
    expect(asked).toEqual([
      ['http://a.test/robots.txt'],
      ['http://a.test/1', 'https://a.test/robots.txt'],
      ['https://a.test/2', 'https://a.test/3', 'http://a.test/4'],
    ]);
    const books = at.desk.frontier.books.sum('news');
    expect(books).toMatchObject({ given: 6, settled: 6, waiting: 0, out: 0 });
    expect(at.desk.frontier.crawls.get('news')?.pendingPages).toBe(0);
  });
});

describe('a page of a crawl that obeys no robots.txt', () => {
  it('waits too where a page that was chosen before it turns out to need robots.txt', async () => {
    const manners = { ...SETTINGS.manners, obeyRobots: true, leasesAtATime: 3, delayMs: 0 };
    const at = await DeskAtHand.open({ manners });
    await at.crawl('news');
    await at.crawl('own', { private: true, manners: { obeyRobots: false } });
    await at.submit(['http://a.test/1']);
    const [{ host, lease }] = (await at.lease()) as [Granted];
    const report = { id: leaseId(host, lease), outcome: 1, robots: { known: true } };
    await at.desk.settling.settle([report]);
    // So that it is the other crawl's turn.
    await at.submit(['http://b.test/1', 'http://b.test/2'], { crawl: 'own' });
    expect(await at.lease()).toHaveLength(3);
    await at.submit(['http://a.test/3'], { crawl: 'own' });
    await at.submit(['https://a.test/2']);
    const urls = (await at.lease()).map(({ url, lease: { url: robots } }) => url?.url ?? robots);
    expect(urls).toContain('https://a.test/robots.txt');
    expect(urls).not.toContain('http://a.test/3');
  });
});

describe('a robots.txt that another one redirects to', () => {
  const open = async () => {
    const at = await DeskAtHand.open({ manners: { ...SETTINGS.manners, obeyRobots: true } });
    await at.crawl('news');
    await at.submit(['http://a.test/1', 'http://b.test/1']);
    const granted = (await at.lease()) as [Granted, Granted];
    const names = granted.map(({ host, lease }) => ({ host, attempt: lease.attempt }));
    const [a, b] = names.sort((x, y) => (x.host < y.host ? -1 : 1));
    return { at, a: a!, b: b! };
  };
  const ask = async (at: DeskAtHand, after: { host: HostKey; attempt: number }) => {
    const named = [{ url: ROBOTS, kind: KIND.robots, crawl: 'news', after }];
    const asked = at.desk.leasing.lease({ fetcher: 'f', max: 1, waitMs: 5_000, named }, []);
    await at.pass(5_000);
    return asked;
  };

  it('is given while the lease that led there is out, since its request has ended', async () => {
    const { at, a } = await open();
    expect(await ask(at, a)).toMatchObject([{ lease: { url: ROBOTS } }]);
  });

  it('waits for a request that the same fetcher makes of that host for another reason', async () => {
    const { at, b } = await open();
    expect(await ask(at, b)).toEqual([]);
  });
});

describe('a crawl that was paused', () => {
  it('gets its share again, and does not make up for the time', async () => {
    const manners = { ...SETTINGS.manners, delayMs: 0, leasesAtATime: 100 };
    const at = await DeskAtHand.open({ manners });
    for (const crawl of ['one', 'two']) {
      await at.crawl(crawl);
      const urls = Array.from(
        { length: 100 },
        (_, n) => `http://${'abcd'[n % 4]}.test/${crawl}${n}`,
      );
      await at.submit(urls, { crawl });
    }
    const leasedOfOne = async () => {
      const granted = await at.lease(10);
      const settlements = granted.map(({ host, lease }) => ({
        id: leaseId(host, lease),
        outcome: 1,
      }));
      await at.desk.settling.settle(settlements);
      return granted.filter(({ lease }) => lease.crawl === 'one').length;
    };
    await at.desk.crawls.put([{ ...crawlRow('one', {}, 2), paused: true }]);
    for (let round = 0; round < 5; round += 1) expect(await leasedOfOne()).toBe(0);
    await at.desk.crawls.put([crawlRow('one', {}, 3)]);
    const leased = [await leasedOfOne(), await leasedOfOne(), await leasedOfOne()];
    // Half of thirty, and the credit of one that had nothing for a while.
    expect(leased.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(17);
  });
});
