import { describe, expect, it } from '@jest/globals';
import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import { checkHealth, type ServerOptions } from '@mayfly/grpc';
import { eventually } from '@mayfly/testing';
import { openToy, openToyClient } from './support/toy.ts';

const MIB = 1_024 * 1_024;
/** A gate that calls wait at until a spec opens it. */
function gate(): { wait: () => Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { wait: () => promise, open: resolve };
}

/** How a call ends for a client that tries nothing again. */
async function refusalOf(address: string): Promise<ServiceError | null> {
  const client = new Client(address, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
    'grpc.enable_retries': 0,
  });
  const same = (bytes: Buffer): Buffer => bytes;
  const { promise, resolve } = Promise.withResolvers<ServiceError | null>();
  const [method, none] = ['/mayfly.testing.v1.ToyService/GetCounter', Buffer.alloc(0)];
  const deadline = Date.now() + 20_000;
  client.makeUnaryRequest(method, same, same, none, new Metadata(), { deadline }, resolve);
  return promise.finally(() => client.close());
}

describe('the size of messages', () => {
  it('is checked before a request leaves its caller', async () => {
    await using server = await openToy();
    await using client = await openToyClient(server);
    await expect(client.getCounter({ name: 'x'.repeat(5 * MIB) })).rejects.toMatchObject({
      code: 'MESSAGE_TOO_LARGE',
    });
  });

  it('is checked by the server where the caller allows itself more', async () => {
    let handled = 0;
    await using server = await openToy({
      getCounter: async () => ({ value: (handled += 1) }),
    });
    await using client = await openToyClient(server, { maxMessageBytes: 8 * MIB });
    await expect(client.getCounter({ name: 'x'.repeat(5 * MIB) })).rejects.toMatchObject({
      code: 'MESSAGE_TOO_LARGE',
    });
    expect(handled).toBe(0);
  });

  it('is checked before a response leaves the server, and is no bug', async () => {
    let handled = 0;
    await using server = await openToy({
      putCounter: async () => {
        handled += 1;
        return { instance: 'x'.repeat(5 * MIB) };
      },
    });
    await using client = await openToyClient(server);
    await expect(client.putCounter({ name: 'x', value: 1 })).rejects.toMatchObject({
      code: 'MESSAGE_TOO_LARGE',
      message: expect.stringContaining('the response has 5242885 bytes; at most 4194304 are sent'),
    });
    expect(handled).toBe(1);
  });

  it('is checked by the caller where the server allows itself more', async () => {
    await using server = await openToy(
      { putCounter: async () => ({ instance: 'x'.repeat(5 * MIB) }) },
      { limits: { sendBytes: 8 * MIB } },
    );
    await using client = await openToyClient(server);
    await expect(client.putCounter({ name: 'x', value: 1 })).rejects.toMatchObject({
      code: 'MESSAGE_TOO_LARGE',
    });
  });

  it('may be just what is allowed', async () => {
    await using server = await openToy();
    await using client = await openToyClient(server);
    const payload = new Uint8Array(4 * MIB - 5);
    for await (const answer of client.echo([{ payload }])) {
      expect(answer.payload).toHaveLength(payload.length);
    }
  });
});

describe('a server with as many calls as it can take', () => {
  it('turns the next one away before it reads the request', async () => {
    const { wait, open } = gate();
    let handled = 0;
    await using server = await openToy(
      {
        addToCounter: async () => {
          handled += 1;
          await wait();
          return { value: 0 };
        },
      },
      { limits: { calls: 2 } },
    );
    await using client = await openToyClient(server);
    const add = (): Promise<unknown> => client.addToCounter({ name: 'x', amount: 1 });
    const first = [add(), add()];
    await eventually(() => handled === 2, { what: 'two calls run' });
    await expect(add()).rejects.toMatchObject({ code: 'OVERLOADED', retryable: true });
    open();
    await Promise.all(first);
    await expect(add()).resolves.toEqual({ value: 0 });
    expect(handled).toBe(3);
  });

  it('counts streams apart from the others', async () => {
    const { wait, open } = gate();
    await using server = await openToy(
      {
        watchCounter: async function* () {
          yield { value: 1 };
          await wait();
        },
      },
      { limits: { streams: 1 } },
    );
    await using client = await openToyClient(server);
    const watching = client.watchCounter({ name: 'x' })[Symbol.asyncIterator]();
    await watching.next();
    const echo = client.echo([{ payload: Buffer.from('a') }])[Symbol.asyncIterator]();
    await expect(echo.next()).rejects.toMatchObject({ code: 'OVERLOADED' });
    await expect(client.getCounter({ name: 'x' })).resolves.toMatchObject({ value: 0 });
    open();
    await watching.next();
  });

  it('is asked again after the time it says, where the contract allows it', async () => {
    const { wait, open } = gate();
    let [handled, turnedAway] = [0, 0];
    const random = (): number => {
      turnedAway += 1;
      return 0.5;
    };
    await using server = await openToy(
      {
        getCounter: async () => {
          handled += 1;
          await wait();
          return { value: handled };
        },
      },
      { limits: { calls: 1, pushbackMs: 1_000 }, random },
    );
    await using client = await openToyClient(server);
    const first = client.getCounter({ name: 'x' });
    await eventually(() => handled === 1, { what: 'one call runs' });
    const beganMs = performance.now();
    const second = client.getCounter({ name: 'x' });
    await eventually(() => turnedAway === 1, { what: 'the second is turned away' });
    open();
    await expect(Promise.all([first, second])).resolves.toHaveLength(2);
    // By itself gRPC would come again within 100 ms.
    expect(performance.now() - beganMs).toBeGreaterThan(900);
    expect([handled, turnedAway]).toEqual([2, 1]);
  });

  it.each([
    [0, '2500'],
    [0.5, '5000'],
    [0.999, '7495'],
  ])('says when to come again, spread by chance: %p', async (chance, expected) => {
    await using server = await openToy(
      {},
      { limits: { calls: 0, pushbackMs: 5_000 }, random: () => chance },
    );
    const failure = await refusalOf(server.address);
    expect(failure?.metadata.get('grpc-retry-pushback-ms')).toEqual([expected]);
  });

  it('is never opened without a way to spread those who come again', () => {
    const options = { service: 'toy', services: [], address: { host: '127.0.0.1', port: 0 } };
    // @ts-expect-error: the compiler is the test.
    expect((): ServerOptions => options).toBeDefined();
  });

  it('still answers probes', async () => {
    const { wait, open } = gate();
    await using server = await openToy(
      {
        addToCounter: async () => {
          await wait();
          return { value: 0 };
        },
      },
      { limits: { calls: 0, streams: 0 } },
    );
    expect(await checkHealth(server.address)).toBe('SERVING');
    open();
  });
});
