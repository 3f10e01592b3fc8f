import { type ListedLink, type ReadDocument, readDocument } from '@mayfly/extract';
import type { Url } from '@mayfly/url';
import type { FetchedDocument } from '../core/attempt-end.ts';
import type { ToRead } from '../core/ports.ts';
import { encodeFacts } from './document-facts.ts';
import { encodeLinks, sitemapLink } from './link-words.ts';

/** A document as it was read, in the form in which it travels: plain data, so that a process can hand it over. */
export type ReadBody = Omit<FetchedDocument, 'body'>;

/** Reads a body. */
export function readBody(read: ToRead): ReadBody {
  const { body, url, contentType, robotsTag, tagged, nowMs } = read;
  const document = readDocument({ bytes: body, url, contentType, robotsTag, tagged, nowMs });
  const { bytes: text, main } = encodeText(document);
  const links = [...document.links, ...sitemapsBeside(document, read.sitemaps)];
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

/** Room for the text of most pages, used again and again. */
const ROOM = Buffer.allocUnsafeSlow(512 * 1_024);

const MOST_PIECES = 2_000;

/**
 * The text as it is kept, and where its main content stands in its bytes. UTF-8 takes three bytes a character at most: with
 * room for that it is written in one pass, piece by piece, and need not be measured.
 */
function encodeText({ text, main = [] }: ReadDocument): { bytes: Uint8Array; main: number[] } {
  const most = text.length * 3;
  const room = most <= ROOM.length ? ROOM : Buffer.allocUnsafeSlow(most);
  const places: number[] = [];
  let [at, length] = [0, 0];
  const writeUpTo = (end: number): number => {
    if (end > at) length += room.write(text.slice(at, end), length);
    at = Math.max(at, end);
    return length;
  };
  for (const { from, to } of main.slice(0, MOST_PIECES)) {
    places.push(writeUpTo(from), writeUpTo(to));
  }
  writeUpTo(text.length);
  return { bytes: new Uint8Array(room.subarray(0, length)), main: places };
}
