export { type DocumentKind } from './document-kind.ts';
export { parseMetaRefresh, type Refresh } from './html/meta-refresh.ts';
export { type ImageCandidate, parseSrcset } from './html/srcset.ts';
export { type FoundLink, type FoundLinkKind } from './link-collector.ts';
export { LIMITS, type Limits } from './limits.ts';
export { type MediaType, parseMediaType } from './media-type.ts';
export { type ReadDocument, readDocument, type ToRead } from './read-document.ts';
