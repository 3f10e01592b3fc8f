import { rootName } from '../xml/root-name.ts';
import { BINARY } from './signatures.ts';
import { isXml as isXmlType } from './xml-type.ts';

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
/** Types that say nothing of what is no binary: of bytes, of downloads, and of what was packed on its way. */
const UNSAID = new Set([
  ...['', 'application/octet-stream', 'binary/octet-stream', 'application/unknown'],
  ...['unknown/unknown', '*/*', 'application/download', 'application/force-download'],
  ...['application/x-download', 'application/gzip', 'application/x-gzip'],
]);
const JSON_TYPES = /^(?:application|text)\/(?:[\w.-]+\+)?json$/;

/** Tags by which the MIME sniffing standard knows HTML that nobody called so. */
const HTML_TAGS =
  /^<(?:!doctype\s+html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)[\s>]/i;

/** How many bytes are looked at. */
export const SNIFFED_BYTES = 16_384;

/** A kind, and the media type where the content says another than the server did. */
export interface Recognised {
  readonly kind: DocumentKind;
  readonly mediaType?: string;
}

/**
 * Decides by the media type and by what the text begins with. Feeds and sitemaps come under any type,
 * so their root element decides; otherwise the server's word holds where it gave one.
 */
export function documentKind(essence: string, head: string): Recognised {
  const isXml = isXmlType(essence, '');
  const isUnsaid = UNSAID.has(essence);
  const root = rootKind(head);
  if (root === 'feed' || root === 'sitemap') return { kind: root };
  if (HTML_TYPES.has(essence) || (root === 'html' && isXml)) return { kind: 'html' };
  if (JSON_TYPES.test(essence) || (isUnsaid && /^\s*\{/.test(head))) {
    if (isJsonFeed(essence, head)) return { kind: 'feed' };
    return isUnsaid ? textOrOther(head) : { kind: 'other' };
  }
  if (TEXT_TYPES.has(essence) || isXml) return textOrOther(head);
  if (!isUnsaid) return { kind: 'other' };
  return HTML_TAGS.test(head.trimStart()) && !BINARY.test(head)
    ? { kind: 'html' }
    : textOrOther(head);
}

function textOrOther(head: string): Recognised {
  if (BINARY.test(head)) return { kind: 'other', mediaType: 'application/octet-stream' };
  const mediaType = worded(head);
  return mediaType === undefined ? { kind: 'text' } : { kind: 'other', mediaType };
}

const MAIL_HEADER =
  /^(?:received|return-path|delivered-to|message-id|mime-version|dkim-signature|x-[\w-]+):/im;
const MAIL_FROM = /^(?:from|date|subject|to):/im;
const HEADER_LINES = /^(?:From .+\r?\n)?(?:[A-Za-z][\w-]*:.*\r?\n(?:[ \t].*\r?\n)*){2}/;

/** Documents of words that have a form of their own: mail, calendars, cards. */
function worded(head: string): string | undefined {
  if (/^\s*BEGIN:VCALENDAR/.test(head)) return 'text/calendar';
  if (/^\s*BEGIN:VCARD/.test(head)) return 'text/vcard';
  if (!HEADER_LINES.test(head)) return undefined;
  const headers = head.split(/\r?\n\r?\n/, 1)[0]!;
  if (!MAIL_HEADER.test(headers) || !MAIL_FROM.test(headers)) return undefined;
  return head.startsWith('From ') ? 'application/mbox' : 'message/rfc822';
}

function rootKind(head: string): DocumentKind | undefined {
  const name = rootName(head) ?? '';
  return Object.hasOwn(ROOTS, name) ? ROOTS[name] : undefined;
}

function isJsonFeed(essence: string, head: string): boolean {
  return essence === 'application/feed+json' || /jsonfeed\.org\\?\/version/.test(head);
}
