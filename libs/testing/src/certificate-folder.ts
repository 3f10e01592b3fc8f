import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'node:tls';
import type { CertificateAuthority, IssuedCertificate } from './certificate-authority.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Certificate files of one server or client, which a test replaces while they are in use. */
export interface CertificateFolder extends AsyncDisposable {
  readonly certFile: string;
  readonly keyFile: string;
  readonly caFile: string;
  /** Replaces certificate and key, one after the other, as people do. */
  identify(certificate: IssuedCertificate): Promise<void>;
  /** Replaces the authorities that are believed. */
  trust(...authorities: readonly CertificateAuthority[]): Promise<void>;
}

/** A folder with a certificate of that name for `localhost`, for both ends, and trust in its authority. */
export async function certificateFolder(
  authority: CertificateAuthority,
  name: string,
): Promise<CertificateFolder> {
  const { path, [Symbol.asyncDispose]: dispose } = await temporaryFolder();
  const folder: CertificateFolder = {
    certFile: join(path, 'cert.pem'),
    keyFile: join(path, 'key.pem'),
    caFile: join(path, 'ca.pem'),
    identify: async ({ cert, key }) => {
      await writeFile(folder.certFile, cert);
      await writeFile(folder.keyFile, key);
    },
    trust: (...authorities) =>
      writeFile(folder.caFile, authorities.map(({ cert }) => cert).join('\n')),
    [Symbol.asyncDispose]: dispose,
  };
  await folder.identify(await authority.issue({ name, hosts: ['localhost'], client: true }));
  await folder.trust(authority);
  return folder;
}

/** The common name in the certificate that a server of this machine shows to a new connection. */
export async function shownName(port: number): Promise<string> {
  const socket = connect({
    port,
    host: '127.0.0.1',
    rejectUnauthorized: false,
    ALPNProtocols: ['h2'],
  });
  try {
    return await new Promise((resolve, reject) => {
      socket.on('secureConnect', () => resolve(String(socket.getPeerCertificate().subject.CN)));
      socket.on('error', reject);
    });
  } finally {
    socket.on('error', () => {}).destroy();
  }
}
