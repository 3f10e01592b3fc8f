import type { SiteKey } from '@mayfly/url';
import type { Heard } from './host-counts.ts';
import type { SiteCounts } from './site-counts.ts';

/** Where the counts are kept. */
export interface Sites {
  /** Counts what was heard, durably; how many of them were not counted before. */
  count(heard: readonly Heard[]): Promise<number>;
  /** One answer for each site, in their order. */
  read(sites: readonly SiteKey[]): Promise<SiteCounts[]>;
}
