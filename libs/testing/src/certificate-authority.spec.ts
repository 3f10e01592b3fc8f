import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type TlsOptions, type TLSSocket } from 'node:tls';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type CertificateAuthority, certificateAuthority } from './certificate-authority.ts';

let authority: CertificateAuthority;
beforeAll(async () => {
  authority = await certificateAuthority();
});

interface Caller {
  readonly ca: string;
  readonly servername?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** One handshake over loopback; answers whom the server saw and what it held against them, or throws what the client did. */
async function handshake(server: TlsOptions, caller: Caller): Promise<string> {
  const seen = Promise.withResolvers<string>();
  const asks = { requestCert: server.ca !== undefined, rejectUnauthorized: false };
  const listener = createServer({ ...server, ...asks });
  listener.on('secureConnection', (socket: TLSSocket) => {
    const name = String(socket.getPeerCertificate().subject?.CN ?? 'nobody');
    seen.resolve(
      socket.authorized ? `${name}, trusted` : `${name}, ${String(socket.authorizationError)}`,
    );
    socket.on('error', () => {});
    socket.end('hello');
  });
  listener.on('tlsClientError', (error) => seen.reject(error));
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', servername: 'frontier.test', ...caller });
  socket.on('error', (error) => seen.reject(error));
  socket.resume();
  try {
    return await seen.promise;
  } finally {
    socket.destroy();
    listener.close();
  }
}

describe('certificateAuthority', () => {
  it('issues what a client trusts that was given the authority', async () => {
    const server = await authority.issue({ name: 'frontier', hosts: ['frontier.test'] });
    expect(await handshake(server, { ca: authority.cert })).toBe('nobody, null');
  });

  it('puts addresses and names into the certificate', async () => {
    const { cert } = await authority.issue({ name: 'a', hosts: ['a.test', '127.0.0.1', '::1'] });
    expect(new X509Certificate(cert).subjectAltName).toBe(
      'DNS:a.test, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1',
    );
  });

  it('is not trusted by who knows another authority only', async () => {
    const server = await authority.issue({ name: 'frontier', hosts: ['frontier.test'] });
    const other = await certificateAuthority();
    await expect(handshake(server, { ca: other.cert })).rejects.toThrow(/unable to|self-signed/);
  });

  it('is not trusted under a name it does not have', async () => {
    const server = await authority.issue({ name: 'frontier', hosts: ['dedup.test'] });
    await expect(handshake(server, { ca: authority.cert })).rejects.toThrow('frontier.test');
  });

  it('is not trusted after its days are over', async () => {
    const old = await authority.issue({ name: 'old', hosts: ['frontier.test'], days: -1 });
    await expect(handshake(old, { ca: authority.cert })).rejects.toThrow('expired');
  });

  it('lets a client show who it is', async () => {
    const server = await authority.issue({ name: 'frontier', hosts: ['frontier.test'] });
    const caller = await authority.issue({ name: 'fetcher', client: true });
    const mutual = { ...server, ca: authority.cert };
    expect(await handshake(mutual, { ca: authority.cert, ...caller })).toBe('fetcher, trusted');
  });

  it('is refused as a client where it was issued for a server only', async () => {
    const server = await authority.issue({ name: 'frontier', hosts: ['frontier.test'] });
    const mutual = { ...server, ca: authority.cert };
    expect(await handshake(mutual, { ca: authority.cert, ...server })).toBe(
      'frontier, INVALID_PURPOSE',
    );
  });
});
