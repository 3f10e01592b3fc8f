import { crawlScope, type HostKey, type Url } from '@mayfly/url';
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
  /** Absent, as the two below, in what was written before there were any. */
  readonly domains?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
  readonly allow?: readonly string[] | undefined;
  readonly maxPages?: number | undefined;
  readonly maxDepth?: number | undefined;
  readonly requestsPerSecond?: number | undefined;
  readonly siteRequestsPerSecond?: number | undefined;
  readonly hostUrlQuota?: number | undefined;
  readonly siteUrlQuota?: number | undefined;
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

/** The rule by which a URL does not belong to a crawl; undefined where it belongs. */
export type Scope = (url: Url, host: HostKey) => 'scope' | 'deny' | undefined;

export function scopeOf(settings: CrawlSettings): Scope {
  const { sites, hosts, prefixes, domains = [], deny = [], allow = [] } = settings;
  // Without an entry nothing belongs.
  if (sites.length + hosts.length + prefixes.length + domains.length === 0) return () => 'scope';
  const decide = crawlScope({ sites, hosts, prefixes, domains, deny, allow });
  return (url, host) => {
    const decision = decide(url, host);
    if (decision.inScope) return undefined;
    return decision.rule === 'deny' ? 'deny' : 'scope';
  };
}

export const everything: Scope = () => undefined;

/** Manners that a crawl brings with it: only a private one may have any of its own. */
export function crawlManners(defaults: Manners, settings: CrawlSettings): Manners {
  return settings.private ? filled(defaults, settings.manners) : defaults;
}
