import { type HostKey, siteOf, type Url } from '@mayfly/url';
import { filled, type Manners } from './manners.ts';

/** The crawl of URLs that somebody asks for by name; it is always there and follows no links. */
export const BY_HAND = 'by-hand';

/** Where the leases of crawls that are gone are counted; no crawl can be called so. */
export const GONE = '-';

/** What a crawl is told, as it is kept. */
export interface CrawlSettings {
  readonly sites: readonly string[];
  readonly hosts: readonly string[];
  readonly prefixes: readonly string[];
  readonly maxPages?: number | undefined;
  readonly maxDepth?: number | undefined;
  readonly requestsPerSecond?: number | undefined;
  readonly siteRequestsPerSecond?: number | undefined;
  readonly share: number;
  readonly private: boolean;
  readonly manners?: Partial<Manners> | undefined;
}

/** A crawl as the scheduler told it last. */
export interface CrawlRow {
  readonly name: string;
  readonly revision: number;
  readonly settings: CrawlSettings;
  readonly paused: boolean;
  readonly deleted: boolean;
  /** Deleted, and nothing of it is left. */
  readonly forgotten: boolean;
}

/** Whether a URL belongs to a crawl. */
export type Scope = (url: Url, host: HostKey) => boolean;

export function scopeOf(settings: CrawlSettings): Scope {
  const sites = new Set<string>(settings.sites);
  const hosts = new Set<string>(settings.hosts);
  const { prefixes } = settings;
  return (url, host) =>
    hosts.has(host) ||
    (sites.size > 0 && sites.has(siteOf(host))) ||
    prefixes.some((prefix) => url.startsWith(prefix));
}

export const everything: Scope = () => true;

/** Manners that a crawl brings with it: only a private one may have any of its own. */
export function crawlManners(defaults: Manners, settings: CrawlSettings): Manners {
  return settings.private ? filled(defaults, settings.manners) : defaults;
}
