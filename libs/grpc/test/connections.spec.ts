import { describe, expect, it } from '@jest/globals';
import { eventually } from '@mayfly/testing';
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
});
