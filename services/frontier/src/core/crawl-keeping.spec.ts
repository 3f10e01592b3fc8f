import { describe, expect, it } from '@jest/globals';
import type { HostKey, Url } from '@mayfly/url';
import { crawlRow, DeskAtHand, SETTINGS } from '../../test/support/desk-at-hand.ts';
import { DesksAtHand } from '../../test/support/desks-at-hand.ts';
import type { Granted } from './caller.ts';
import { imbalance } from './ledger.ts';
import { leaseId } from './lease-id.ts';
import { STATE } from './rows.ts';
import { SUBMITTED } from './submitting.ts';

const forever = new AbortController().signal;

/** Two leases of a crawl: one is settled, the other still out when the crawl is deleted. */
async function deleted(at: DeskAtHand) {
  await at.crawl('news');
  await at.submit(['http://a.test/1', 'http://b.test/1', 'http://b.test/2']);
  const [one, two] = await at.lease();
  await at.desk.settling.settle([{ id: leaseId(one!.host, one!.lease), outcome: 1 }]);
  await at.desk.crawls.put([{ ...crawlRow('news', {}, 2), deleted: true }]);
  return leaseId(two!.host, two!.lease);
}

const leasesOf = (at: DeskAtHand) => {
  const ledger = at.desk.looking.ledger(undefined);
  expect(imbalance(ledger)).toBeUndefined();
  const { known, given, settled, out } = ledger;
  return { known, given, settled, out };
};

describe('the books after a crawl was deleted', () => {
  it.each(['before', 'after'])(
    'keep what was leased for it, also what ends %s it is forgotten',
    async (when) => {
      const at = await DeskAtHand.open();
      const id = await deleted(at);
      expect(leasesOf(at)).toEqual({ known: 0, given: 2, settled: 1, out: 1 });
      if (when === 'after') await at.desk.crawls.forget(forever);
      await at.desk.settling.settle([{ id, outcome: 1 }]);
      if (when === 'before') await at.desk.crawls.forget(forever);
      expect(leasesOf(at)).toEqual({ known: 0, given: 2, settled: 2, out: 0 });
      await at.reopen();
      expect(leasesOf(at)).toEqual({ known: 0, given: 2, settled: 2, out: 0 });
    },
  );

  it('are none of the next crawl of that name', async () => {
    const at = await DeskAtHand.open();
    const id = await deleted(at);
    await at.desk.crawls.forget(forever);
    await at.crawl('news', {}, 3);
    await at.submit(['http://c.test/1']);
    await at.desk.settling.settle([{ id, outcome: 1 }]);
    expect(at.desk.looking.ledger('news')).toMatchObject({
      known: 1,
      given: 0,
      settled: 0,
      out: 0,
    });
    expect(leasesOf(at)).toEqual({ known: 1, given: 2, settled: 2, out: 0 });
  });

  it('know a lease that was being written when it was deleted', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news');
    await at.submit(['http://a.test/1']);
    const { write } = at.tables;
    const held = Promise.withResolvers<void>();
    at.tables.write = async (...changes) => {
      await held.promise;
      return write(...changes);
    };
    const leasing = at.desk.leasing.lease({ fetcher: 'f', max: 1, waitMs: 0, named: [] }, []);
    await at.clock.advance(0);
    await at.desk.crawls.put([{ ...crawlRow('news', {}, 2), deleted: true }]);
    const forgetting = at.desk.crawls.forget(forever);
    await at.clock.advance(0);
    held.resolve();
    const [granted] = await leasing;
    await forgetting;
    await at.crawl('news', {}, 3);
    await at.desk.settling.settle([{ id: leaseId(granted!.host, granted!.lease), outcome: 1 }]);
    expect(at.desk.looking.ledger('news')).toMatchObject({ known: 0, settled: 0, out: 0 });
    expect(leasesOf(at)).toEqual({ known: 0, given: 1, settled: 1, out: 0 });
  });
});

describe('what others were told of crawls', () => {
  it('is taken, but not when it was read before we were told something newer', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news');
    const { crawls } = at.tables;
    at.tables.crawls = async () => {
      at.tables.crawls = crawls;
      const rows = await crawls();
      await at.desk.crawls.put([{ ...crawlRow('news', {}, 2), deleted: true }]);
      return rows;
    };
    await at.desk.crawls.hear();
    expect(at.desk.frontier.crawls.get('news')).toBeUndefined();
    const row = { ...crawlRow('news', {}, 3), forgotten: false };
    at.tables.rows.crawls.set('news', row);
    await at.desk.crawls.hear();
    expect(at.desk.frontier.crawls.get('news')?.row.revision).toBe(3);
  });
});

describe('a crawl that is deleted and made again', () => {
  it('keeps an order for a URL of which a lease of the first is still out', async () => {
    const manners = { ...SETTINGS.manners, delayMs: 0, leasesAtATime: 10 };
    const at = await DeskAtHand.open({ manners });
    const url = 'http://a.test/1' as Url;
    const leased = async (revision: number) => {
      await at.crawl('news', {}, revision);
      await at.submit([url]);
      const [{ host, lease }] = (await at.lease(1)) as [Granted];
      return { id: leaseId(host, lease), attempt: lease.attempt };
    };
    const first = await leased(1);
    await at.desk.crawls.put([{ ...crawlRow('news', {}, 2), deleted: true }]);
    await at.desk.crawls.forget(forever);
    const second = await leased(3);
    const order = { crawl: 'news', url, priority: 7, afterAttempt: second.attempt };
    await at.desk.scheduling.schedule([order]);
    for (const { id } of [first, second]) await at.desk.settling.settle([{ id, outcome: 1 }]);
    const [row] = await at.desk.looking.urls('news', [url]);
    expect(row).toMatchObject({ state: STATE.waiting, priority: 7 });
  });

  it('has nothing that a replica took which had not heard of that', async () => {
    const at = new DesksAtHand();
    const [one, two] = [await at.open(), await at.open()];
    await at.take(one, at.part(0, 2));
    await at.take(two, at.part(1, 2));
    await at.crawl('news');
    const isOfTwo = (host: string) => two.owned.has(at.buckets.ofHost(host as HostKey));
    const hosts = Array.from({ length: 50 }, (_, n) => `h${n}.a.test`);
    const url = `http://${hosts.find(isOfTwo)}/1` as Url;
    await one.desk.crawls.put([{ ...crawlRow('news', {}, 2), deleted: true }]);
    await one.desk.crawls.forget(forever);
    const found = { source: 'submit', sourceAttempt: 0, depth: 0, hops: 0, seed: false };
    const submission = { ...found, crawl: 'news', url, priority: 1, minRevision: 0 };
    const [taken] = await two.desk.submitting.submit([submission], undefined);
    expect(taken?.answer).toBe(SUBMITTED.new);
    for (let round = 0; round < 3; round += 1) {
      await at.pass(10_000);
      for (const { desk } of [one, two]) {
        await desk.crawls.hear();
        await desk.crawls.forget(forever);
      }
    }
    await at.crawl('news', {}, 3);
    expect(await two.desk.looking.urls('news', [url])).toEqual([undefined]);
  });
});
