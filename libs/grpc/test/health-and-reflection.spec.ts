import { describe, expect, it } from '@jest/globals';
import { credentials, makeClientConstructor, type ServiceDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { ToyServiceDefinition } from '@mayfly/contracts/testing/v1';
import { checkHealth, openServer, serve } from '@mayfly/grpc';
import { eventually } from '@mayfly/testing';
import { service as healthService } from 'grpc-health-check';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openToy, toyHandlers } from './support/toy.ts';

const TOY = ToyServiceDefinition.fullName;

describe('health', () => {
  it('is NOT_SERVING until the service says that it serves', async () => {
    await using server = await openServer({
      service: 'toy',
      services: [serve(ToyServiceDefinition, toyHandlers())],
      address: { host: '127.0.0.1', port: 0 },
      random: Math.random,
    });
    expect(await checkHealth(server.address)).toBe('NOT_SERVING');
    server.setServing(true);
    expect(await checkHealth(server.address)).toBe('SERVING');
    expect(await checkHealth(server.address, { service: TOY })).toBe('SERVING');
  });

  it('of one service can differ from that of the process', async () => {
    await using server = await openToy();
    server.setServing(false, TOY);
    expect(await checkHealth(server.address, { service: TOY })).toBe('NOT_SERVING');
    expect(await checkHealth(server.address)).toBe('SERVING');
  });

  it('of a service that is not here is unknown', async () => {
    await using server = await openToy();
    const service = 'mayfly.other.v1.OtherService';
    expect(await checkHealth(server.address, { service })).toBe('SERVICE_UNKNOWN');
  });

  it('of a server that is not there is a failure', async () => {
    const server = await openToy();
    await server.close();
    await expect(checkHealth(server.address)).rejects.toMatchObject({ code: 'DEPENDENCY_AWAY' });
  });

  it('has a port of its own where asked, with nothing else on it', async () => {
    await using server = await openToy({}, { healthAddress: { host: '127.0.0.1', port: 0 } });
    expect(await checkHealth(`127.0.0.1:${server.healthPort}`)).toBe('SERVING');
    expect(server.healthPort).not.toBe(server.port);
  });
});

/** A client that others wrote. */
function probeOf(address: string) {
  const Probe = makeClientConstructor(healthService, 'Health');
  const client = new Probe(address, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
  });
  const ask = (name: string, request: object) =>
    new Promise<unknown>((resolve, reject) => {
      const method = client[name] as (...all: unknown[]) => void;
      const done = (error: Error | null, answer: unknown) =>
        error === null ? resolve(answer) : reject(error);
      method.call(client, request, done);
    });
  return { client, ask };
}

describe('health, asked by a client of others', () => {
  it('is told of the process, of a service and of all', async () => {
    await using server = await openToy();
    server.setServing(false, TOY);
    const { client, ask } = probeOf(server.address);
    expect(await ask('check', {})).toEqual({ status: 'SERVING' });
    expect(await ask('check', { service: TOY })).toEqual({ status: 'NOT_SERVING' });
    expect(await ask('list', {})).toEqual({
      statuses: { '': { status: 'SERVING' }, [TOY]: { status: 'NOT_SERVING' } },
    });
    for (const service of ['other', 'x'.repeat(100), 'x'.repeat(1_000)]) {
      await expect(ask('check', { service })).rejects.toMatchObject({ code: 5 });
    }
    client.close();
  });

  it('is watched as it changes', async () => {
    await using server = await openToy();
    const { client } = probeOf(server.address);
    const watch = client.watch as (request: object) => NodeJS.ReadableStream & { cancel(): void };
    const call = watch.call(client, { service: TOY });
    const told: unknown[] = [];
    const unknown = watch.call(client, { service: 'other' });
    unknown.on('data', (each) => told.push(each)).on('error', () => {});
    const next = async (): Promise<unknown> => {
      const [each] = (await once(call, 'data')) as unknown[];
      return each;
    };
    call.on('error', () => {});
    expect(await next()).toEqual({ status: 'SERVING' });
    const changed = next();
    server.setServing(false, TOY);
    expect(await changed).toEqual({ status: 'NOT_SERVING' });
    await eventually(() => told.length > 0, { what: 'the unknown one is told' });
    expect(told).toEqual([{ status: 'SERVICE_UNKNOWN' }]);
    call.cancel();
    unknown.cancel();
    client.close();
  });
});

describe('reflection', () => {
  /** Asks as grpcurl does. */
  async function reflect(address: string, request: object): Promise<Record<string, unknown>> {
    const folder = dirname(createRequire(import.meta.url).resolve('@grpc/reflection/package.json'));
    const definition = loadSync(join(folder, 'build/proto/grpc/reflection/v1/reflection.proto'));
    const service = definition['grpc.reflection.v1.ServerReflection'] as ServiceDefinition;
    const Reflection = makeClientConstructor(service, 'Reflection');
    const client = new Reflection(address, credentials.createInsecure(), {
      'grpc.use_local_subchannel_pool': 1,
    });
    const call = (
      client.serverReflectionInfo as () => NodeJS.ReadWriteStream & { cancel(): void }
    ).call(client);
    try {
      return await new Promise((resolve, reject) => {
        call.on('data', resolve).on('error', reject);
        (call.write as unknown as (message: object) => void).call(call, request);
      });
    } finally {
      call.on('error', () => {}).cancel();
      client.close();
    }
  }

  it('is off unless switched on', async () => {
    await using server = await openToy();
    await expect(reflect(server.address, { listServices: '*' })).rejects.toThrow('UNIMPLEMENTED');
  });

  it('lists the services that are served, and their files', async () => {
    await using server = await openToy({}, { reflection: true });
    expect(await reflect(server.address, { listServices: '*' })).toMatchObject({
      listServicesResponse: { service: [{ name: TOY }] },
    });
    const { fileDescriptorResponse } = await reflect(server.address, {
      fileContainingSymbol: TOY,
    });
    const { fileDescriptorProto } = fileDescriptorResponse as { fileDescriptorProto: Buffer[] };
    expect(fileDescriptorProto[0]?.toString('latin1')).toContain('WatchCounterResponse');
  });
});
