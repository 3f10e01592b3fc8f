import { describe, expect, it, jest } from '@jest/globals';
import { CrawlError } from '@mayfly/errors';
import { eventually, FakeClock } from '@mayfly/testing';
import { openOwningToy, ownersOf, SENDING, share } from './support/owning-toys.ts';

const ITEMS = [0, 1, 2, 3, 4, 5, 6, 7];

describe('sendToOwners', () => {
  it('costs one call with one replica: no key is asked for and nothing is copied', async () => {
    await using a = await openOwningToy();
    share([a], [a, a, a, a]);
    await using at = await ownersOf([a]);
    const keyOf = jest.fn(SENDING.keyOf);
    let sent: readonly number[] = [];
    const send: typeof SENDING.send = (client, items, options) => {
      sent = items;
      return SENDING.send(client, items, options);
    };
    const answers = await at.owners.sendToOwners(ITEMS, { ...SENDING, keyOf, send });
    expect(answers).toEqual(ITEMS.map((item) => `${item} at ${a.address}`));
    expect(sent).toBe(ITEMS);
    expect(keyOf).not.toHaveBeenCalled();
    expect([a.calls.length, at.owners.openClients]).toEqual([1, 0]);
    await expect(at.owners.sendToOwners([], SENDING)).resolves.toEqual([]);
  });

  it('sends each item to its owner and answers in the order of the items', async () => {
    await using a = await openOwningToy();
    await using b = await openOwningToy();
    await using c = await openOwningToy();
    const all = [a, b, c];
    share(all, [a, b, c, b]);
    await using at = await ownersOf(all);
    const wanted = ITEMS.map((item) => `${item} at ${[a, b, c, b][item % 4]!.address}`);
    expect(await at.owners.sendToOwners(ITEMS, SENDING)).toEqual(wanted);
    for (const { calls } of all) calls.length = 0;
    expect(await at.owners.sendToOwners(ITEMS, SENDING)).toEqual(wanted);
    expect(all.map(({ calls }) => calls)).toEqual([[[0, 4]], [[1, 3, 5, 7]], [[2, 6]]]);
  });

  it('follows buckets that moved', async () => {
    await using a = await openOwningToy();
    await using b = await openOwningToy();
    share([a, b], [a, a, b, b]);
    await using at = await ownersOf([a, b]);
    await at.owners.sendToOwners(ITEMS, SENDING);
    share([a, b], [b, a, a, b], 2);
    const answers = await at.owners.sendToOwners(ITEMS, SENDING);
    expect(answers).toEqual(ITEMS.map((item) => `${item} at ${[b, a, a, b][item % 4]!.address}`));
  });

  it('waits for an owner where there is none', async () => {
    await using a = await openOwningToy();
    share([a], [a, undefined, a, a]);
    await using at = await ownersOf([a]);
    const sending = at.owners.sendToOwners(ITEMS, SENDING);
    await eventually(() => a.calls.length >= 3, { what: 'it to ask again' });
    expect(
      a.calls
        .slice(1)
        .flat()
        .every((item) => item % 4 === 1),
    ).toBe(true);
    share([a], [a, a, a, a], 2);
    expect(await sending).toEqual(ITEMS.map((item) => `${item} at ${a.address}`));
  });

  it('fails with NOT_OWNER when its time is over first', async () => {
    await using a = await openOwningToy();
    share([a], [a, undefined, a, a]);
    await using at = await ownersOf([a]);
    const sending = at.owners.sendToOwners(ITEMS, { ...SENDING, deadlineMs: 1_000 });
    await expect(sending).rejects.toMatchObject({
      ...{ code: 'NOT_OWNER', message: '2 of 8 items found no owner in time' },
    });
  });

  it('ends when it is cancelled while it waits', async () => {
    await using a = await openOwningToy();
    share([a], []);
    await using at = await ownersOf([a]);
    const stop = new AbortController();
    const sending = at.owners.sendToOwners([1], { ...SENDING, signal: stop.signal });
    void eventually(() => a.calls.length >= 2, { what: 'a wait' }).then(() => stop.abort());
    await expect(sending).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
  });

  it('goes on with the others when an owner is gone and they took its buckets', async () => {
    await using a = await openOwningToy();
    const b = await openOwningToy();
    share([a, b], [a, b, a, b]);
    await using at = await ownersOf([a, b]);
    await at.owners.sendToOwners(ITEMS, SENDING);
    await b[Symbol.asyncDispose]();
    share([a], [a, a, a, a], 2);
    const answers = await at.owners.sendToOwners(ITEMS, SENDING);
    expect(answers).toEqual(ITEMS.map((item) => `${item} at ${a.address}`));
  });

  it('asks nobody twice when that could do it twice', async () => {
    await using a = await openOwningToy();
    await using b = await openOwningToy();
    share([a, b], [a, b, a, b]);
    await using at = await ownersOf([a, b]);
    await at.owners.sendToOwners(ITEMS, SENDING);
    b.failure = new CrawlError('STORE_AWAY', 'as the test wants');
    const once = at.owners.sendToOwners([1], { ...SENDING, isIdempotent: false });
    await expect(once).rejects.toMatchObject({ code: 'STORE_AWAY' });
  });

  it('hands on what an owner says of the request', async () => {
    await using a = await openOwningToy();
    await using b = await openOwningToy();
    share([a, b], [a, b, a, b]);
    await using at = await ownersOf([a, b]);
    await at.owners.sendToOwners(ITEMS, SENDING);
    b.failure = new CrawlError('REQUEST_INVALID', 'as the test wants');
    const sending = at.owners.sendToOwners(ITEMS, SENDING);
    await expect(sending).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });
});

