import { normaliseUrl, type Url } from '@mayfly/url';

/** Sitemaps that the robots.txt at, or beside, this URL names, each once. */
export function sitemapUrls(named: readonly string[], beside: Url): Url[] {
  const urls = named.flatMap((sitemap) => {
    const normalised = normaliseUrl(sitemap, beside);
    return normalised.ok ? [normalised.url] : [];
  });
  return [...new Set(urls)];
}
