import { getDomain } from 'tldts';
import type { Branded } from './branded.ts';
import type { HostKey } from './host.ts';

/** A registrable domain (public suffix + 1): what one owner has. An address, or a name without one, is a site of its own. */
export type SiteKey = Branded<string, 'SiteKey'>;

const OPTIONS = {
  // Under github.io or blogspot.com every name has another owner, so those count as suffixes too.
  allowPrivateDomains: true,
  // A HostKey is a host name already: nothing to cut out, nothing to check again.
  extractHostname: false,
  validateHostname: false,
  mixedInputs: false,
};

/** The site of a host. The port says nothing about the owner, so it is not part of it. */
export function siteOf(host: HostKey): SiteKey {
  const hostName = host.replace(/:\d+$/, '');
  const domain = hostName.startsWith('[') ? null : getDomain(hostName, OPTIONS);
  return (domain ?? hostName) as SiteKey;
}

/**
 * The registrable domain of any host name, in whatever script and case; undefined for a public suffix
 * itself, an address, or what is no name.
 */
export function registrableDomain(hostName: string): string | undefined {
  const name = hostName.toLowerCase();
  if (name.startsWith('.') || name.startsWith('[') || name.includes('..')) return undefined;
  return getDomain(name.replace(/\.$/, ''), OPTIONS) ?? undefined;
}
