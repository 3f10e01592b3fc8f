import { describe, expect, it } from '@jest/globals';
import { credentials, Client as GrpcClient, Metadata, type ServiceError } from '@grpc/grpc-js';
import type { RunningServer } from '@mayfly/grpc';
import { collectLog } from '@mayfly/telemetry/testing';
import { freePort } from '@mayfly/testing';
import { openToy, openToyClient } from './support/toy.ts';

const log = collectLog();

/** Sends bytes that no client of ours would send. */
async function sendRaw(
  server: RunningServer,
  path: string,
  request: Buffer,
): Promise<ServiceError> {
  const client = new GrpcClient(server.address, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
  });
  const bytes = (value: Buffer): Buffer => value;
  const error = await new Promise<ServiceError | null>((resolve) => {
    const deadline = Date.now() + 10_000;
    client.makeUnaryRequest(path, bytes, bytes, request, new Metadata(), { deadline }, resolve);
  });
  client.close();
  if (error === null) throw new Error('expected a failure');
  return error;
}

describe('an error of the catalogue', () => {
  it('reaches the caller with its code and message', async () => {
    await using server = await openToy();
    await using client = await openToyClient(server);
    await expect(
      client.fail({ ending: { $case: 'code', value: 'STORE_IN_USE' } }),
    ).rejects.toMatchObject({ code: 'STORE_IN_USE', message: 'as asked: STORE_IN_USE' });
  });

  it('is found under a wrapper that only added a fact', async () => {
    await using inner = await openToy();
    await using innerClient = await openToyClient(inner);
    await using outer = await openToy({
      fail: async (request) => {
        try {
          return await innerClient.fail(request);
        } catch (cause) {
          throw new Error('asking the other', { cause });
        }
      },
    });
    await using client = await openToyClient(outer);
    await expect(
      client.fail({ ending: { $case: 'code', value: 'URL_INVALID' } }),
    ).rejects.toMatchObject({ code: 'URL_INVALID' });
  });
});

describe('a bug', () => {
  it('reaches the caller as INTERNAL without detail, and the log with its stack', async () => {
    await using server = await openToy();
    await using client = await openToyClient(server);
    await expect(
      client.fail({ ending: { $case: 'bug', value: 'password=secret' } }),
    ).rejects.toMatchObject({ code: 'INTERNAL', message: 'internal error' });
    expect(log.of('rpc.bug').at(-1)).toMatchObject({
      method: 'mayfly.testing.v1.ToyService/Fail',
      err: { type: 'TypeError', stack: expect.stringContaining('support/toy.ts') },
    });
  });

  it('in making the response is one, too', async () => {
    await using server = await openToy({
      getCounter: async () => ({ value: 'not a number' as unknown as number }),
    });
    await using client = await openToyClient(server);
    await expect(client.getCounter({ name: 'x' })).rejects.toMatchObject({ code: 'INTERNAL' });
  });
});

describe('a failure of the line', () => {
  it('is DEPENDENCY_AWAY where nobody listens', async () => {
    await using client = await openToyClient(`ipv4:127.0.0.1:${await freePort()}`);
    await expect(client.addToCounter({ name: 'x', amount: 1 })).rejects.toMatchObject({
      code: 'DEPENDENCY_AWAY',
      retryable: true,
    });
  });

  it('is CALL_CANCELLED on a client that was closed', async () => {
    await using server = await openToy();
    const client = await openToyClient(server);
    await client.close();
    await expect(client.getCounter({ name: 'x' })).rejects.toMatchObject({
      code: 'CALL_CANCELLED',
    });
  });
});

describe('a request that is not one', () => {
  it('is MESSAGE_MALFORMED, and its bytes are not repeated', async () => {
    await using server = await openToy();
    const path = '/mayfly.testing.v1.ToyService/GetCounter';
    const error = await sendRaw(server, path, Buffer.from([0x0a, 0xff, 0xff]));
    expect(error.metadata.get('mayfly-error-code')).toEqual(['MESSAGE_MALFORMED']);
  });

  it('is told that there is no such call', async () => {
    await using server = await openToy();
    const error = await sendRaw(server, '/mayfly.testing.v1.ToyService/Nothing', Buffer.alloc(0));
    expect(error.message).toContain('UNIMPLEMENTED');
  });
});
