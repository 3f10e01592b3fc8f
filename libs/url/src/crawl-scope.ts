import { type HostKey, hostOf } from './host.ts';
import type { Url } from './normalise-url.ts';
import { siteOf } from './site.ts';
import { starMatcher, type StarMatcher } from './star-pattern.ts';

/** Which URLs belong to a crawl. */
export interface ScopeRules {
  /** Registrable domains, with all hosts under them. */
  readonly sites?: readonly string[];
  /** Hosts, with their port where it is not the scheme's own. */
  readonly hosts?: readonly string[];
  /** Domain names, each with every name under it: `news.example.org` has `www.news.example.org`, on any port. */
  readonly domains?: readonly string[];
  /** Beginnings of normalised URLs. */
  readonly prefixes?: readonly string[];
  /**
   * Patterns of URLs that are left out though they belong, `*` for any characters and `$` for the end. One that begins
   * with a slash is compared with path and query, any other with the whole URL.
   */
  readonly deny?: readonly string[];
  /** Patterns of URLs that `deny` does not take out: as in robots.txt the longest pattern decides, and of two as long this. */
  readonly allow?: readonly string[];
}

/** A URL is in scope, or a named rule keeps it out. */
export type ScopeDecision =
  | { readonly inScope: true; readonly by: string }
  | { readonly inScope: false; readonly rule: 'outside' | 'deny'; readonly reason: string };

/** Decides for one URL; its host may be handed in where it is known already. */
export type CrawlScope = (url: Url, host?: HostKey) => ScopeDecision;

interface UrlPattern {
  readonly allow: boolean;
  readonly pattern: string;
  readonly matches: StarMatcher;
}

/**
 * The scope that rules describe. A URL belongs if any site, host, domain or prefix fits; without any of them
 * every URL belongs. Of those that belong `deny` takes some out.
 */
export function crawlScope(rules: ScopeRules): CrawlScope {
  const membership = memberOf(rules);
  const patterns = patternsOf(rules);
  return (url, host = hostOf(url)) => {
    const by = membership(url, host);
    if (by === undefined) {
      return { inScope: false, rule: 'outside', reason: 'no site, host, domain or prefix fits' };
    }
    if (patterns.length === 0) return { inScope: true, by };
    const path = url.slice(url.indexOf('/', url.indexOf('//') + 2));
    const found = patterns.find(({ pattern, matches }) =>
      matches(pattern.startsWith('/') ? path : url),
    );
    if (found === undefined || found.allow) {
      return { inScope: true, by: found === undefined ? by : `allow ${found.pattern}` };
    }
    return { inScope: false, rule: 'deny', reason: `deny ${found.pattern}` };
  };
}

/** Says by which rule a URL belongs. */
function memberOf(rules: ScopeRules): (url: Url, host: HostKey) => string | undefined {
  const sites = new Set(rules.sites?.map((site) => site.toLowerCase()));
  const hosts = new Set(rules.hosts?.map((host) => host.toLowerCase()));
  const domains = (rules.domains ?? []).map((domain) => domain.toLowerCase());
  const prefixes = rules.prefixes ?? [];
  if (sites.size + hosts.size + domains.length + prefixes.length === 0) return () => 'everything';
  return (url, host) => {
    if (hosts.has(host)) return `host ${host}`;
    const site = sites.size > 0 ? siteOf(host) : '';
    if (sites.has(site)) return `site ${site}`;
    const domain = domains.find((each) => isUnder(host, each));
    if (domain !== undefined) return `domain ${domain}`;
    const prefix = prefixes.find((each) => url.startsWith(each));
    return prefix === undefined ? undefined : `prefix ${prefix}`;
  };
}

function isUnder(host: HostKey, domain: string): boolean {
  const name = host.replace(/:\d+$/, '');
  return name === domain || name.endsWith(`.${domain}`);
}

/** Longest first, and of two as long the one that allows: so the first that matches decides. */
function patternsOf({ allow = [], deny = [] }: ScopeRules): UrlPattern[] {
  return [
    ...allow.map((pattern) => ({ allow: true, pattern, matches: starMatcher(pattern) })),
    ...deny.map((pattern) => ({ allow: false, pattern, matches: starMatcher(pattern) })),
  ].sort((a, b) => b.pattern.length - a.pattern.length);
}
