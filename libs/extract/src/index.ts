export { decode } from './encoding/decode.ts';
export { encodingForLabel } from './encoding/encoding-labels.ts';
export {
  type EncodingHints,
  type EncodingReason,
  sniffEncoding,
  type SniffedEncoding,
} from './encoding/sniff-encoding.ts';
export { parseFeedDate } from './feeds/feed-date.ts';
export type { Feed, FeedFormat, FeedItem, FeedLink, FeedStop } from './feeds/feed.ts';
export { readFeed } from './feeds/read-feed.ts';
export type { Attributes } from './html/attributes.ts';
export {
  findLinksAndText,
  type HtmlContent,
  type HtmlOptions,
  readHtml,
  type LinksAndText,
} from './html/read-html.ts';
export { type HtmlSink, scanHtml } from './html/scan-html.ts';
export type { PageNotice } from './html/page-notice.ts';
export { parseMetaRefresh, type Refresh } from './html/meta-refresh.ts';
export { type ImageCandidate, parseSrcset } from './html/srcset.ts';
export { LIMITS, type Limits } from './limits.ts';
export {
  type FoundLink,
  type FoundLinkKind,
  type LinkRegion,
  type LinkRel,
  type WrittenLink,
} from './link-collector.ts';
export { findByDensity } from './main-content/density.ts';
export { type FindMainContent, type TextRange, textOfRanges } from './main-content/main-content.ts';
export { bestSpan, findByTagDistribution, type Span } from './main-content/tag-distribution.ts';
export { type ListedLink } from './listed-links.ts';
export { type ReadDocument, readDocument, type ToRead } from './read-document.ts';
export type { JsonLdItem } from './metadata/json-ld.ts';
export {
  type AboutPage,
  type DatedBy,
  type DateSource,
  type LanguageSource,
  type Metadata,
} from './metadata/metadata.ts';
export type { MicrodataItem } from './metadata/microdata.ts';
export { readMetadata } from './metadata/read-metadata.ts';
export { readSitemap, readSitemapPieces, type SitemapEnd } from './sitemaps/read-sitemap.ts';
export type { SitemapOptions } from './sitemaps/sitemap-stream.ts';
export type { Sitemap, SitemapEntry, SitemapStop } from './sitemaps/sitemap.ts';
export { gzipHeadBytes } from './sitemaps/gzip-member.ts';
export { combineContentTypes } from './type/content-type.ts';
export { type DocumentKind } from './type/document-kind.ts';
export { type MediaType, parseMediaType } from './type/media-type.ts';
export { essenceOf, type MimeType, parseMimeType, serialiseMimeType } from './type/mime-type.ts';
export { sniffBinaryType } from './type/sniff-type.ts';
