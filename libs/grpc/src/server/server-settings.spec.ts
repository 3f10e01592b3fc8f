import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EnvReader } from '@mayfly/config';
import { certificateAuthority, type CertificateFolder, certificateFolder } from '@mayfly/testing';
import { type GrpcSettings, readGrpcSettings } from './server-settings.ts';

function load(env: Record<string, string>): GrpcSettings {
  const read = new EnvReader(env, 'TOY_');
  return read.done(readGrpcSettings(read, 'TOY_', { port: 7101 }));
}

let folder: CertificateFolder;
beforeAll(async () => {
  folder = await certificateFolder(await certificateAuthority(), 'toy');
});
afterAll(async () => folder[Symbol.asyncDispose]());

const files = (): Record<string, string> => ({
  TOY_TLS_CERT_FILE: folder.certFile,
  TOY_TLS_KEY_FILE: folder.keyFile,
  TOY_TLS_CA_FILE: folder.caFile,
});

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
    const { server, clientTls } = load({ TOY_GRPC_ADDRESS: '0.0.0.0:7101', ...files() });
    const { certFile, keyFile, caFile } = folder;
    expect(server.tls).toEqual({ certFile, keyFile, clientCaFile: caFile });
    expect(clientTls).toEqual({ certFile, keyFile, caFile });
  });

  it('reads who may do what', () => {
    const { server } = load({ TOY_GRPC_CALLERS: 'fetcher=operate+read, *=read', ...files() });
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

  it('names the setting of every certificate file that cannot be read', () => {
    const env = { TOY_TLS_CERT_FILE: '/no1', TOY_TLS_KEY_FILE: '/no2', TOY_TLS_CA_FILE: '/no3' };
    expect(() => load(env)).toThrow(
      [
        '3 problems with the settings:',
        '  TOY_TLS_CERT_FILE: /no1: cannot be read (ENOENT)',
        '  TOY_TLS_KEY_FILE: /no2: cannot be read (ENOENT)',
        '  TOY_TLS_CA_FILE: /no3: cannot be read (ENOENT)',
      ].join('\n'),
    );
  });

  it('names the setting of a certificate that is none', () => {
    const env = { ...files(), TOY_TLS_CA_FILE: folder.keyFile };
    expect(() => load(env)).toThrow(/^1 problem[^]*TOY_TLS_CA_FILE: .*: not a usable certificate/);
  });

  it('listens beyond this machine without certificates when told so', () => {
    const env = { TOY_GRPC_ADDRESS: '0.0.0.0:7101', TOY_GRPC_INSECURE: 'true' };
    expect(load(env).server.insecure).toBe(true);
  });
});
