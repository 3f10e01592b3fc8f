import { describe, expect, it } from '@jest/globals';
import type { HostKey, Url } from '@mayfly/url';
import { crawlRow, DeskAtHand, SETTINGS } from '../../test/support/desk-at-hand.ts';
import { leaseId } from './lease-id.ts';
import { KIND } from './rows.ts';

/** Holds the next write back until the test lets it go. */
function holdWrite(at: DeskAtHand) {
  const { write } = at.tables;
  const reached = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  at.tables.write = async (...change) => {
    at.tables.write = write;
    reached.resolve();
    await held.promise;
    return write(...change);
  };
  return { reached: reached.promise, letGo: held.resolve };
}

const bucketOf = (at: DeskAtHand, host: string) => at.buckets.ofHost(host as HostKey);
const request = { fetcher: 'f', max: 1, waitMs: 0, named: [] };

/** Two hosts on one machine that takes one request at a time. */
const ONE_MACHINE = {
  servers: {
    ...SETTINGS.servers,
    groups: [{ name: 'machine', hosts: ['a.test', 'b.test'], leasesAtATime: 1 }],
    groupDelayMs: 0,
  },
};

describe('a bucket that is lost while something of it is being written', () => {
  it('is not counted any more, also when the write got through', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news');
    const { reached, letGo } = holdWrite(at);
    const submitting = at.submit(['http://a.test/1']);
    await reached;
    at.desk.frontier.drop([bucketOf(at, 'a.test')]);
    letGo();
    await submitting;
    expect(at.desk.frontier.books.sum('news').known).toBe(0);
  });

  it('is not read into memory by whoever lost it', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news');
    at.tables.faults = ['applied but unknown'];
    await expect(at.submit(['http://a.test/1'])).rejects.toMatchObject({ code: 'STORE_AWAY' });
    const { bucketState } = at.tables;
    at.tables.bucketState = async (bucket) => {
      at.tables.bucketState = bucketState;
      at.desk.frontier.drop([bucket]);
      return bucketState(bucket);
    };
    await at.submit(['http://a.test/1']);
    expect(at.desk.frontier.books.sum('news').known).toBe(0);
    expect(at.desk.frontier.hostOf('a.test' as HostKey)).toBeUndefined();
  });

  it('is not written to with counts that were forgotten, while nobody else has it', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news');
    await at.submit(['http://a.test/1', 'http://a.test/2']);
    const bucket = bucketOf(at, 'a.test');
    const { find } = at.tables;
    at.tables.find = async (names) => {
      at.tables.find = find;
      at.desk.frontier.drop([bucket]);
      return find(names);
    };
    await at.submit(['http://a.test/3']);
    const [ledger] = (await at.tables.bucketState(bucket)).ledgers;
    expect(ledger?.known).toBe(2);
  });

  it('is counted when it is ours again before the work of the first time has ended', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news');
    await at.submit(['http://a.test/1']);
    const bucket = bucketOf(at, 'a.test');
    const { reached, letGo } = holdWrite(at);
    const submitting = at.submit(['http://a.test/2']).catch(() => {});
    await reached;
    const leaving = at.desk.frontier.leave([bucket]);
    await at.desk.frontier.gain([{ bucket, epoch: 3 }]);
    at.tables.faults = ['lost'];
    letGo();
    await Promise.all([leaving, submitting]);
    await at.submit(['http://a.test/3']);
    const [ledger] = (await at.tables.bucketState(bucket)).ledgers;
    expect([ledger?.known, at.desk.frontier.books.sum('news').known]).toEqual([2, 2]);
  });

  it('leaves no request at a machine that it shares with others', async () => {
    const at = await DeskAtHand.open(ONE_MACHINE);
    await at.crawl('news');
    await at.submit(['http://a.test/1']);
    await at.settled();
    const { reached, letGo } = holdWrite(at);
    const leasing = at.desk.leasing.lease(request, []);
    await reached;
    at.desk.frontier.drop([bucketOf(at, 'a.test')]);
    letGo();
    expect(await leasing).toHaveLength(1);
    await at.submit(['http://b.test/1']);
    expect((await at.lease()).map(({ host }) => host)).toEqual(['b.test']);
  });

  it('lets hosts go on that waited for its request to the same machine', async () => {
    const at = await DeskAtHand.open(ONE_MACHINE);
    await at.crawl('news');
    await at.submit(['http://a.test/1']);
    expect(await at.lease()).toHaveLength(1);
    await at.submit(['http://b.test/1']);
    expect(await at.lease()).toEqual([]);
    at.desk.frontier.drop([bucketOf(at, 'a.test')]);
    expect((await at.lease()).map(({ host }) => host)).toEqual(['b.test']);
  });

  it('fails nobody who waits for any lease', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news');
    await at.submit(['http://a.test/1']);
    await at.settled();
    const { reached, letGo } = holdWrite(at);
    const submitting = at.submit(['http://a.test/2']);
    await reached;
    const leasing = at.desk.leasing.lease({ ...request, waitMs: 5_000 }, []);
    await at.clock.advance(0);
    at.desk.frontier.drop([bucketOf(at, 'a.test')]);
    letGo();
    await submitting;
    await at.submit(['http://b.test/1']);
    expect((await leasing).map(({ host }) => host)).toEqual(['b.test']);
  });

  it('tells whoever waits for a URL of it by name', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news');
    await at.submit(['http://a.test/1']);
    expect(await at.lease()).toHaveLength(1);
    const url = 'http://a.test/2' as Url;
    const named = [{ url, kind: KIND.page, crawl: 'by-hand' }];
    const leasing = at.desk.leasing.lease({ ...request, waitMs: 60_000, named }, []);
    const heard = expect(leasing).rejects.toMatchObject({ code: 'NOT_OWNER' });
    await at.settled();
    at.desk.frontier.drop([bucketOf(at, 'a.test')]);
    await at.clock.advance(60_000);
    await heard;
  });

  it('frees the quota of its sites, also of hosts that were not at work', async () => {
    const at = await DeskAtHand.open({ quotas: { host: 100, site: 2 } });
    await at.crawl('news');
    const parked = { priority: undefined };
    await at.submit(['http://one.a.test/1', 'http://one.a.test/2'], parked);
    expect((await at.submit(['http://other.a.test/1'], parked))[0]?.rule).toBe('quota-site');
    const bucket = bucketOf(at, 'one.a.test');
    expect(bucketOf(at, 'other.a.test')).not.toBe(bucket);
    at.desk.frontier.drop([bucket]);
    expect((await at.submit(['http://other.a.test/1'], parked))[0]?.rule).toBe('');
  });
});

