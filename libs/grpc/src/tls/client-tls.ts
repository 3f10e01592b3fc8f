import { credentials, type ChannelCredentials, experimental } from '@grpc/grpc-js';
import type { CertificateWatch } from './certificate-watch.ts';

/** Whom a client believes, and how it shows who it is. */
export interface ClientTls {
  /** Authorities of server certificates. */
  readonly caFile: string;
  readonly certFile?: string;
  readonly keyFile?: string;
  /** The name that the server's certificate must carry, where it is not the one in the target. */
  readonly serverName?: string;
}

/** Credentials that follow the files; without any, none. */
export function clientCredentials(
  tls: ClientTls | undefined,
  watch: CertificateWatch | undefined,
): ChannelCredentials {
  if (tls === undefined || watch === undefined) return credentials.createInsecure();
  return experimental.createCertificateProviderChannelCredentials(
    watch,
    tls.certFile === undefined ? null : watch,
  );
}
