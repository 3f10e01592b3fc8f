import { describe, expect, it } from '@jest/globals';
import { eventually } from '@mayfly/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { lineTo } from './support/line.ts';
import { openToy, openToyClient, type ToyClient, type ToyHandlers } from './support/toy.ts';

const WORK_MS = 2_000;
const DEADLINE_MS = 25_000;
const OFTEN = { keepaliveMs: 300, keepaliveTimeoutMs: 300 };

/** `AddToCounter` is made once only, so nothing hides that it was cut off. */
const add = (client: ToyClient) =>
  client.addToCounter({ name: 'x', amount: 1 }, { deadlineMs: DEADLINE_MS });

const slow: Partial<ToyHandlers> = {
  addToCounter: async () => ({ value: await delay(WORK_MS, 7) }),
};

describe('a call on a connection that was asked to end', () => {
  it('is not cut off by the tries of the server', async () => {
    await using server = await openToy(slow, { connections: { ...OFTEN, ageMs: 200 } });
    await using client = await openToyClient(server);
    await expect(add(client)).resolves.toEqual({ value: 7 });
  });

  it('is not cut off by the tries of the client', async () => {
    await using server = await openToy(slow, { connections: { ageMs: 200 } });
    await using client = await openToyClient(server, OFTEN);
    await expect(add(client)).resolves.toEqual({ value: 7 });
  });

  it('is not cut off while the server drains', async () => {
    await using server = await openToy(slow, { connections: OFTEN });
    await using client = await openToyClient(server, OFTEN);
    const adding = add(client);
    await eventually(() => server.activeCalls === 1, { what: 'the call runs' });
    const closed = server.close({ drainMs: DEADLINE_MS });
    await expect(adding).resolves.toEqual({ value: 7 });
    await closed;
  });
});

describe('a call on a line that is dead', () => {
  /** A handler that waits for its end, and what it has seen. */
  function endless() {
    const seen = { connections: new Set<string>(), ends: [] as boolean[] };
    const handlers: Partial<ToyHandlers> = {
      getCounter: async (_request, { caller }) => ({
        value: seen.connections.add(caller.address).size,
      }),
      addToCounter: async (_request, call) => {
        await delay(DEADLINE_MS, undefined, { signal: call.signal }).catch(() => {});
        seen.ends.push(call.remainingMs() > 0);
        return { value: 0 };
      },
    };
    return { seen, handlers };
  }

  it('fails at its client long before the deadline', async () => {
    await using server = await openToy(endless().handlers);
    using line = await lineTo(server.port);
    await using client = await openToyClient(`ipv4:127.0.0.1:${line.port}`, OFTEN);
    const adding = add(client);
    await eventually(() => server.activeCalls === 1, { what: 'the call runs' });
    line.freeze();
    await expect(adding).rejects.toMatchObject({ code: 'DEPENDENCY_AWAY' });
    line.cut();
  });

  it('ends at its server long before the deadline', async () => {
    const { seen, handlers } = endless();
    await using server = await openToy(handlers, { connections: OFTEN });
    using line = await lineTo(server.port);
    await using client = await openToyClient(`ipv4:127.0.0.1:${line.port}`);
    const adding = add(client).catch(() => {});
    await eventually(() => server.activeCalls === 1, { what: 'the call runs' });
    line.freeze();
    await eventually(() => seen.ends.length === 1, { what: 'the handler is told' });
    expect(seen.ends).toEqual([true]);
    line.cut();
    await adding;
  });

  it('fails long before the deadline also when the connection was asked to end', async () => {
    const { seen, handlers } = endless();
    await using server = await openToy(handlers, { connections: { ageMs: 200 } });
    using line = await lineTo(server.port);
    await using client = await openToyClient(`ipv4:127.0.0.1:${line.port}`, OFTEN);
    const adding = add(client);
    await eventually(() => server.activeCalls === 1, { what: 'the call runs' });
    await eventually(
      async () => {
        await client.getCounter({ name: 'x' });
        return seen.connections.size > 1;
      },
      { what: 'a new connection is made beside it' },
    );
    line.freeze();
    await expect(adding).rejects.toMatchObject({ code: 'DEPENDENCY_AWAY' });
    line.cut();
  });
});
