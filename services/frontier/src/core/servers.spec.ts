import { describe, expect, it } from '@jest/globals';
import type { HostKey } from '@mayfly/url';
import { DeskAtHand, SETTINGS } from '../../test/support/desk-at-hand.ts';
import { leaseId } from './lease-id.ts';
import { OUTCOME } from './outcome.ts';

describe('hosts of one machine', () => {
  it('rest after a request also when the next lease comes to nothing', async () => {
    const group = { name: 'machine', hosts: ['a.test', 'b.test', 'c.test'], leasesAtATime: 2 };
    const at = await DeskAtHand.open({
      servers: { ...SETTINGS.servers, groups: [group], groupDelayMs: 5_000 },
    });
    await at.crawl('news');
    await at.submit(['http://a.test/1']);
    const [out] = await at.lease();
    await at.submit(['http://b.test/1']);
    await at.settled();
    const { write } = at.tables;
    const reached = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    at.tables.write = async () => {
      at.tables.write = write;
      reached.resolve();
      await held.promise;
      return 'unknown';
    };
    const leasing = at.desk.leasing.lease({ fetcher: 'f', max: 1, waitMs: 0, named: [] }, []);
    const failed = expect(leasing).rejects.toMatchObject({ code: 'STORE_AWAY' });
    await reached.promise;
    await at.desk.settling.settle([
      { id: leaseId(out!.host, out!.lease), outcome: OUTCOME.ok, hostTimeMs: 1 },
    ]);
    held.resolve();
    await failed;
    await at.submit(['http://c.test/1']);
    expect(at.buckets.ofHost('a.test' as HostKey)).not.toBe(at.buckets.ofHost('b.test' as HostKey));
    expect(await at.lease()).toEqual([]);
    await at.pass(5_000);
    expect(await at.lease()).toHaveLength(2);
  });
});
