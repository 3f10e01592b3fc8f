import { type ListedLink, type ReadDocument, readDocument } from '@mayfly/extract';
import type { Url } from '@mayfly/url';
import type { FetchedDocument } from '../core/attempt-end.ts';
import type { ToRead } from '../core/ports.ts';
import { encodeFacts } from './document-facts.ts';
import { encodeText } from './encode-text.ts';
import { encodeLinks, sitemapLink } from './link-words.ts';

/** A document as it was read, in the form in which it travels: plain data, so that a process can hand it over. */
export type ReadBody = Omit<FetchedDocument, 'body'>;

/** Reads a body. */
export function readBody(read: ToRead): ReadBody {
  const { body, url, contentType, robotsTags, linkHeader, tagged, nowMs } = read;
  const headers = { contentType, robotsTags, linkHeader };
  const document = readDocument({ bytes: body, url, ...headers, tagged, nowMs });
  const { bytes: text, main } = encodeText(document);
  const beside = sitemapsBeside(document, read.sitemaps);
  const links = beside.length === 0 ? document.links : [...document.links, ...beside];
  return {
    kind: document.kind,
    mediaType: document.mediaType,
    title: document.title,
    truncated: document.truncated,
    text,
    links: encodeLinks(links),
    linkCount: links.length,
    facts: encodeFacts(document, main, read.saidOfUses),
    ...(tagged === true && { tagged: taggedOf(document) }),
  };
}

const LONGEST_TAGGED = 300_000;

/** Those that it does not lead to itself. */
function sitemapsBeside({ links }: ReadDocument, sitemaps: readonly Url[] = []): ListedLink[] {
  if (sitemaps.length === 0) return [];
  const own = new Set(links.filter(({ nofollow }) => !nofollow).map(({ url }) => url));
  return sitemaps.filter((url) => !own.has(url)).map(sitemapLink);
}

/** What has no shape of its own is its text. */
function taggedOf({ tagged, text }: ReadDocument): string {
  return (tagged ?? text).slice(0, LONGEST_TAGGED).toWellFormed();
}
