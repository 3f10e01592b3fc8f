import { describe, expect, it } from '@jest/globals';
import { checkHealth, type ClientTls } from '@mayfly/grpc';
import {
  certificateAuthority,
  type CertificateFolder,
  certificateFolder,
  eventually,
  shownName,
} from '@mayfly/testing';
import { collectLog } from '@mayfly/telemetry/testing';
import { startLoad } from './support/load.ts';
import { clientOf, portsOf, startToy } from './support/start-toy.ts';

collectLog();

const settings = ({ certFile, keyFile, caFile }: CertificateFolder, callers: string) => ({
  TOY_TLS_CERT_FILE: certFile,
  TOY_TLS_KEY_FILE: keyFile,
  TOY_TLS_CA_FILE: caFile,
  TOY_TLS_RELOAD_MS: '100ms',
  TOY_GRPC_CALLERS: callers,
});

const tlsOf = ({ certFile, keyFile, caFile }: CertificateFolder): ClientTls => ({
  certFile,
  keyFile,
  caFile,
  serverName: 'localhost',
});

describe('certificates', () => {
  it('rotate under load at both ends, with their authority, without a failed call', async () => {
    const [before, after] = await Promise.all([certificateAuthority(), certificateAuthority()]);
    await using ours = await certificateFolder(before, 'toy-before');
    await using theirs = await certificateFolder(before, 'tester-before');
    await using old = await certificateFolder(before, 'tester-before');
    await using toy = startToy(settings(ours, 'localhost=submit'));
    const { port } = await portsOf(toy);
    await using client = await clientOf([port], { tls: tlsOf(theirs), tlsReloadMs: 100 });
    const load = startLoad(client);
    await load.more(50);

    for (const folder of [ours, theirs, old]) await folder.trust(before, after);
    await toy.waitForLine('tls.certificates.loaded');
    await client.reloadCertificates();
    const issue = (name: string) => after.issue({ name, hosts: ['localhost'], client: true });
    await ours.identify(await issue('toy-after'));
    await theirs.identify(await issue('tester-after'));
    await client.reloadCertificates();
    await eventually(async () => (await shownName(port)) === 'toy-after', {
      what: 'new connections see the new certificate',
      withinMs: 60_000,
    });
    await load.more(50);

    for (const folder of [ours, theirs]) await folder.trust(after);
    await client.reloadCertificates();
    await eventually(() => refused(port, old), {
      what: 'the old certificate is refused',
      withinMs: 60_000,
    });
    await load.more(50);
    await load.stop();
    expect(load.failures).toEqual([]);
    expect((await toy.stop()).code).toBe(0);
  });

  it('decide what their holders may do', async () => {
    const authority = await certificateAuthority();
    await using ours = await certificateFolder(authority, 'toy');
    await using theirs = await certificateFolder(authority, 'tester');
    await using toy = startToy({
      ...settings(ours, 'tester=read'),
      TOY_HEALTH_ADDRESS: '127.0.0.1:0',
    });
    const { port, healthPort } = await portsOf(toy);
    await using client = await clientOf([port], { tls: tlsOf(theirs) });
    await expect(client.getCounter({ name: 'x' })).resolves.toMatchObject({ value: 0 });
    await expect(client.putCounter({ name: 'x', value: 1 })).rejects.toMatchObject({
      code: 'ROLE_MISSING',
    });
    await using nobody = await clientOf([port]);
    await expect(nobody.addToCounter({ name: 'x', amount: 1 })).rejects.toMatchObject({
      code: 'DEPENDENCY_AWAY',
    });
    expect(await checkHealth(`127.0.0.1:${healthPort}`)).toBe('SERVING');
    const service = 'mayfly.testing.v1.ToyService';
    expect(await checkHealth(`127.0.0.1:${port}`, { service, tls: tlsOf(theirs) })).toBe('SERVING');
  });
});

/** Whether a client with that certificate gets no new connection. */
async function refused(port: number, folder: CertificateFolder): Promise<boolean> {
  await using client = await clientOf([port], { tls: tlsOf(folder) });
  return client.addToCounter({ name: 'x', amount: 1 }).then(
    () => false,
    (error: { code: string }) => error.code === 'DEPENDENCY_AWAY',
  );
}
