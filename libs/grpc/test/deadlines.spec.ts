import { describe, expect, it } from '@jest/globals';
import { credentials, makeGenericClientConstructor, type ServiceError } from '@grpc/grpc-js';
import { durationMs, type ServerCall } from '@mayfly/grpc';
import { eventually } from '@mayfly/testing';
import { openToy, openToyClient } from './support/toy.ts';
import type { RunningServer } from '@mayfly/grpc';

/** Never ends by itself; keeps what became of its call. */
function waiting(): {
  handler: (request: unknown, call: ServerCall) => Promise<never>;
  reasons: unknown[];
} {
  const reasons: unknown[] = [];
  const handler = (_request: unknown, call: ServerCall): Promise<never> =>
    new Promise((_resolve, reject) => {
      call.signal.addEventListener('abort', () => {
        reasons.push((call.signal.reason as { code: string }).code);
        reject(call.signal.reason as Error);
      });
    });
  return { handler, reasons };
}

/** What a client of somebody else gets that sets no deadline. */
async function callWithoutDeadline(server: RunningServer): Promise<ServiceError | null> {
  const bytes = (value: Buffer): Buffer => value;
  const Plain = makeGenericClientConstructor(
    {
      get: {
        path: '/mayfly.testing.v1.ToyService/GetCounter',
        requestStream: false,
        responseStream: false,
        requestSerialize: bytes,
        requestDeserialize: bytes,
        responseSerialize: bytes,
        responseDeserialize: bytes,
      },
    },
    'Plain',
  );
  const client = new Plain(server.address, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
  });
  const get = client.get as (request: Buffer, done: (error: ServiceError | null) => void) => void;
  const error = await new Promise<ServiceError | null>((resolve) => {
    get.call(client, Buffer.alloc(0), resolve);
  });
  client.close();
  return error;
}

describe('deadlines', () => {
  it('refuse a call that has none, by name', async () => {
    await using server = await openToy();
    const error = await callWithoutDeadline(server);
    expect(error?.metadata.get('mayfly-error-code')).toEqual(['DEADLINE_MISSING']);
  });

  it('give a call that has none the time that the server is set to', async () => {
    const { handler, reasons } = waiting();
    await using server = await openToy({ getCounter: handler }, { deadlineMissing: 500 });
    const error = await callWithoutDeadline(server);
    expect(error?.metadata.get('mayfly-error-code')).toEqual(['DEADLINE_PASSED']);
    expect(reasons).toEqual(['DEADLINE_PASSED']);
  });

  it('let a call without one pass when it is quick enough', async () => {
    await using server = await openToy({}, { deadlineMissing: 60_000 });
    expect(await callWithoutDeadline(server)).toBeNull();
  });

  it('end the call at both ends when time is up', async () => {
    const { handler, reasons } = waiting();
    await using server = await openToy({ getCounter: handler });
    await using client = await openToyClient(server);
    await eventually(
      async () => {
        // Time may be up before the call has even reached the server.
        await expect(client.getCounter({ name: 'x' }, { deadlineMs: 100 })).rejects.toMatchObject({
          code: 'DEADLINE_PASSED',
        });
        return reasons.length > 0;
      },
      { what: 'the handler learns of it' },
    );
    // Which end is first is a race: the client that gives up cancels.
    expect(['DEADLINE_PASSED', 'CALL_CANCELLED']).toContain(reasons[0]);
    await eventually(() => server.activeCalls === 0, { what: 'no handler runs' });
  });

  it('tell the handler how much time is left', async () => {
    await using server = await openToy();
    await using client = await openToyClient(server, { deadlineMs: 5_000 });
    const { remaining } = await client.getCounter({ name: 'x' });
    expect(durationMs(remaining ?? { seconds: 0, nanos: 0 })).toBeGreaterThan(0);
    expect(durationMs(remaining ?? { seconds: 9, nanos: 0 })).toBeLessThanOrEqual(5_000);
  });
});

describe('a call that a handler makes', () => {
  it('has no more time than the call it serves', async () => {
    await using inner = await openToy();
    await using innerClient = await openToyClient(inner, { deadlineMs: 60_000 });
    await using outer = await openToy({
      getCounter: (request, call) => innerClient.getCounter(request, { parent: call }),
    });
    await using client = await openToyClient(outer);
    const { remaining } = await client.getCounter({ name: 'x' }, { deadlineMs: 5_000 });
    expect(durationMs(remaining ?? { seconds: 99, nanos: 0 })).toBeLessThanOrEqual(5_000);
  });

  it('ends when the call it serves is cancelled', async () => {
    const { handler, reasons } = waiting();
    await using inner = await openToy({ getCounter: handler });
    await using innerClient = await openToyClient(inner);
    await using outer = await openToy({
      getCounter: (request, call) => innerClient.getCounter(request, { parent: call }),
    });
    await using client = await openToyClient(outer);
    const stop = new AbortController();
    const calling = client.getCounter({ name: 'x' }, { signal: stop.signal });
    await eventually(() => inner.activeCalls === 1, { what: 'the inner call runs' });
    stop.abort(new Error('changed my mind'));
    await expect(calling).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
    await eventually(() => reasons.length === 1, { what: 'the inner handler learns of it' });
    expect(reasons).toEqual(['CALL_CANCELLED']);
  });

  it('does not begin when no time is left', async () => {
    await using server = await openToy();
    await using client = await openToyClient(server);
    const parent = { signal: new AbortController().signal, remainingMs: () => 0 };
    await expect(client.getCounter({ name: 'x' }, { parent })).rejects.toMatchObject({
      code: 'DEADLINE_PASSED',
    });
  });
});

describe('cancelling', () => {
  it('keeps the reason as the cause', async () => {
    await using server = await openToy();
    await using client = await openToyClient(server);
    const reason = new Error('changed my mind');
    await expect(
      client.getCounter({ name: 'x' }, { signal: AbortSignal.abort(reason) }),
    ).rejects.toMatchObject({ code: 'CALL_CANCELLED', cause: reason });
  });

  it('ends a stream that waits for its next message', async () => {
    const { promise: never } = Promise.withResolvers<never>();
    await using server = await openToy({
      watchCounter: async function* (_request, call) {
        yield { value: 1 };
        await Promise.race([
          never,
          new Promise((_resolve, reject) =>
            call.signal.addEventListener('abort', () => reject(call.signal.reason as Error)),
          ),
        ]);
      },
    });
    await using client = await openToyClient(server);
    const stop = new AbortController();
    const watching = (async () => {
      for await (const _ of client.watchCounter({ name: 'x' }, { signal: stop.signal })) {
        stop.abort(new Error('enough'));
      }
    })();
    await expect(watching).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
    await eventually(() => server.activeCalls === 0, { what: 'the handler ends' });
  });
});
