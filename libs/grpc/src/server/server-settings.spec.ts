import { describe, expect, it } from '@jest/globals';
import { EnvReader } from '@mayfly/config';
import { type GrpcSettings, readGrpcSettings } from './server-settings.ts';

function load(env: Record<string, string>): GrpcSettings {
  const read = new EnvReader(env, 'TOY_');
  return read.done(readGrpcSettings(read, 'TOY_', { port: 7101 }));
}

const FILES = {
  TOY_TLS_CERT_FILE: 'cert.pem',
  TOY_TLS_KEY_FILE: 'key.pem',
  TOY_TLS_CA_FILE: 'ca.pem',
};

describe('readGrpcSettings', () => {
  it('listens on this machine, without certificates, when nothing is set', () => {
    expect(load({}).server).toMatchObject({
      address: { host: '127.0.0.1', port: 7101 },
      insecure: false,
      reflection: false,
      callers: {},
    });
    expect(load({}).server.tls).toBeUndefined();
  });

  it('shows the same certificate when it answers as when it calls', () => {
    const { server, clientTls } = load({ TOY_GRPC_ADDRESS: '0.0.0.0:7101', ...FILES });
    const own = { certFile: 'cert.pem', keyFile: 'key.pem' };
    expect(server.tls).toEqual({ ...own, clientCaFile: 'ca.pem' });
    expect(clientTls).toEqual({ ...own, caFile: 'ca.pem' });
  });

  it('reads who may do what', () => {
    const { server } = load({ TOY_GRPC_CALLERS: 'fetcher=operate+read, *=read', ...FILES });
    expect(server.callers).toEqual({ fetcher: ['operate', 'read'], '*': ['read'] });
  });

  it.each([
    [{ TOY_GRPC_ADDRESS: '0.0.0.0:7101' }, 'TOY_GRPC_ADDRESS: others can reach it'],
    [{ TOY_TLS_CERT_FILE: 'cert.pem' }, 'only go together'],
    [{ TOY_GRPC_CALLERS: 'fetcher=king' }, 'TOY_GRPC_CALLERS'],
    [{ TOY_GRPC_CALLERS: '*=read' }, 'TOY_GRPC_CALLERS: without TOY_TLS_CA_FILE'],
    [{ TOY_GRPC_MAX_CALLS: '0' }, 'TOY_GRPC_MAX_CALLS'],
    [{ TOY_GRPC_DRAIN_MS: '20001' }, 'TOY_GRPC_DRAIN_MS: too large'],
  ])('refuses %j', (env, problem) => {
    expect(() => load(env)).toThrow(problem);
  });

  it('listens beyond this machine without certificates when told so', () => {
    const env = { TOY_GRPC_ADDRESS: '0.0.0.0:7101', TOY_GRPC_INSECURE: 'true' };
    expect(load(env).server.insecure).toBe(true);
  });
});