describe('clients of addresses', () => {
  it('are shared, and closed when nobody has called them for a while', async () => {
    await using a = await openOwningToy();
    await using b = await openOwningToy();
    share([a, b], [a, b, a, b]);
    const clock = new FakeClock();
    await using at = await ownersOf([a, b], { clock });
    await at.owners.sendToOwners(ITEMS, SENDING);
    await Promise.all([1, 2, 3].map(() => at.owners.sendToOwners(ITEMS, SENDING)));
    expect(at.owners.openClients).toBe(2);
    share([a, b], [b, b, b, b], 2);
    await clock.advance(50_000);
    await at.owners.sendToOwners([1], SENDING);
    expect(at.owners.openClients).toBe(2);
    await clock.advance(20_000);
    await at.owners.sendToOwners([1], SENDING);
    expect(at.owners.openClients).toBe(1);
  });
});

describe('eachOwner', () => {
  it('gives every replica with how many buckets it owns', async () => {
    await using a = await openOwningToy();
    await using b = await openOwningToy();
    share([a, b], [a, b, b, undefined]);
    await using at = await ownersOf([a, b]);
    const each = await at.owners.eachOwner();
    expect(each.map(({ address, buckets }) => [address, buckets])).toEqual([
      [a.address, 1],
      [b.address, 2],
    ]);
    expect(at.owners.buckets).toBe(4);
    await Promise.all(each.map(({ call }) => call((client) => SENDING.send(client, [1], {}))));
    expect([a.calls.length, b.calls.length]).toEqual([1, 1]);
  });

  it('is any replica where one owns all, and where there is no map', async () => {
    await using a = await openOwningToy();
    share([a], [a, a, a, a]);
    await using at = await ownersOf([a]);
    const [only, ...none] = await at.owners.eachOwner();
    expect([only?.buckets, none]).toEqual([4, []]);
    await only!.call((client) => SENDING.send(client, [1], {}));
    expect(at.owners.openClients).toBe(0);
    const read = () => Promise.reject(new CrawlError('RPC_UNKNOWN', 'older'));
    await using older = await ownersOf([a], { read });
    expect(await older.owners.eachOwner()).toMatchObject([{ address: '', buckets: 0 }]);
  });

  it('goes by a map that is read again when it is old, or when an owner did not answer', async () => {
    await using a = await openOwningToy();
    await using b = await openOwningToy();
    share([a, b], [a, b, a, b]);
    const clock = new FakeClock();
    await using at = await ownersOf([a, b], { clock });
    expect(await at.owners.eachOwner()).toHaveLength(2);
    share([a, b], [a, a, a, a], 2);
    expect(await at.owners.eachOwner()).toHaveLength(2);
    await clock.advance(5_001);
    expect(await at.owners.eachOwner()).toHaveLength(1);
  });
});
