import { describe, expect, it } from '@jest/globals';
import { Client, compressionAlgorithms, credentials, Metadata } from '@grpc/grpc-js';
import { GetCounterRequest } from '@mayfly/contracts/testing/v1';
import { eventually } from '@mayfly/testing';
import { connect as connectHttp2 } from 'node:http2';
import { lineTo } from './support/line.ts';
import { openToy, openToyClient } from './support/toy.ts';

const PATH = '/mayfly.testing.v1.ToyService/GetCounter';

describe('a server', () => {
  it('does not take a broken line for the end of a stream of requests', async () => {
    const outcomes: unknown[] = [];
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    await using server = await openToy({
      sumNumbers: async (requests) => {
        let count = 0;
        try {
          for await (const _ of requests) {
            count += 1;
            resolve();
          }
        } catch (error) {
          outcomes.push((error as { code: string }).code);
          throw error;
        }
        outcomes.push(count);
        return { sum: 0, count };
      },
    });
    using line = await lineTo(server.port);
    await using client = await openToyClient(`ipv4:127.0.0.1:${line.port}`);
    const endless = async function* () {
      yield { number: 1 };
      await new Promise(() => {});
    };
    const summing = client
      .sumNumbers(endless(), { deadlineMs: 20_000 })
      .catch((error: unknown) => error);
    await arrived;
    line.cut();
    await eventually(() => outcomes.length === 1, { what: 'the handler learns of it' });
    expect(outcomes).toEqual(['CALL_CANCELLED']);
    expect(await summing).toMatchObject({ code: 'DEPENDENCY_AWAY' });
  });

  it('makes a client wait that opens more calls at once than a connection may have', async () => {
    let most = 0;
    let now = 0;
    await using server = await openToy(
      {
        getCounter: async () => {
          now += 1;
          most = Math.max(most, now);
          await new Promise((resolve) => setImmediate(resolve));
          now -= 1;
          return { value: 1 };
        },
      },
      { connections: { concurrentStreams: 10 } },
    );
    await using client = await openToyClient(server);
    // The limit travels in the first frames of a connection.
    await client.getCounter({ name: 'x' });
    const calls = Array.from({ length: 500 }, () => client.getCounter({ name: 'x' }));
    expect(await Promise.all(calls)).toHaveLength(500);
    expect(most).toBeLessThanOrEqual(10);
  });

  it('goes on for others while one opens and resets calls without end', async () => {
    await using server = await openToy();
    await using client = await openToyClient(server);
    const session = connectHttp2(`http://${server.address}`);
    session.on('error', () => {});
    for (let count = 0; count < 3_000 && !session.destroyed && !session.closed; count += 1) {
      const stream = session.request({
        ':method': 'POST',
        ':path': PATH,
        'content-type': 'application/grpc',
        'grpc-timeout': '10S',
      });
      stream.on('error', () => {});
      stream.close(8);
      if (count % 100 === 0) await client.getCounter({ name: 'x' });
    }
    await expect(client.getCounter({ name: 'x' })).resolves.toMatchObject({ value: 0 });
    session.destroy();
    await eventually(() => server.activeCalls === 0, { what: 'nothing is left of it' });
  });

  it('does not unpack a message that is small only while it is packed', async () => {
    let handled = 0;
    await using server = await openToy({ getCounter: async () => ({ value: (handled += 1) }) });
    const client = new Client(server.address, credentials.createInsecure(), {
      'grpc.use_local_subchannel_pool': 1,
      'grpc.default_compression_algorithm': compressionAlgorithms.gzip,
    });
    const request = GetCounterRequest.encode({ name: 'x'.repeat(50_000_000) }).finish();
    const bytes = (value: Uint8Array): Buffer => Buffer.from(value);
    const error = await new Promise<Error | null>((resolve) => {
      const deadline = Date.now() + 20_000;
      client.makeUnaryRequest(PATH, bytes, bytes, request, new Metadata(), { deadline }, resolve);
    });
    client.close();
    expect(error?.message).toContain('larger than');
    expect(handled).toBe(0);
  });
});
