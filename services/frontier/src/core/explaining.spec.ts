import { describe, expect, it } from '@jest/globals';
import type { HostKey, Url } from '@mayfly/url';
import { DeskAtHand } from '../../test/support/desk-at-hand.ts';
import { WAIT } from './explaining.ts';
import { blockHost } from './host-policy.ts';

const URL_1 = 'http://a.test/1' as Url;

describe('a URL that nobody asks for', () => {
  it('is told to be on a host that is blocked, whether the host is in memory or not', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news');
    await at.submit([URL_1], { priority: undefined });
    const waitsOf = async () => (await at.desk.explaining.explain('news', [URL_1]))[0]?.waits;
    expect(await waitsOf()).toEqual([{ kind: WAIT.parked }]);
    const { frontier } = at.desk;
    const waking = at.desk.leasing.waking;
    await blockHost({ frontier, waking }, 'a.test' as HostKey, { reason: 'owner asked' });
    const blocked = { kind: WAIT.hostBlocked, untilMs: undefined, rule: 'owner asked' };
    expect(await waitsOf()).toEqual([{ kind: WAIT.parked }, blocked]);
    await at.reopen();
    expect(await waitsOf()).toEqual([{ kind: WAIT.parked }, blocked]);
  });
});
