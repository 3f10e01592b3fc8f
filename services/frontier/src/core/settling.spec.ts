import { describe, expect, it } from '@jest/globals';
import { DeskAtHand, SETTINGS } from '../../test/support/desk-at-hand.ts';
import { ANSWER } from './ending.ts';
import { leaseId } from './lease-id.ts';

describe('a lease that is being extended', () => {
  it('does not expire while that is being written', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news');
    await at.submit(['http://a.test/1']);
    const [one] = await at.lease(1);
    await at.clock.advance(SETTINGS.leaseMs - 1);
    const { write } = at.tables;
    const held = Promise.withResolvers<void>();
    at.tables.write = async (...call) => {
      at.tables.write = write;
      await held.promise;
      return write(...call);
    };
    const extending = at.desk.settling.extend([leaseId(one!.host, one!.lease)]);
    await at.clock.advance(1);
    const expiring = at.desk.settling.expireDue();
    held.resolve();
    expect([await extending, await expiring]).toEqual([[ANSWER.done], 0]);
  });
});
