import { describe, expect, it } from '@jest/globals';
import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { FailRequest } from '@mayfly/contracts/testing/v1';
import { clientOf, portsOf, startToy } from './support/start-toy.ts';

describe('a handler that throws something unknown', () => {
  it('gives INTERNAL without detail, and the log has the stack', async () => {
    await using toy = startToy();
    const { port } = await portsOf(toy);
    await using client = await clientOf([port]);
    await expect(
      client.fail({ ending: { $case: 'bug', value: 'password=secret' } }),
    ).rejects.toMatchObject({ code: 'INTERNAL', message: 'internal error' });

    const line = JSON.parse(await toy.waitForLine('"rpc.bug"')) as Record<string, unknown>;
    expect(line).toMatchObject({
      level: 'error',
      service: 'toy',
      method: 'mayfly.testing.v1.ToyService/Fail',
      trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      err: { type: 'TypeError', stack: expect.stringContaining('src/rpc/fail.ts') },
    });
    await expect(client.getCounter({ name: 'x' })).resolves.toMatchObject({ value: 0 });
  });

  it('shows nothing more on the wire', async () => {
    await using toy = startToy();
    const { port } = await portsOf(toy);
    const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), {
      'grpc.use_local_subchannel_pool': 1,
    });
    const bytes = (value: Uint8Array): Buffer => Buffer.from(value);
    const request = FailRequest.encode({ ending: { $case: 'bug', value: 'secret' } }).finish();
    const error = await new Promise<ServiceError | null>((resolve) => {
      client.makeUnaryRequest(
        '/mayfly.testing.v1.ToyService/Fail',
        bytes,
        bytes,
        request,
        new Metadata(),
        { deadline: Date.now() + 20_000 },
        resolve,
      );
    });
    client.close();
    expect(error?.code).toBe(status.INTERNAL);
    expect(error?.details).toBe('internal error');
    expect(Object.keys(error?.metadata.getMap() ?? {}).sort()).toEqual(
      expect.not.arrayContaining(['stack']),
    );
    expect(JSON.stringify(error?.metadata.toJSON())).not.toContain('secret');
  });
});

describe('an error of the catalogue', () => {
  it('reaches the caller with its code', async () => {
    await using toy = startToy();
    const { port } = await portsOf(toy);
    await using client = await clientOf([port]);
    await expect(
      client.fail({ ending: { $case: 'code', value: 'STORE_IN_USE' } }),
    ).rejects.toMatchObject({ code: 'STORE_IN_USE', retryable: false });
    await expect(client.getCounter({ name: '' })).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      message: 'name: must have 1 to 100 characters, not 0',
    });
  });
});
