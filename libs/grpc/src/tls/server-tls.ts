import { experimental, ServerCredentials } from '@grpc/grpc-js';
import type { CertificateWatch } from './certificate-watch.ts';

/** How a server shows who it is, and whom it believes. */
export interface ServerTls {
  readonly certFile: string;
  readonly keyFile: string;
  /** Authorities of client certificates. With it every client must show one. */
  readonly clientCaFile?: string;
}

/** Credentials that follow the files; without any, none. */
export function serverCredentials(
  tls: ServerTls | undefined,
  watch: CertificateWatch | undefined,
): ServerCredentials {
  if (tls === undefined || watch === undefined) return ServerCredentials.createInsecure();
  const checksClients = tls.clientCaFile !== undefined;
  // The parameters are named the other way round in the library: the first is our own identity.
  return experimental.createCertificateProviderServerCredentials(
    watch,
    checksClients ? watch : null,
    checksClients,
  );
}
