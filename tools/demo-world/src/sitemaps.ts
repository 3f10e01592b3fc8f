import { escaped } from './markup.ts';
import type { Resource } from './resource.ts';
import { newestFirst, type SiteView } from './site-pages.ts';

interface Entry {
  readonly url: string;
  readonly modifiedMs?: number;
}

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The sitemap at a path of a host; undefined where it has none. */
export function sitemap(view: SiteView, path: string): Resource | undefined {
  const { site } = view;
  const base = `http://${site.host}`;
  if (site.sitemapIndex === true) {
    if (path === '/sitemap.xml') {
      return index([`${base}/sitemap-articles.xml`, `${base}/sitemap-pages.xml`]);
    }
    if (path === '/sitemap-articles.xml') return urlSet(articleEntries(view));
    if (path === '/sitemap-pages.xml') return urlSet(pageEntries(view));
    return undefined;
  }
  if (path === '/sitemap.xml') return urlSet([...pageEntries(view), ...articleEntries(view)]);
  const supplement = named(view, 'supplement');
  return path === '/supplement-sitemap.xml' && supplement.length > 0
    ? urlSet(supplement)
    : undefined;
}

/** A list of URLs as a sitemap. */
export function urlSet(entries: readonly Entry[]): Resource {
  const lines = entries.map(({ url, modifiedMs }) => {
    const time = modifiedMs === undefined ? '' : `<lastmod>${dateOf(modifiedMs)}</lastmod>`;
    return `<url><loc>${escaped(url)}</loc>${time}</url>`;
  });
  return xml(
    `<urlset ${NAMESPACE}>\n${lines.join('\n')}\n</urlset>`,
    entries.map(({ url }) => url),
  );
}

function index(urls: readonly string[]): Resource {
  const lines = urls.map((url) => `<sitemap><loc>${escaped(url)}</loc></sitemap>`);
  return xml(`<sitemapindex ${NAMESPACE}>\n${lines.join('\n')}\n</sitemapindex>`, urls);
}

function xml(text: string, links: readonly string[]): Resource {
  return {
    kind: 'sitemap',
    status: 200,
    contentType: 'application/xml; charset=utf-8',
    body: `<?xml version="1.0" encoding="utf-8"?>\n${text}\n`,
    links,
  };
}

function articleEntries({ articles }: SiteView): Entry[] {
  return newestFirst(articles).map(({ url, publishedMs }) => ({ url, modifiedMs: publishedMs }));
}

function pageEntries(view: SiteView): Entry[] {
  const { host, sections } = view.site;
  const paths = ['', 'about', ...sections.map((section) => `${section}/`)];
  return [...paths.map((path) => ({ url: `http://${host}/${path}` })), ...named(view, 'sitemap')];
}

function named({ site, oddities }: SiteView, namedBy: 'sitemap' | 'supplement'): Entry[] {
  return oddities
    .filter((oddity) => oddity.namedBy === namedBy)
    .map(({ path }) => ({ url: `http://${site.host}${path}` }));
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString();
}
