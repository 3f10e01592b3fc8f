import type { Feed, FeedFormat } from '../feeds/feed.ts';
import type { DocumentKind } from './document-kind.ts';

const OF_KIND: Readonly<Record<DocumentKind, string>> = {
  html: 'text/html',
  feed: 'application/xml',
  sitemap: 'application/xml',
  text: 'text/plain',
  other: 'application/octet-stream',
};

const OF_FEED: Readonly<Record<FeedFormat, string>> = {
  rss: 'application/rss+xml',
  rdf: 'application/rss+xml',
  cdf: 'application/xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
};

/** What the server said; where it said nothing, or HTML of what is a list, what such a thing usually has. */
export function usualType(
  essence: string,
  { kind, feed }: { readonly kind: DocumentKind; readonly feed?: Feed | undefined },
): string {
  const isList = kind === 'feed' || kind === 'sitemap';
  if (essence !== '' && !(isList && essence === 'text/html')) return essence;
  return feed === undefined ? OF_KIND[kind] : OF_FEED[feed.format];
}
