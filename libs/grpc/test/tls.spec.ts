import { beforeAll, describe, expect, it } from '@jest/globals';
import type { CallerRoles } from '@mayfly/grpc';
import { collectLog } from '@mayfly/telemetry/testing';
import {
  certificateAuthority,
  type CertificateAuthority,
  certificateFolder,
} from '@mayfly/testing';
import { clientTls, serverTls } from './support/tls-options.ts';
import { openToy, openToyClient, type ToyClient } from './support/toy.ts';

const log = collectLog();
let authority: CertificateAuthority;
beforeAll(async () => {
  authority = await certificateAuthority();
});

describe('TLS', () => {
  it('lets both ends know each other', async () => {
    await using ours = await certificateFolder(authority, 'toy');
    await using theirs = await certificateFolder(authority, 'fetcher');
    const callers: unknown[] = [];
    await using server = await openToy(
      {
        getCounter: async (_request, call) => {
          callers.push(call.caller.names);
          return { value: 1 };
        },
      },
      { tls: serverTls(ours), callers: { fetcher: ['read'] } },
    );
    await using client = await openToyClient(server, { tls: clientTls(theirs) });
    await expect(client.getCounter({ name: 'x' })).resolves.toMatchObject({ value: 1 });
    expect(callers).toEqual([['fetcher', 'localhost']]);
  });

  it('refuses clients without a certificate, or with one of a stranger', async () => {
    await using ours = await certificateFolder(authority, 'toy');
    await using server = await openToy({}, { tls: serverTls(ours), callers: { '*': ['submit'] } });
    await using strangers = await certificateFolder(await certificateAuthority(), 'fetcher');
    await strangers.trust(authority);
    await using nameless = await openToyClient(server, {
      tls: { caFile: ours.caFile, serverName: 'localhost' },
    });
    await using stranger = await openToyClient(server, { tls: clientTls(strangers) });
    for (const client of [nameless, stranger]) {
      await expect(client.addToCounter({ name: 'x', amount: 1 })).rejects.toMatchObject({
        code: 'DEPENDENCY_AWAY',
      });
    }
  });

  it('is not taken from a server that the client has no reason to believe', async () => {
    await using ours = await certificateFolder(authority, 'toy');
    await using server = await openToy({}, { tls: serverTls(ours), callers: { '*': ['submit'] } });
    await using theirs = await certificateFolder(authority, 'fetcher');
    await theirs.trust(await certificateAuthority());
    await using client = await openToyClient(server, { tls: clientTls(theirs) });
    await expect(client.addToCounter({ name: 'x', amount: 1 })).rejects.toMatchObject({
      code: 'DEPENDENCY_AWAY',
    });
  });

  it('without client certificates still serves this machine', async () => {
    await using ours = await certificateFolder(authority, 'toy');
    const { certFile, keyFile, caFile } = ours;
    await using server = await openToy({}, { tls: { certFile, keyFile } });
    await using client = await openToyClient(server, { tls: { caFile, serverName: 'localhost' } });
    await expect(client.addToCounter({ name: 'x', amount: 1 })).resolves.toEqual({ value: 1 });
  });

  it('does not start with files that do not belong together, or are not there', async () => {
    await using ours = await certificateFolder(authority, 'toy');
    await using others = await certificateFolder(authority, 'other');
    const { certFile, keyFile, caFile } = ours;
    await expect(openToy({}, { tls: { certFile, keyFile: others.keyFile } })).rejects.toMatchObject(
      {
        code: 'CONFIG_INVALID',
        message: expect.stringContaining('does not belong to the key'),
      },
    );
    await expect(openToy({}, { tls: { certFile: `${certFile}.none`, keyFile } })).rejects.toThrow(
      'cannot be read',
    );
    await expect(openToy({}, { tls: { certFile: keyFile, keyFile } })).rejects.toThrow(
      'not a usable certificate',
    );
    await expect(openToyClient('ipv4:127.0.0.1:1', { tls: { caFile, certFile } })).rejects.toThrow(
      'only of use together',
    );
  });
});

describe('roles', () => {
  async function asking(roles: CallerRoles, use: (client: ToyClient) => Promise<void>) {
    await using ours = await certificateFolder(authority, 'toy');
    await using theirs = await certificateFolder(authority, 'fetcher');
    await using server = await openToy({}, { tls: serverTls(ours), callers: roles });
    await using client = await openToyClient(server, { tls: clientTls(theirs) });
    await use(client);
  }

  it('allow what the certificate’s name has, and nothing else', async () => {
    await asking({ fetcher: ['read', 'operate'], other: ['submit', 'admin'] }, async (client) => {
      await expect(client.getCounter({ name: 'x' })).resolves.toMatchObject({ value: 0 });
      await expect(client.sumNumbers([{ number: 2 }])).resolves.toMatchObject({ sum: 2 });
      await expect(client.putCounter({ name: 'x', value: 1 })).rejects.toMatchObject({
        code: 'ROLE_MISSING',
        message: 'mayfly.testing.v1.ToyService/PutCounter: needs the role submit',
      });
      await expect(client.fail({ ending: { $case: 'bug', value: 'x' } })).rejects.toMatchObject({
        code: 'ROLE_MISSING',
      });
    });
  });

  it('can be given to everybody with a certificate', async () => {
    await asking({ '*': ['read'] }, async (client) => {
      await expect(client.getCounter({ name: 'x' })).resolves.toMatchObject({ value: 0 });
      await expect(client.putCounter({ name: 'x', value: 1 })).rejects.toMatchObject({
        code: 'ROLE_MISSING',
      });
    });
  });

  it('are nobody’s unless given', async () => {
    await asking({}, async (client) => {
      await expect(client.getCounter({ name: 'x' })).rejects.toMatchObject({
        code: 'ROLE_MISSING',
      });
    });
  });

  it('can be decided by code instead', async () => {
    const asked: unknown[] = [];
    await using server = await openToy(
      {},
      { authorise: (caller, role, method) => void asked.push([caller.names, role, method]) },
    );
    await using client = await openToyClient(server);
    await client.getCounter({ name: 'x' });
    expect(asked).toEqual([[[], 'read', 'mayfly.testing.v1.ToyService/GetCounter']]);
  });
});

describe('listening beyond this machine', () => {
  const address = { host: '0.0.0.0', port: 0 };

  it('is refused without protection', async () => {
    await expect(openToy({}, { address })).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });

  it('is possible when told so, with a warning at every start', async () => {
    for (const start of [1, 2]) {
      await using _server = await openToy({}, { address, insecure: true });
      expect(log.of('rpc.insecure')).toHaveLength(start);
    }
  });

  it('is possible with TLS and client certificates, without a warning', async () => {
    const warnings = log.of('rpc.insecure').length;
    await using ours = await certificateFolder(authority, 'toy');
    await using _server = await openToy({}, { address, tls: serverTls(ours) });
    expect(log.of('rpc.insecure')).toHaveLength(warnings);
  });

  it('says so when the port is taken', async () => {
    await using server = await openToy();
    const { port } = server;
    await expect(openToy({}, { address: { host: '127.0.0.1', port } })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: `127.0.0.1:${port}: cannot listen there: EADDRINUSE`,
    });
  });
});