describe('a lease that is out when its bucket changes hands', () => {
  it.each(['given up', 'lost'])('expires at its time with the next owner, once %s', async (how) => {
    const at = await DeskAtHand.open();
    await at.crawl('news');
    await at.submit(['http://a.test/1']);
    expect(await at.lease()).toHaveLength(1);
    await at.pass(20_000);
    const bucket = bucketOf(at, 'a.test');
    if (how === 'lost') at.desk.frontier.drop([bucket]);
    else await at.desk.frontier.leave([bucket]);
    await at.desk.frontier.gain([{ bucket, epoch: 2 }]);
    await at.pass(39_999);
    expect(at.desk.frontier.books.sum('news')).toMatchObject({ out: 1, expired: 0 });
    await at.pass(1);
    expect(at.desk.frontier.books.sum('news')).toMatchObject({ out: 0, expired: 1 });
    await at.pass(1_000);
    expect(await at.lease()).toHaveLength(1);
  });
});

describe('the quota of a site', () => {
  const urls = ['http://one.a.test/1', 'http://other.a.test/1', 'http://one.a.test/2'];

  it('counts what comes, goes and comes again once', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news', { siteUrlQuota: 4 });
    await at.submit(urls);
    for (let epoch = 2; epoch < 5; epoch += 1) {
      const bucket = bucketOf(at, 'one.a.test');
      await at.desk.frontier.leave([bucket]);
      await at.desk.frontier.gain([{ bucket, epoch }]);
    }
    const [last] = await at.submit(['http://one.a.test/3']);
    const [over] = await at.submit(['http://one.a.test/4']);
    expect([last?.rule, over?.rule]).toEqual(['', 'quota-site']);
  });

  it('is free again when its crawl is forgotten', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news', { siteUrlQuota: 3 });
    await at.submit(urls);
    await at.desk.crawls.put([{ ...crawlRow('news', {}, 2), deleted: true }]);
    await at.desk.crawls.forget(new AbortController().signal);
    await at.crawl('news', { siteUrlQuota: 3 }, 3);
    expect((await at.submit(urls)).map(({ rule }) => rule)).toEqual(['', '', '']);
  });
});

describe('a lease whose write got no answer', () => {
  it('expires, also when nobody asks for anything of its bucket again', async () => {
    const at = await DeskAtHand.open();
    const url = 'http://a.test/1' as Url;
    const named = [{ url, kind: KIND.page, crawl: 'by-hand' }];
    const { write } = at.tables;
    // The URL is made known by the first write, and leased by the second.
    at.tables.write = async (...change) => {
      at.tables.write = write;
      at.tables.faults = [];
      const outcome = await write(...change);
      at.tables.faults = ['applied but unknown'];
      return outcome;
    };
    await expect(at.desk.leasing.lease({ ...request, named }, [])).rejects.toMatchObject({
      code: 'STORE_AWAY',
    });
    at.desk.frontier.catchUp();
    await at.settled();
    expect(at.desk.frontier.books.sum('by-hand')).toMatchObject({ given: 1, out: 1 });
    await at.pass(SETTINGS.leaseMs);
    expect(at.desk.frontier.books.sum('by-hand')).toMatchObject({ out: 0, expired: 1 });
  });
});

describe('a lease that came to nothing', () => {
  it('lets hosts go on that waited for room at the same machine', async () => {
    const at = await DeskAtHand.open(ONE_MACHINE);
    await at.crawl('news');
    await at.submit(['http://a.test/1', 'http://b.test/1']);
    await at.settled();
    at.tables.faults = ['away'];
    await expect(at.desk.leasing.lease({ ...request, max: 2 }, [])).rejects.toMatchObject({
      code: 'STORE_AWAY',
    });
    const [one] = await at.lease();
    await at.desk.settling.settle([{ id: leaseId(one!.host, one!.lease), outcome: 1 }]);
    const [other] = await at.lease();
    expect(new Set([one!.host, other?.host])).toEqual(new Set(['a.test', 'b.test']));
  });
});
