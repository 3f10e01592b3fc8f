import { BlockList, isIP, isIPv6 } from 'node:net';
import { CrawlError } from '@mayfly/errors';

/** Where a server listens. An IPv6 host is without its brackets; port 0 is any free one. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** What protects a server from strangers. */
export interface Protection {
  readonly encrypted: boolean;
  /** Whether it can know and check who calls. */
  readonly knowsCallers: boolean;
  /** Whether its settings say that it needs no protection. */
  readonly insecure: boolean;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether only this machine can reach that host. */
export function isLoopback(host: string): boolean {
  if (isIP(host) === 0) return host === 'localhost';
  return LOOPBACK.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
}

/** Refuses to serve strangers by accident: whoever listens beyond this machine encrypts and checks, or says that it does not. */
export function checkProtection(address: ListenAddress, protection: Protection): void {
  const { encrypted, knowsCallers, insecure } = protection;
  if (isLoopback(address.host) || insecure || (encrypted && knowsCallers)) return;
  const missing = encrypted ? 'no client certificates are asked for' : 'there is no TLS';
  throw new CrawlError(
    'CONFIG_INVALID',
    `listening on ${addressText(address)}, which others can reach, but ${missing}; ` +
      'give certificates, or say explicitly that it is to be insecure',
  );
}

/** `host:port` as gRPC writes it. */
export function addressText({ host, port }: ListenAddress): string {
  return isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
}
