import { describe, expect, it } from '@jest/globals';
import { CrawlError } from '@mayfly/errors';
import { eventually, freePort } from '@mayfly/testing';
import { openToy, openToyClient } from './support/toy.ts';

/** Fails that many times as if something below were away, then works. */
function flaky(failures: number): { attempts: () => number; next: () => void } {
  let attempts = 0;
  return {
    attempts: () => attempts,
    next: () => {
      attempts += 1;
      if (attempts <= failures) throw new CrawlError('STORE_AWAY', 'no primary');
    },
  };
}

describe('a call that fails because something is away', () => {
  it('is tried again when the contract says that it only reads', async () => {
    const { next, attempts } = flaky(2);
    await using server = await openToy({
      getCounter: async () => {
        next();
        return { value: 7 };
      },
    });
    await using client = await openToyClient(server);
    expect((await client.getCounter({ name: 'x' })).value).toBe(7);
    expect(attempts()).toBe(3);
  });

  it('is tried again when the contract says that it is idempotent', async () => {
    const { next, attempts } = flaky(1);
    await using server = await openToy({
      putCounter: async () => {
        next();
        return { instance: 'toy' };
      },
    });
    await using client = await openToyClient(server);
    await client.putCounter({ name: 'x', value: 1 });
    expect(attempts()).toBe(2);
  });

  it('is not tried again when the contract does not say so', async () => {
    const { next, attempts } = flaky(1);
    await using server = await openToy({
      addToCounter: async () => {
        next();
        return { value: 1 };
      },
    });
    await using client = await openToyClient(server);
    await expect(client.addToCounter({ name: 'x', amount: 1 })).rejects.toMatchObject({
      code: 'STORE_AWAY',
    });
    expect(attempts()).toBe(1);
  });

  it('is tried five times and no more', async () => {
    const { next, attempts } = flaky(Infinity);
    await using server = await openToy({
      getCounter: async () => {
        next();
        return { value: 7 };
      },
    });
    await using client = await openToyClient(server);
    await expect(client.getCounter({ name: 'x' })).rejects.toMatchObject({ code: 'STORE_AWAY' });
    expect(attempts()).toBe(5);
  });

  it('is not tried again when whoever was asked could not reach another one, and has tried itself', async () => {
    let attempts = 0;
    await using server = await openToy({
      getCounter: async () => {
        attempts += 1;
        throw new CrawlError('DEPENDENCY_AWAY', 'the frontier does not answer');
      },
    });
    await using client = await openToyClient(server);
    const call = client.getCounter({ name: 'x' });
    await expect(call).rejects.toMatchObject({ code: 'DEPENDENCY_AWAY' });
    expect(attempts).toBe(1);
  });

  it('is not tried again when its deadline is nearer', async () => {
    let attempts = 0;
    await using server = await openToy(
      {
        getCounter: async () => {
          attempts += 1;
          throw new CrawlError('OVERLOADED', 'come again in a minute');
        },
      },
      { limits: { pushbackMs: 60_000 }, random: () => 0.5 },
    );
    await using client = await openToyClient(server);
    await expect(client.getCounter({ name: 'x' }, { deadlineMs: 2_000 })).rejects.toMatchObject({
      code: 'DEADLINE_PASSED',
    });
    expect(attempts).toBe(1);
  });

  it('is not tried again while nearly everything fails', async () => {
    const { next, attempts } = flaky(Infinity);
    await using server = await openToy({
      getCounter: async () => {
        next();
        return { value: 7 };
      },
    });
    await using client = await openToyClient(server);
    const get = () => client.getCounter({ name: 'x' }, { deadlineMs: 25_000 }).catch(() => {});
    await Promise.all(Array.from({ length: 500 }, get));
    const before = attempts();
    expect(before).toBeLessThan(1_500);
    await get();
    expect(attempts()).toBe(before + 1);
  });

  it('is tried again with a request of several megabytes', async () => {
    const { next, attempts } = flaky(1);
    await using server = await openToy({
      getCounter: async ({ name }) => {
        next();
        return { value: name.length };
      },
    });
    await using client = await openToyClient(server);
    expect((await client.getCounter({ name: 'x'.repeat(3_000_000) })).value).toBe(3_000_000);
    expect(attempts()).toBe(2);
  });
});

describe('several servers', () => {
  it('share the calls', async () => {
    const answered = new Set<string>();
    const named = (instance: string) => ({ putCounter: async () => ({ instance }) });
    await using a = await openToy(named('a'));
    await using b = await openToy(named('b'));
    await using client = await openToyClient([a, b]);
    await eventually(
      async () => {
        answered.add((await client.putCounter({ name: 'x', value: 1 })).instance);
        return answered.size === 2;
      },
      { what: 'both servers answer' },
    );
  });
});

describe('a client that may wait', () => {
  it('waits for a server that is not there yet', async () => {
    const port = await freePort();
    await using client = await openToyClient(`ipv4:127.0.0.1:${port}`, { waitForReady: true });
    const adding = client.addToCounter({ name: 'x', amount: 1 });
    await using _server = await openToy({}, { address: { host: '127.0.0.1', port } });
    await expect(adding).resolves.toEqual({ value: 1 });
  });
});
