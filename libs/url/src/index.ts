export { BIG5_ADDED } from './big5-added.ts';
export { linkNormaliser } from './link-normaliser.ts';
export { crawlScope, type CrawlScope, type ScopeDecision, type ScopeRules } from './crawl-scope.ts';
export { bucketOf, HOST_BUCKETS, type HostKey, hostOf } from './host.ts';
export { normaliseTyped } from './normalise-typed.ts';
export { type NormalisedUrl, normaliseUrl, type Url, type UrlRule } from './normalise-url.ts';
export { resolveUrl } from './resolve-url.ts';
export { registrableDomain, siteOf, type SiteKey } from './site.ts';
export {
  TRAP_LIMITS,
  type Trap,
  type TrapGuard,
  trapGuard,
  type TrapLimits,
} from './trap-guard.ts';
export { urlId, type UrlId } from './url-id.ts';
