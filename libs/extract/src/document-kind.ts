/** What a body turned out to be. */
export type DocumentKind = 'html' | 'feed' | 'sitemap' | 'text' | 'other';

const ROOTS: Readonly<Record<string, DocumentKind>> = {
  rss: 'feed',
  feed: 'feed',
  rdf: 'feed',
  urlset: 'sitemap',
  sitemapindex: 'sitemap',
  html: 'html',
};

const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml']);
const TEXT_TYPES = new Set([
  'text/plain',
  'text/markdown',
  'text/csv',
  'text/tab-separated-values',
]);
const UNSAID = new Set(['', 'application/octet-stream', 'application/unknown', '*/*']);
const JSON_TYPES = /^(?:application|text)\/(?:[\w.-]+\+)?json$/;
const XML_TYPES = /^(?:application|text)\/(?:[\w.-]+\+)?xml$/;

/** Tags by which the MIME sniffing standard knows HTML that nobody called so. */
const HTML_TAGS =
  /^<(?:!doctype\s+html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)[\s>]/i;
const BEFORE_ROOT =
  /^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!doctype[^>[]*(?:\[[\s\S]*?\])?[^>]*>)*/i;
const ROOT = /^<(?:[\w.-]+:)?([\w.-]+)/;
/** The bytes by which the standard knows binary data. */
const BINARY = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

/** How many characters are looked at. */
export const SNIFFED_CHARACTERS = 4_096;

/**
 * Decides by the media type and by what the text begins with. Feeds and sitemaps come under any type
 * of text, so there the root element decides; otherwise the server's word holds where it gave one.
 */
export function documentKind(essence: string, head: string): DocumentKind {
  const asText = essence.startsWith('text/') || XML_TYPES.test(essence) || UNSAID.has(essence);
  if (HTML_TYPES.has(essence) || asText) {
    const root = rootOf(head);
    if (root === 'feed' || root === 'sitemap') return root;
    if (HTML_TYPES.has(essence)) return 'html';
    if (root === 'html' && XML_TYPES.test(essence)) return 'html';
  }
  if (JSON_TYPES.test(essence)) return isJsonFeed(essence, head) ? 'feed' : 'other';
  if (TEXT_TYPES.has(essence)) return BINARY.test(head) ? 'other' : 'text';
  if (!UNSAID.has(essence) || BINARY.test(head)) return 'other';
  return HTML_TAGS.test(head.trimStart()) ? 'html' : 'text';
}

function rootOf(head: string): DocumentKind | undefined {
  const start = head.replace(BEFORE_ROOT, '');
  const name = ROOT.exec(start)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(ROOTS, name) ? ROOTS[name] : undefined;
}

function isJsonFeed(essence: string, head: string): boolean {
  return essence === 'application/feed+json' || head.includes('jsonfeed.org/version');
}
