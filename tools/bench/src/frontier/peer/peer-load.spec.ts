import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { LoadOrder } from '../load-order.ts';
import { FakeUrlFrontier } from './fake-url-frontier.ts';
import { warmUpCrawlOf, warmUpPeer } from '../warm-up.ts';
import { openPeer, type PeerClient } from './peer-api.ts';
import { beginPeer, endPeer, getComplete, getTimes, putKnown, putNew } from './peer-load.ts';

describe('the load of a URLFrontier', () => {
  let peer: FakeUrlFrontier;
  let client: PeerClient;
  beforeEach(async () => {
    peer = new FakeUrlFrontier();
    client = openPeer(await peer.listen());
    await beginPeer(client);
  });
  afterEach(() => {
    client.close();
    peer.close();
  });

  const orderOf = (over: Partial<LoadOrder>): LoadOrder => ({
    ...{ step: 'submit-new', address: '', api: 'urlfrontier', crawl: 'bench', scatter: false },
    ...{ urls: 2_000, hosts: 20, from: 0, count: 2_000 },
    ...over,
  });

  it('puts URLs that are new and known, gets and completes them, and forgets them', async () => {
    expect(await putNew(client, orderOf({}))).toBe(2_000);
    expect(await putKnown(client, orderOf({ step: 'submit-known', count: 500 }))).toBe(500);
    const got = await getComplete(client, orderOf({ step: 'lease-settle', count: 800 }));
    expect([got >= 800, peer.completed]).toEqual([true, got]);
    const { urls, timesMs } = await getTimes(client, orderOf({ step: 'lease-times', count: 5 }));
    expect([timesMs.length, urls, peer.completed]).toEqual([5, 100, got + 100]);
    await endPeer(client, 'bench');
    expect([peer.size, peer.delay]).toEqual([0, 0]);
  });

  it('goes on where queues are held back whose URLs were never sent', async () => {
    await putNew(client, orderOf({}));
    peer.heldUnsent = 1;
    const order = orderOf({ step: 'lease-times', count: 3 });
    const { timesMs, urls } = await getTimes(client, order);
    expect([timesMs.length, urls, peer.completed]).toEqual([3, 60, 60]);
  });

  it('warms up with URLs of a crawl and of hosts of their own', async () => {
    await putNew(client, orderOf({}));
    const warmUp = { from: 0, to: 1_000, count: 1_000 };
    await warmUpPeer(client, orderOf({ step: 'lease-settle', warmUp }));
    expect([peer.size, peer.completed >= 800, peer.completed <= 1_000]).toEqual([
      3_000,
      true,
      true,
    ]);
    await endPeer(client, warmUpCrawlOf('bench'));
    expect(peer.size).toBe(2_000);
  });

  it('times no call that brings URLs of fewer queues', async () => {
    await putNew(client, orderOf({ urls: 25 * 3, hosts: 3 }));
    const order = orderOf({ step: 'lease-times', hosts: 4, count: 1 });
    await expect(getTimes(client, order, { withinMs: 1 })).rejects.toThrow('URLs of 4 queues');
  });

  it('fails where an answer is another one than it must be', async () => {
    await putNew(client, orderOf({}));
    await expect(putNew(client, orderOf({}))).rejects.toThrow('status 1 instead of 0');
    const unknown = orderOf({ step: 'submit-known', crawl: 'other', count: 100 });
    await expect(putKnown(client, unknown)).rejects.toThrow('status 0 instead of 1');
  });
});
