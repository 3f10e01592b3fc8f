import { describe, expect, it } from '@jest/globals';
import { eventually, freePort } from '@mayfly/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { openToy, openToyClient } from './support/toy.ts';

describe('connections', () => {
  it('that are old enough are replaced without a failed call', async () => {
    const from = new Set<string>();
    await using server = await openToy(
      {
        putCounter: async (_request, call) => {
          from.add(call.caller.address);
          return { instance: String(await delay(1, 'toy')) };
        },
      },
      { connections: { ageMs: 100 } },
    );
    await using client = await openToyClient(server);
    const failures: unknown[] = [];
    const callers = Array.from({ length: 8 }, async () => {
      while (from.size < 4) {
        await client
          .putCounter({ name: 'x', value: 1 })
          .catch((error: unknown) => failures.push(error));
      }
    });
    await Promise.all(callers);
    expect(failures).toEqual([]);
  });

  it('without calls are closed after a while, and made again when needed', async () => {
    const from: string[] = [];
    await using server = await openToy(
      {
        getCounter: async (_request, call) => {
          from.push(call.caller.address);
          return { value: 1 };
        },
      },
      { connections: { idleMs: 50 } },
    );
    await using client = await openToyClient(server);
    await client.getCounter({ name: 'x' });
    await eventually(
      async () => {
        await client.getCounter({ name: 'x' });
        return new Set(from).size > 1;
      },
      { what: 'a second connection is made', everyMs: 200 },
    );
  });

  it('that were asked to end are cut off after a while, with the calls on them', async () => {
    await using server = await openToy(
      {
        addToCounter: async (_request, { signal }) =>
          delay(20_000, { value: 1 }, { signal }).catch(() => ({ value: 0 })),
      },
      { connections: { ageMs: 100, ageGraceMs: 100 } },
    );
    await using client = await openToyClient(server);
    const adding = client.addToCounter({ name: 'x', amount: 1 }, { deadlineMs: 15_000 });
    await expect(adding).rejects.toMatchObject({ code: 'DEPENDENCY_AWAY' });
  });

  it('are made directly, whatever proxy the environment names', async () => {
    process.env.grpc_proxy = `http://127.0.0.1:${await freePort()}`;
    try {
      await using server = await openToy();
      await using client = await openToyClient(`dns:///${server.address}`);
      await expect(client.addToCounter({ name: 'x', amount: 1 })).resolves.toEqual({ value: 1 });
    } finally {
      delete process.env.grpc_proxy;
    }
  });
});
