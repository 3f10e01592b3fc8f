import { describe, expect, it } from '@jest/globals';
import { DeskAtHand } from '../../test/support/desk-at-hand.ts';

describe('the quota of a site', () => {
  it.each(['applied but unknown', 'lost'] as const)(
    'counts what is there after a write that is %s',
    async (fault) => {
      const at = await DeskAtHand.open({ quotas: { host: 100, site: 2 } });
      await at.crawl('news');
      const submitted = ['http://x.a.test/1', 'http://x.a.test/2'];
      at.tables.faults = [fault];
      await expect(at.submit(submitted)).rejects.toMatchObject({ code: 'STORE_AWAY' });
      const again = await at.submit(submitted.slice(0, 1));
      expect(again.map(({ rule }) => rule)).toEqual(['']);
      const [other] = await at.submit(['http://z.a.test/1']);
      expect(other?.rule).toBe(fault === 'lost' ? '' : 'quota-site');
    },
  );
});
