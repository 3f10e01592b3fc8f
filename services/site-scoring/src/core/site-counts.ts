import type { HostCounts } from './host-counts.ts';

/** The counts of a site: sums over its hosts. */
export interface SiteCounts {
  readonly hosts: number;
  readonly attempts: number;
  readonly newVersions: number;
  readonly unchanged: number;
  readonly duplicates: number;
  readonly withoutDocument: number;
}

export const EMPTY_SITE: SiteCounts = {
  hosts: 0,
  attempts: 0,
  newVersions: 0,
  unchanged: 0,
  duplicates: 0,
  withoutDocument: 0,
};

export function addHost(site: SiteCounts, host: HostCounts): SiteCounts {
  return {
    hosts: site.hosts + 1,
    attempts: site.attempts + host.attempts,
    newVersions: site.newVersions + host.newVersions,
    unchanged: site.unchanged + host.unchanged,
    duplicates: site.duplicates + host.duplicates,
    withoutDocument: site.withoutDocument + host.withoutDocument,
  };
}

/** What a site's documents say of a URL of it before it is read: nothing yet but how many there are. */
export function priorOf(site: SiteCounts): { readonly prior: number; readonly evidence: number } {
  return { prior: 0.5, evidence: site.newVersions + site.unchanged + site.duplicates };
}
