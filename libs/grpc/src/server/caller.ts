import { X509Certificate } from 'node:crypto';
import type { ServerInterceptingCallInterface } from '@grpc/grpc-js';
import type { Caller } from './server-call.ts';

/** Who is on the other end. Names come only from a certificate that the handshake has checked. */
export function callerOf(call: ServerInterceptingCallInterface): Caller {
  const { remoteAddress, remotePort } = call.getConnectionInfo();
  const address = remoteAddress === undefined ? 'unknown' : `${remoteAddress}:${remotePort ?? 0}`;
  const certificate = call.getAuthContext().sslPeerCertificate;
  return { address, names: certificate === undefined ? [] : namesIn(certificate.raw) };
}

/** Common name, DNS names and URIs of a certificate. */
export function namesIn(raw: Buffer): readonly string[] {
  const known = NAMES.get(raw.toString('latin1'));
  if (known !== undefined) return known;
  const { subject, subjectAltName } = new X509Certificate(raw);
  const common = /^CN=(.+)$/m.exec(subject)?.[1];
  const names = [
    ...new Set([...(common === undefined ? [] : [common]), ...alternativeNames(subjectAltName)]),
  ];
  if (NAMES.size >= MAX_KNOWN) NAMES.clear();
  NAMES.set(raw.toString('latin1'), names);
  return names;
}

/** Every call shows its certificate again, and reading one takes longer than many a handler. */
const NAMES = new Map<string, readonly string[]>();
const MAX_KNOWN = 1_000;

/** Node writes a name in quotes when it holds something that could fake a second one: such a name is none. */
export function alternativeNames(subjectAltName: string | undefined): readonly string[] {
  if (subjectAltName === undefined || subjectAltName.includes('"')) return [];
  return subjectAltName
    .split(', ')
    .map((entry) => /^(?:DNS|URI):(.+)$/.exec(entry)?.[1])
    .filter((name) => name !== undefined);
}
