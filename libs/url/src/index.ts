export { bucketOf, HOST_BUCKETS, type HostKey, hostOf } from './host.ts';
export { type NormalisedUrl, normaliseUrl, type Url, type UrlRule } from './normalise-url.ts';
export { siteOf, type SiteKey } from './site.ts';
export { urlId, type UrlId } from './url-id.ts';
