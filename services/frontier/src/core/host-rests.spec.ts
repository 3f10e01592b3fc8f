import { describe, expect, it } from '@jest/globals';
import { DeskAtHand, SETTINGS } from '../../test/support/desk-at-hand.ts';
import type { Granted } from './caller.ts';
import { hostRests } from './host-rests.ts';
import { leaseId } from './lease-id.ts';

const of = (crawl: string, ...urls: string[]) => urls.map((url) => ({ crawl, url }));

async function open(manners: Partial<typeof SETTINGS.manners>) {
  const at = await DeskAtHand.open({ manners: { ...SETTINGS.manners, ...manners } });
  await at.crawl('news');
  return at;
}

describe('hostRests', () => {
  it('names each host once, with its delay, and none that is not there', async () => {
    const at = await open({ delayMs: 800, busyFactor: 0, leasesAtATime: 2 });
    await at.submit(['http://a.test/1', 'http://a.test/2']);
    const asked = of('news', 'http://a.test/1', 'http://a.test/2', 'http://b.test/', 'no url');
    expect(hostRests(at.desk.frontier, asked)).toEqual([
      { crawl: 'news', host: 'a.test', restMs: 400 },
    ]);
  });

  it('tells what robots.txt asks for', async () => {
    const at = await open({ delayMs: 800, busyFactor: 0, obeyRobots: true });
    await at.submit(['http://a.test/1']);
    const [{ host, lease }] = (await at.lease()) as [Granted];
    const robots = { known: true, crawlDelayMs: 5_000 };
    await at.desk.settling.settle([{ id: leaseId(host, lease), outcome: 1, robots }]);
    expect(hostRests(at.desk.frontier, of('news', 'http://a.test/1'))).toMatchObject([
      { restMs: 5_000 },
    ]);
  });

  it('is longer for a host that answers slowly', async () => {
    const at = await open({ delayMs: 100, busyFactor: 10 });
    await at.submit(['http://a.test/1', 'http://a.test/2']);
    const [{ host, lease }] = (await at.lease()) as [Granted];
    await at.desk.settling.settle([{ id: leaseId(host, lease), outcome: 1, hostTimeMs: 300 }]);
    expect(hostRests(at.desk.frontier, of('news', 'http://a.test/2'))).toMatchObject([
      { restMs: 3_000 },
    ]);
  });
});
