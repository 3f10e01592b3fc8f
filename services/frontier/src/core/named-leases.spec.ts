import { describe, expect, it } from '@jest/globals';
import type { HostKey, Url } from '@mayfly/url';
import { DeskAtHand } from '../../test/support/desk-at-hand.ts';
import { blockHost } from './host-policy.ts';
import { KIND } from './rows.ts';

const HOST = 'a.test' as HostKey;
const parked = { priority: undefined };

describe('robots.txt that is asked for by name', () => {
  it.each([
    ['known', ['http://a.test/0']],
    ['new', []],
  ])('takes nothing back that happens to a %s host in the same turn', async (_, before) => {
    const at = await DeskAtHand.open();
    await at.crawl('news');
    await at.submit(before, parked);
    const named = [
      { url: 'http://a.test/robots.txt' as Url, kind: KIND.robots, crawl: 'news' } as const,
    ];
    const leasing = at.desk.leasing.lease({ fetcher: 'f', max: 1, waitMs: 1_000, named }, []);
    const desk = { frontier: at.desk.frontier, waking: at.desk.leasing.waking };
    const blocking = blockHost(desk, HOST, { reason: 'stop' });
    await Promise.all([blocking, at.submit(['http://a.test/1', 'http://a.test/2'], parked)]);
    await at.pass(1_500);
    expect(await leasing).toEqual([]);
    const [row] = await at.tables.hosts([{ bucket: at.buckets.ofHost(HOST), host: HOST }]);
    const known = before.length + 2;
    expect([row?.block?.reason, row?.counts['news']?.known]).toEqual(['stop', known]);
    expect(at.desk.frontier.books.sum('news').known).toBe(known);
  });
});
