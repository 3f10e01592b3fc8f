import { escaped } from './markup.ts';
import type { Resource } from './resource.ts';
import { newestFirst, type SiteView } from './site-pages.ts';

interface Item {
  readonly url: string;
  readonly title: string;
  readonly publishedMs: number;
}

const ITEMS = 20;

/** The newest articles of a host, as RSS 2.0 or Atom, and after them what only the feed names. */
export function feed(view: SiteView, startMs: number): Resource {
  const { site, articles, oddities } = view;
  const hidden = oddities
    .filter(({ namedBy }) => namedBy === 'feed')
    .map(({ path, text }) => ({
      url: `http://${site.host}${path}`,
      title: text,
      publishedMs: startMs,
    }));
  const items = [...newestFirst(articles).slice(0, ITEMS), ...hidden];
  const home = `http://${site.host}/`;
  const rss = site.feed === 'rss';
  return {
    kind: 'feed',
    status: 200,
    contentType: `application/${site.feed}+xml; charset=utf-8`,
    body: rss ? rssOf(site.title, home, items) : atomOf(site.title, home, items, startMs),
    links: [home, ...items.map(({ url }) => url)],
  };
}

function rssOf(title: string, home: string, items: readonly Item[]): string {
  const entries = items.map(
    ({ url, title: text, publishedMs }) =>
      `<item><title>${escaped(text)}</title><link>${escaped(url)}</link>` +
      `<guid isPermaLink="true">${escaped(url)}</guid>` +
      `<pubDate>${new Date(publishedMs).toUTCString()}</pubDate></item>`,
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<rss version="2.0"><channel><title>${escaped(title)}</title><link>${home}</link>`,
    `<description>The newest of ${escaped(title)}</description>`,
    ...entries,
    '</channel></rss>\n',
  ].join('\n');
}

function atomOf(title: string, home: string, items: readonly Item[], startMs: number): string {
  const entries = items.map(
    ({ url, title: text, publishedMs }) =>
      `<entry><title>${escaped(text)}</title><link rel="alternate" href="${escaped(url)}"/>` +
      `<id>${escaped(url)}</id><updated>${new Date(publishedMs).toISOString()}</updated></entry>`,
  );
  const updatedMs = Math.max(startMs, ...items.map(({ publishedMs }) => publishedMs));
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>${escaped(title)}</title>`,
    `<id>${home}</id><link href="${home}"/><author><name>${escaped(title)}</name></author>`,
    `<updated>${new Date(updatedMs).toISOString()}</updated>`,
    ...entries,
    '</feed>\n',
  ].join('\n');
}
