/** A picture of a page. */
export interface SitemapImage {
  readonly loc: string;
  readonly title?: string;
  readonly caption?: string;
}

/** A video of a page. */
export interface SitemapVideo {
  readonly title?: string;
  readonly contentLoc?: string;
  readonly playerLoc?: string;
  readonly thumbnailLoc?: string;
  readonly publicationDate?: string;
  readonly publicationMs?: number;
}

/** What a news sitemap says of an article. */
export interface SitemapNews {
  readonly title?: string;
  readonly publication?: string;
  readonly language?: string;
  readonly publicationDate?: string;
  readonly publicationMs?: number;
}

/** The same page for others; `x-default` is a language too. */
export interface SitemapAlternate {
  readonly href: string;
  readonly hreflang?: string;
  readonly media?: string;
}

/** One page or, in an index, one sitemap. Texts are as they are written, without space around them. */
export interface SitemapEntry {
  readonly kind: 'entry' | 'sitemap';
  readonly loc: string;
  readonly lastmod?: string;
  readonly lastmodMs?: number;
  readonly changefreq?: string;
  readonly priority?: string;
  readonly news?: SitemapNews;
  readonly images?: readonly SitemapImage[];
  readonly videos?: readonly SitemapVideo[];
  readonly alternates?: readonly SitemapAlternate[];
}

/** What a sitemap was written as. */
export type SitemapFormat = 'xml' | 'index' | 'text' | 'feed';

/** Why the rest of a sitemap was not read. */
export type SitemapStop =
  'depth' | 'token-size' | 'entries' | 'bytes' | 'unpacked-size' | 'packing';

/** A sitemap as far as it was read. */
export interface Sitemap {
  readonly format: SitemapFormat;
  readonly entries: readonly SitemapEntry[];
  readonly stopped?: SitemapStop;
}
