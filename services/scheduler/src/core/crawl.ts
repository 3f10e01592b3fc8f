import type { PolicyName } from '@mayfly/echo';

/** Which URLs belong to a crawl; as in the contract. */
export interface Scope {
  readonly sites: readonly string[];
  readonly hosts: readonly string[];
  readonly prefixes: readonly string[];
  /** Absent in what was written before there were any. */
  readonly domains?: readonly string[] | undefined;
}

/** What bounds a crawl; what is absent is not bounded. */
export interface Limits {
  readonly maxPages?: number | undefined;
  readonly maxDepth?: number | undefined;
  readonly requestsPerSecond?: number | undefined;
  readonly siteRequestsPerSecond?: number | undefined;
  readonly hostUrlQuota?: number | undefined;
  readonly siteUrlQuota?: number | undefined;
}

/** How hosts are treated; only a private crawl says anything. */
export interface Manners {
  readonly delayMs?: number | undefined;
  readonly busyFactor?: number | undefined;
  readonly leasesAtATime?: number | undefined;
  readonly obeyRobots?: boolean | undefined;
}

/** What a crawl is told. */
export interface Settings {
  /** Absent for breadth first, and so in what was written when there was no other. */
  readonly policy?: Exclude<PolicyName, 'bfs'> | undefined;
  readonly scope: Scope;
  readonly limits?: Limits | undefined;
  readonly share?: number | undefined;
  readonly revisitIntervalMs?: number | undefined;
  readonly private: boolean;
  readonly manners?: Manners | undefined;
  readonly urlRules?: UrlRules | undefined;
}

/** What of the scope is left out. */
export interface UrlRules {
  readonly deny: readonly string[];
  readonly allow: readonly string[];
}

/** Why and since when a crawl is finished. */
export interface Finish {
  readonly reason: 'page-limit' | 'nothing-left';
  readonly atMs: number;
  readonly deferredHosts: readonly string[];
}

/** A crawl as the scheduler keeps it. */
export interface Crawl {
  readonly name: string;
  /** Marks of what it was made of: the same again is the same crawl. */
  readonly digest: string;
  readonly settings: Settings;
  /** The scope was not given: it grows with what seeds redirect to. */
  readonly scopeIsDefault: boolean;
  readonly revision: number;
  /** The revision that the frontier has; 0 before the first. */
  readonly handedOver: number;
  readonly paused: boolean;
  readonly deleted: boolean;
  /** All its seeds are written down; until then nothing is done for it. */
  readonly ready: boolean;
  /** Once deleted: nothing of it is left in our own tables. */
  readonly cleaned: boolean;
  readonly finish?: Finish | undefined;
  readonly createdMs: number;
}

/** The crawl for single URLs. It is built into the frontier too, takes every URL and follows no links. */
export const BY_HAND = 'by-hand';

export const byHandCrawl: Crawl = {
  name: BY_HAND,
  digest: BY_HAND,
  settings: { scope: { sites: [], hosts: [], prefixes: [] }, private: false },
  scopeIsDefault: false,
  revision: 1,
  handedOver: 1,
  paused: false,
  deleted: false,
  ready: true,
  cleaned: false,
  createdMs: 0,
};

/** How a crawl decides what is next. */
export function policyOf({ settings }: Crawl): PolicyName {
  return settings.policy ?? 'bfs';
}

/** The same crawl with something changed, which the frontier has to be told. */
export function revised(crawl: Crawl, change: Partial<Crawl>): Crawl {
  return { ...crawl, ...change, revision: crawl.revision + 1 };
}

export function hasFrontierNewest({ handedOver, revision }: Crawl): boolean {
  return handedOver >= revision;
}

/** Whether there is anything to hand over or to schedule for it. */
export function isAtWork({ deleted, ready }: Crawl): boolean {
  return ready && !deleted;
}

/** The crawl with a site more in its scope; the same one where the site is in it. */
export function widened(crawl: Crawl, site: string): Crawl {
  const { scope } = crawl.settings;
  if (scope.sites.includes(site)) return crawl;
  const sites = [...scope.sites, site];
  return revised(crawl, { settings: { ...crawl.settings, scope: { ...scope, sites } } });
}
