import { type ReadDocument, readDocument } from '@mayfly/extract';
import type { FetchedDocument } from '../core/attempt-end.ts';
import type { ToRead } from '../core/ports.ts';
import { encodeFacts } from './document-facts.ts';
import { encodeLinks } from './link-words.ts';

/** A document as it was read, in the form in which it travels: plain data, so that a process can hand it over. */
export type ReadBody = Omit<FetchedDocument, 'body'>;

/** Reads a body. */
export function readBody(read: ToRead): ReadBody {
  const { body, url, contentType, robotsTag, tagged, nowMs } = read;
  const document = readDocument({ bytes: body, url, contentType, robotsTag, tagged, nowMs });
  return {
    kind: document.kind,
    mediaType: document.mediaType,
    title: document.title,
    truncated: document.truncated,
    text: encodeText(document.text),
    links: encodeLinks(document.links),
    linkCount: document.links.length,
    facts: encodeFacts(document, read.saidOfUses),
    ...(tagged === true && { tagged: taggedOf(document) }),
  };
}

const LONGEST_TAGGED = 300_000;

/** What has no shape of its own is its text. */
function taggedOf({ tagged, text }: ReadDocument): string {
  return (tagged ?? text).slice(0, LONGEST_TAGGED).toWellFormed();
}

/** Room for the text of most pages, used again and again. */
const ROOM = Buffer.allocUnsafeSlow(512 * 1_024);

/** UTF-8 takes three bytes a character at most: with room for that it is written in one pass, and need not be measured first. */
function encodeText(text: string): Uint8Array {
  const most = text.length * 3;
  const room = most <= ROOM.length ? ROOM : Buffer.allocUnsafeSlow(most);
  return new Uint8Array(room.subarray(0, room.write(text, 'utf8')));
}
