import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { generate } from 'selfsigned';

const DAY_MS = 86_400_000;
const ALGORITHM = { keyType: 'ec', algorithm: 'sha256' } as const;

/** A certificate and its private key, as PEM text. */
export interface IssuedCertificate {
  readonly cert: string;
  readonly key: string;
}

/** What a certificate says. */
export interface CertificateRequest {
  /** The subject's common name. */
  readonly name: string;
  /** Host names and IP addresses that a server may be reached by. */
  readonly hosts?: readonly string[];
  /** How long it is valid from now; negative: it ended that many days ago. */
  readonly days?: number;
  /** Whether the holder may also show it as a client. */
  readonly client?: boolean;
}

/** Issues certificates that only those trust who were given its own. */
export interface CertificateAuthority {
  /** What the other side must trust, as PEM text. */
  readonly cert: string;
  issue(request: CertificateRequest): Promise<IssuedCertificate>;
}

/** A fresh authority with a name of its own, so that two of them are never taken for one another. */
export async function certificateAuthority(): Promise<CertificateAuthority> {
  const authority = await generate(
    [{ name: 'commonName', value: `Mayfly test authority ${randomUUID()}` }],
    {
      ...ALGORITHM,
      ...validity(30),
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      ],
    },
  );
  const ca = { cert: authority.cert, key: authority.private };
  return { cert: ca.cert, issue: (request) => issue(ca, request) };
}

async function issue(
  ca: IssuedCertificate,
  { name, hosts = [], days = 1, client = false }: CertificateRequest,
): Promise<IssuedCertificate> {
  const issued = await generate([{ name: 'commonName', value: name }], {
    ...ALGORITHM,
    ...validity(days),
    ca,
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true, clientAuth: client },
      ...(hosts.length === 0 ? [] : [alternativeNames(hosts)]),
    ],
  });
  return { cert: issued.cert, key: issued.private };
}

function alternativeNames(hosts: readonly string[]) {
  const altNames = hosts.map((host) =>
    isIP(host) === 0 ? { type: 2 as const, value: host } : { type: 7 as const, ip: host },
  );
  return { name: 'subjectAltName' as const, altNames };
}

/** It begins an hour early, because clocks of two machines never agree. */
function validity(days: number): { notBeforeDate: Date; notAfterDate: Date } {
  const now = Date.now();
  const end = now + days * DAY_MS;
  return { notBeforeDate: new Date(Math.min(now, end) - 3_600_000), notAfterDate: new Date(end) };
}
