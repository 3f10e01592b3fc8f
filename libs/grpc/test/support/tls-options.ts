import type { ClientTls, ServerTls } from '@mayfly/grpc';
import type { CertificateFolder } from '@mayfly/testing';

/** A server that shows what is in the folder, and asks clients for certificates. */
export function serverTls({ certFile, keyFile, caFile }: CertificateFolder): ServerTls {
  return { certFile, keyFile, clientCaFile: caFile };
}

/** A client that shows what is in the folder. */
export function clientTls({ certFile, keyFile, caFile }: CertificateFolder): ClientTls {
  return { certFile, keyFile, caFile, serverName: 'localhost' };
}
