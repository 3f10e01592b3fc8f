import { hash } from 'node:crypto';
import type { Branded } from './branded.ts';
import type { Url } from './normalise-url.ts';

/** A lower-case host name or address, with the port where it is not the scheme's own. Manners are kept per host. */
export type HostKey = Branded<string, 'HostKey'>;

/** Into how many parts hosts are cut. Stored rows depend on it: it never changes. */
export const HOST_BUCKETS = 1_024;

/** The host of a URL; http and https on their own ports are one host. */
export function hostOf(url: Url): HostKey {
  const begin = url.indexOf('//') + 2;
  return url.slice(begin, url.indexOf('/', begin)) as HostKey;
}

/** The bucket of a host, 0 to 1023, the same on every machine and for ever. */
export function bucketOf(host: HostKey): number {
  return Number.parseInt(hash('sha256', host, 'hex').slice(0, 8), 16) % HOST_BUCKETS;
}
