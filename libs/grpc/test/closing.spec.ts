import { describe, expect, it } from '@jest/globals';
import { credentials, makeClientConstructor } from '@grpc/grpc-js';
import { checkHealth, type ServerCall } from '@mayfly/grpc';
import { collectLog } from '@mayfly/telemetry/testing';
import { eventually, FakeClock } from '@mayfly/testing';
import { service as healthService } from 'grpc-health-check';
import { setTimeout as delay } from 'node:timers/promises';
import { openToy, openToyClient } from './support/toy.ts';

const log = collectLog();

function gate(): { wait: () => Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { wait: () => promise, open: resolve };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

describe('closing a server', () => {
  it('tells probes at once, and lets calls that are under way end', async () => {
    const { wait, open } = gate();
    await using server = await openToy(
      {
        addToCounter: async () => {
          await wait();
          return { value: 1 };
        },
      },
      { healthAddress: { host: '127.0.0.1', port: 0 } },
    );
    await using client = await openToyClient(server);
    const adding = client.addToCounter({ name: 'x', amount: 1 });
    await eventually(() => server.activeCalls === 1, { what: 'the call runs' });
    const closing = server.close();
    expect(await checkHealth(`127.0.0.1:${server.healthPort}`)).toBe('NOT_SERVING');
    open();
    await expect(adding).resolves.toEqual({ value: 1 });
    await closing;
  });

  it('takes no new connection', async () => {
    const { wait, open } = gate();
    await using server = await openToy({
      addToCounter: async () => {
        await wait();
        return { value: 1 };
      },
    });
    await using client = await openToyClient(server);
    const adding = client.addToCounter({ name: 'x', amount: 1 });
    await eventually(() => server.activeCalls === 1, { what: 'the call runs' });
    const closing = server.close();
    await using late = await openToyClient(server);
    await expect(late.addToCounter({ name: 'x', amount: 1 })).rejects.toMatchObject({
      code: 'DEPENDENCY_AWAY',
    });
    open();
    await Promise.all([adding, closing]);
  });

  it('lets streams end that listen for it', async () => {
    await using server = await openToy({
      watchCounter: async function* (_request, call) {
        yield { value: 1 };
        await aborted(call.draining);
        yield { value: 2 };
      },
    });
    await using client = await openToyClient(server);
    const values: number[] = [];
    for await (const { value } of client.watchCounter({ name: 'x' })) {
      values.push(value);
      if (value === 1) void server.close();
    }
    expect(values).toEqual([1, 2]);
  });

  it('tells calls that take too long that nobody waits, and why', async () => {
    const clock = new FakeClock();
    const reasons: unknown[] = [];
    await using server = await openToy(
      {
        addToCounter: async (_request, call) => {
          await aborted(call.signal);
          reasons.push(call.signal.reason);
          throw call.signal.reason;
        },
      },
      { clock },
    );
    await using client = await openToyClient(server);
    const adding = client.addToCounter({ name: 'x', amount: 1 });
    const outcome = adding.catch((error: unknown) => error);
    await eventually(() => server.activeCalls === 1, { what: 'the call runs' });
    const closing = server.close({ drainMs: 60_000, goodbyeMs: 60_000 });
    await clock.advance(60_000);
    expect(await outcome).toMatchObject({
      code: 'DEPENDENCY_AWAY',
      message: 'the server is shutting down',
    });
    expect(reasons).toEqual([expect.objectContaining({ code: 'DEPENDENCY_AWAY' })]);
    await closeInSteps(clock, closing);
  });

  it('cuts off calls that do not listen, with a status that may be tried again', async () => {
    const clock = new FakeClock();
    const stuck: ServerCall[] = [];
    await using server = await openToy(
      {
        addToCounter: (_request, call) => {
          stuck.push(call);
          return new Promise(() => {});
        },
        watchCounter: async function* (_request, call) {
          yield { value: 1 };
          stuck.push(call);
          await new Promise(() => {});
        },
      },
      { clock },
    );
    await using client = await openToyClient(server);
    const adding = client.addToCounter({ name: 'x', amount: 1 }).catch((error: unknown) => error);
    const watching = client.watchCounter({ name: 'x' })[Symbol.asyncIterator]();
    await watching.next();
    const second = watching.next().catch((error: unknown) => error);
    await eventually(() => stuck.length === 2, { what: 'both calls run' });
    const closing = server.close({ drainMs: 60_000, goodbyeMs: 60_000 });
    await closeInSteps(clock, closing);
    const cut = { code: 'DEPENDENCY_AWAY', message: 'the server is shutting down' };
    expect(await adding).toMatchObject(cut);
    expect(await second).toMatchObject(cut);
    expect(log.of('rpc.shutdown.forced').at(-1)).toMatchObject({ calls: 2 });
  });

  it('does not wait for probes that watch', async () => {
    await using server = await openToy();
    const Health = makeClientConstructor(healthService, 'Health');
    const probe = new Health(server.address, credentials.createInsecure());
    const watch = probe.watch as (request: object) => NodeJS.ReadableStream;
    const seen: string[] = [];
    const ended = new Promise((resolve) => {
      watch
        .call(probe, { service: '' })
        .on('data', ({ status }: { status: string }) => seen.push(status))
        .on('error', resolve);
    });
    await eventually(() => seen.length === 1, { what: 'the probe watches' });
    await server.close({ drainMs: 60_000 });
    await ended;
    expect(seen).toEqual(['SERVING', 'NOT_SERVING']);
    probe.close();
  });

  it('fails no call of a client that has somewhere to go', async () => {
    const work = { putCounter: async () => ({ instance: String(await delay(2, 'ok')) }) };
    const going = await openToy(work);
    await using staying = await openToy(work);
    await using client = await openToyClient([going, staying]);
    const failures: unknown[] = [];
    let done = 0;
    let running = true;
    const callers = Array.from({ length: 16 }, async () => {
      while (running) {
        await client
          .putCounter({ name: 'x', value: 1 })
          .catch((error: unknown) => failures.push(error));
        done += 1;
      }
    });
    await eventually(() => going.activeCalls > 0 && staying.activeCalls > 0, {
      what: 'both servers have calls',
    });
    await going.close();
    const before = done;
    await eventually(() => done > before + 200, { what: 'calls go on' });
    running = false;
    await Promise.all(callers);
    expect(failures).toEqual([]);
  });

  it('can be asked for twice', async () => {
    const server = await openToy();
    await Promise.all([server.close(), server.close()]);
  });
});

describe('closing a client', () => {
  it('waits for calls that are under way', async () => {
    const { wait, open } = gate();
    await using server = await openToy({
      addToCounter: async () => {
        await wait();
        return { value: 1 };
      },
    });
    const client = await openToyClient(server);
    const adding = client.addToCounter({ name: 'x', amount: 1 });
    await eventually(() => server.activeCalls === 1, { what: 'the call runs' });
    const closing = client.close();
    open();
    await expect(adding).resolves.toEqual({ value: 1 });
    await closing;
  });

  it('cancels what takes longer than it may wait', async () => {
    await using server = await openToy({
      addToCounter: async (_request, call) => {
        await aborted(call.signal);
        throw call.signal.reason;
      },
    });
    const client = await openToyClient(server);
    const adding = client.addToCounter({ name: 'x', amount: 1 }).catch((error: unknown) => error);
    await eventually(() => server.activeCalls === 1, { what: 'the call runs' });
    await client.close({ drainMs: 0 });
    expect(await adding).toMatchObject({ code: 'CALL_CANCELLED' });
  });
});

/** Turns the clock until the server has nothing to wait for. */
async function closeInSteps(clock: FakeClock, closing: Promise<void>): Promise<void> {
  let closed = false;
  void closing.then(() => (closed = true));
  await eventually(
    async () => {
      await clock.advance(10_000);
      return closed;
    },
    { what: 'the server is closed' },
  );
}
