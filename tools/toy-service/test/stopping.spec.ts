import { describe, expect, it } from '@jest/globals';
import { durationOf } from '@mayfly/grpc';
import { eventually, freePort } from '@mayfly/testing';
import { clientOf, portsOf, startToy } from './support/start-toy.ts';
import { startLoad } from './support/load.ts';

// Processes start slowly on a busy machine.

describe('SIGTERM', () => {
  it('under load ends the process with 0 and fails no call of a client that tries again', async () => {
    // Its port is taken again while a client dials it: the kernel must give it to nobody meanwhile.
    const address = `127.0.0.1:${await freePort()}`;
    await using a = startToy({ TOY_INSTANCE: 'a', TOY_GRPC_ADDRESS: address });
    await using b = startToy({ TOY_INSTANCE: 'b' });
    const ports = await Promise.all([portsOf(a), portsOf(b)]);
    await using client = await clientOf(ports.map(({ port }) => port));
    const load = startLoad(client);
    await eventually(() => load.answered.size === 2, { what: 'both answer', withinMs: 60_000 });

    expect(await a.stop()).toEqual({ code: 0, signal: null });
    await load.more(100);

    await using again = startToy({ TOY_INSTANCE: 'again', TOY_GRPC_ADDRESS: address });
    await portsOf(again);
    await eventually(() => load.answered.has('again'), {
      what: 'the new one answers',
      withinMs: 60_000,
    });
    expect(await b.stop()).toEqual({ code: 0, signal: null });
    await load.more(100);
    await load.stop();
    expect(load.failures).toEqual([]);
  });

  it('lets a call that is under way end first', async () => {
    await using toy = startToy();
    const { port } = await portsOf(toy);
    await using client = await clientOf([port]);
    const slow = client.putCounter({ name: 'x', value: 1, work: durationOf(1_000) });
    const watching = client.watchCounter({ name: 'x' })[Symbol.asyncIterator]();
    expect(await watching.next()).toMatchObject({ value: { value: 0 } });
    const ended = toy.stop();
    await expect(slow).resolves.toEqual({ instance: 'toy' });
    for (let next = await watching.next(); next.done !== true; next = await watching.next());
    expect(await ended).toEqual({ code: 0, signal: null });
  });

  it('ends the process in time although a call does not, and tells its caller', async () => {
    await using toy = startToy({ TOY_GRPC_DRAIN_MS: '200ms' });
    const { port } = await portsOf(toy);
    await using client = await clientOf([port]);
    const endless = client
      .putCounter({ name: 'x', value: 1, work: durationOf(60_000) }, { deadlineMs: 90_000 })
      .catch((error: unknown) => error);
    const seen = client.watchCounter({ name: 'x' })[Symbol.asyncIterator]();
    await seen.next();
    expect(await toy.stop()).toEqual({ code: 0, signal: null });
    expect(await endless).toMatchObject({ code: 'DEPENDENCY_AWAY' });
  });
});
