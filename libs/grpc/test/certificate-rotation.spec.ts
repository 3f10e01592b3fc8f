import { afterEach, describe, expect, it } from '@jest/globals';
import { TELEMETRY } from '@mayfly/grpc';
import { collectLog, undeclared } from '@mayfly/telemetry/testing';
import {
  certificateAuthority,
  certificateFolder,
  eventually,
  FakeClock,
  shownName,
} from '@mayfly/testing';
import { writeFile } from 'node:fs/promises';
import { clientTls, serverTls } from './support/tls-options.ts';
import { openToy, openToyClient, type ToyClient } from './support/toy.ts';

const log = collectLog();
const LONG_MS = 3_600_000;
afterEach(() => expect(undeclared(log.lines, TELEMETRY)).toEqual([]));

/** Calls without a pause until stopped, on a connection that is kept. */
function load(client: ToyClient): { stop: () => Promise<{ done: number; failures: unknown[] }> } {
  const failures: unknown[] = [];
  let done = 0;
  let running = true;
  const callers = Array.from({ length: 8 }, async () => {
    while (running) {
      await client
        .putCounter({ name: 'x', value: 1 })
        .catch((error: unknown) => failures.push(error));
      done += 1;
    }
  });
  return {
    stop: async () => {
      running = false;
      await Promise.all(callers);
      return { done, failures };
    },
  };
}

describe('certificates', () => {
  it('are replaced at both ends, with their authority, without a failed call', async () => {
    const [before, after] = await Promise.all([certificateAuthority(), certificateAuthority()]);
    await using ours = await certificateFolder(before, 'toy-before');
    await using theirs = await certificateFolder(before, 'fetcher');
    const tlsReloadMs = LONG_MS;
    await using server = await openToy(
      {},
      { tls: serverTls(ours), tlsReloadMs, callers: { '*': ['submit'] } },
    );
    await using client = await openToyClient(server, { tls: clientTls(theirs), tlsReloadMs });
    const reload = () => Promise.all([server.reloadCertificates(), client.reloadCertificates()]);
    const { stop } = load(client);

    for (const folder of [ours, theirs]) await folder.trust(before, after);
    await reload();
    const hosts = ['localhost'];
    await ours.identify(await after.issue({ name: 'toy-after', hosts, client: true }));
    await theirs.identify(await after.issue({ name: 'fetcher', hosts, client: true }));
    await reload();
    expect(await shownName(server.port)).toBe('toy-after');
    for (const folder of [ours, theirs]) await folder.trust(after);
    await reload();
    const late = await openToyClient(server, { tls: clientTls(theirs) });
    await expect(late.putCounter({ name: 'x', value: 1 })).resolves.toBeDefined();
    await late.close();

    const { done, failures } = await stop();
    expect(failures).toEqual([]);
    expect(done).toBeGreaterThan(20);
  });

  it('of an authority that is not believed any more lose their connections, too', async () => {
    const [before, after] = await Promise.all([certificateAuthority(), certificateAuthority()]);
    await using ours = await certificateFolder(before, 'toy');
    await using theirs = await certificateFolder(before, 'fetcher');
    await using server = await openToy({}, { tls: serverTls(ours), callers: { '*': ['submit'] } });
    await using client = await openToyClient(server, { tls: clientTls(theirs) });
    const add = () => client.addToCounter({ name: 'x', amount: 1 });
    await add();
    await ours.trust(after);
    await server.reloadCertificates();
    await eventually(
      () =>
        add().then(
          () => false,
          (error: { code: string }) => error.code === 'DEPENDENCY_AWAY',
        ),
      { what: 'the old certificate is refused' },
    );
  });

  it('that do not fit together yet are not used, and the old ones stay', async () => {
    const authority = await certificateAuthority();
    await using ours = await certificateFolder(authority, 'toy-before');
    await using server = await openToy({}, { tls: serverTls(ours), callers: {} });
    const next = await authority.issue({ name: 'toy-after', hosts: ['localhost'] });
    const refusals = log.of('tls.certificates.refused').length;

    await writeFile(ours.certFile, next.cert);
    await server.reloadCertificates();
    await server.reloadCertificates();
    expect(await shownName(server.port)).toBe('toy-before');
    expect(log.of('tls.certificates.refused')).toHaveLength(refusals + 1);

    await writeFile(ours.certFile, next.cert.slice(0, 100));
    await server.reloadCertificates();
    expect(await shownName(server.port)).toBe('toy-before');

    await ours.identify(next);
    await server.reloadCertificates();
    expect(await shownName(server.port)).toBe('toy-after');
    expect(log.of('tls.certificates.loaded').at(-1)).toMatchObject({ subject: 'CN=toy-after' });
  });

  it('are looked at again and again', async () => {
    const clock = new FakeClock();
    const authority = await certificateAuthority();
    await using ours = await certificateFolder(authority, 'toy-before');
    const server = await openToy({}, { tls: serverTls(ours), callers: {}, clock });
    await ours.identify(await authority.issue({ name: 'toy-after', hosts: ['localhost'] }));
    await eventually(
      async () => {
        await clock.advance(10_000);
        return (await shownName(server.port)) === 'toy-after';
      },
      { what: 'the new certificate is shown' },
    );
    const closing = server.close();
    await clock.advance(60_000);
    await closing;
  });
});
