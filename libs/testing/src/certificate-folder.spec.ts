import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { certificateAuthority } from './certificate-authority.ts';
import { type CertificateFolder, certificateFolder, shownName } from './certificate-folder.ts';

async function nameShownWith({ certFile, keyFile }: CertificateFolder): Promise<string> {
  const server = createServer({
    cert: readFileSync(certFile),
    key: readFileSync(keyFile),
    ALPNProtocols: ['h2'],
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await shownName((server.address() as AddressInfo).port);
  } finally {
    server.close();
  }
}

describe('certificateFolder', () => {
  it('holds a certificate that a server can show, until it is replaced', async () => {
    const authority = await certificateAuthority();
    await using folder = await certificateFolder(authority, 'before');
    expect(await nameShownWith(folder)).toBe('before');
    await folder.identify(await authority.issue({ name: 'after' }));
    expect(await nameShownWith(folder)).toBe('after');
  });

  it('holds as many authorities as it is given, and is gone at the end', async () => {
    const [one, two] = await Promise.all([certificateAuthority(), certificateAuthority()]);
    const folder = await certificateFolder(one, 'x');
    await folder.trust(one, two);
    expect(readFileSync(folder.caFile, 'utf8').match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    await folder[Symbol.asyncDispose]();
    expect(existsSync(folder.caFile)).toBe(false);
  });
});
