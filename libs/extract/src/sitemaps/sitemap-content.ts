import type { Limits } from '../limits.ts';
import { ListedLinks } from '../listed-links.ts';
import type { Content } from '../read-document.ts';
import { readSitemap } from './read-sitemap.ts';
import type { SitemapOptions } from './sitemap-stream.ts';
import type { Sitemap } from './sitemap.ts';

/** A sitemap as a document: its entries are links with their dates; those in other languages come last. */
export function sitemapContent(
  bytes: Uint8Array,
  { url, limits, charset }: SitemapOptions & { readonly url: string; readonly limits: Limits },
): Content & { sitemap: Sitemap } {
  const sitemap = readSitemap(bytes, { url, limits, charset });
  const links = new ListedLinks(url, limits.maxLinks);
  for (const { loc, kind, lastmodMs, news } of sitemap.entries) {
    links.add({ href: loc, kind, updatedMs: lastmodMs, publishedMs: news?.publicationMs });
  }
  const truncated = sitemap.stopped !== undefined || links.truncated;
  for (const { alternates = [] } of sitemap.entries) {
    for (const { href } of alternates) links.add({ href, kind: 'entry' });
  }
  return { title: '', text: '', links: links.all(), truncated, sitemap };
}
