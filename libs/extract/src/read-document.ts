import { decodeText } from './decode-text.ts';
import { documentKind, type DocumentKind, SNIFFED_CHARACTERS } from './document-kind.ts';
import { FoldedText } from './folded-text.ts';
import { type Limits, LIMITS } from './limits.ts';
import type { FoundLink } from './link-collector.ts';
import { parseMediaType } from './media-type.ts';
import { readFeed, readJsonFeed } from './read-feed.ts';
import { readHtml } from './read-html.ts';
import { readSitemap, readTextSitemap } from './read-sitemap.ts';
import { headerSaysNofollow } from './robots-meta.ts';
import { unpackedGzip } from './unpacked-gzip.ts';

/** A body as it came, decoded from its transfer, and what the server said of it. */
export interface ToRead {
  readonly bytes: Uint8Array;
  /** Normalised: links are resolved against it. */
  readonly url: string;
  /** The Content-Type header. */
  readonly contentType?: string | undefined;
  /** The X-Robots-Tag header, several joined by commas. */
  readonly robotsTag?: string | undefined;
  readonly limits?: Partial<Limits>;
}

/** What a reader of one kind finds. */
export interface Content {
  readonly title: string;
  readonly text: string;
  readonly links: readonly FoundLink[];
  readonly truncated: boolean;
}

/** What a document is and says. */
export interface ReadDocument extends Content {
  readonly kind: DocumentKind;
  /** `type/subtype`: what the server said, or what its kind usually has. */
  readonly mediaType: string;
  /** How its text was decoded; empty where it has none. */
  readonly encoding: string;
}

const USUAL_TYPES: Readonly<Record<DocumentKind, string>> = {
  html: 'text/html',
  feed: 'application/xml',
  sitemap: 'application/xml',
  text: 'text/plain',
  other: 'application/octet-stream',
};

/** Reads a document of any kind and quality; it never throws. */
export function readDocument(document: ToRead): ReadDocument {
  const limits = { ...LIMITS, ...document.limits };
  const { essence, charset } = parseMediaType(document.contentType);
  const packed = unpackedGzip(document.bytes, limits.maxUnpackedBytes);
  const { kind, text, encoding } = recognise(
    packed ?? document.bytes,
    packed ? '' : essence,
    charset,
  );
  const isList = kind === 'feed' || kind === 'sitemap';
  if (packed !== undefined && !isList) return nothing('other', essence);
  const content = readAs(kind, text, { url: document.url, limits });
  const nofollow = headerSaysNofollow(document.robotsTag ?? '');
  return {
    ...content,
    links: nofollow ? content.links.map((link) => ({ ...link, nofollow })) : content.links,
    mediaType: essence === '' ? USUAL_TYPES[content.kind] : essence,
    encoding: content.kind === 'other' ? '' : encoding,
  };
}

function recognise(
  bytes: Uint8Array,
  essence: string,
  charset: string | undefined,
): { kind: DocumentKind; text: string; encoding: string } {
  const head = decodeText(bytes.subarray(0, SNIFFED_CHARACTERS), charset).text;
  const kind = documentKind(essence, head);
  if (kind === 'other') return { kind, text: '', encoding: '' };
  return { kind, ...decodeText(bytes, charset) };
}

function readAs(
  kind: DocumentKind,
  text: string,
  { url, limits }: { readonly url: string; readonly limits: Limits },
): Content & { readonly kind: DocumentKind } {
  switch (kind) {
    case 'html':
      return { kind, ...readHtml(text, url, limits) };
    case 'sitemap':
      return { kind, ...readSitemap(text, url, limits) };
    case 'feed':
      return {
        kind,
        ...(text.trimStart().startsWith('{') ? readJsonFeed : readFeed)(text, url, limits),
      };
    case 'text': {
      const sitemap = readTextSitemap(text, url, limits);
      return sitemap === undefined
        ? { kind, ...readPlainText(text, limits) }
        : { kind: 'sitemap', ...sitemap };
    }
    case 'other':
      return { kind, title: '', text: '', links: [], truncated: false };
  }
}

function readPlainText(text: string, limits: Limits): Content {
  const folded = new FoldedText(limits.maxTextCharacters);
  for (const line of text.split(/\r\n|\r|\n/)) {
    folded.add(line);
    folded.breakLine();
  }
  return { title: '', text: folded.toString(), links: [], truncated: folded.truncated };
}

function nothing(kind: DocumentKind, essence: string): ReadDocument {
  const mediaType = essence === '' ? USUAL_TYPES[kind] : essence;
  return { kind, title: '', text: '', links: [], truncated: false, mediaType, encoding: '' };
}
