import { readDocument } from '@mayfly/extract';
import type { FetchedDocument } from '../core/attempt-end.ts';
import type { ToRead } from '../core/ports.ts';
import { encodeLinks } from './link-words.ts';

/** A document as it was read, in the form in which it travels: bytes, so that a thread can hand them over. */
export type ReadBody = Omit<FetchedDocument, 'body'>;

/** Reads a body; the work of one thread. */
export function readBody({ body, url, contentType, robotsTag }: ToRead): ReadBody {
  const document = readDocument({ bytes: body, url, contentType, robotsTag });
  return {
    kind: document.kind,
    mediaType: document.mediaType,
    title: document.title,
    truncated: document.truncated,
    text: encodeText(document.text),
    links: encodeLinks(document.links),
    linkCount: document.links.length,
  };
}

/** Room for the text of most pages, used again and again. */
const ROOM = Buffer.allocUnsafeSlow(512 * 1_024);

/** UTF-8 takes three bytes a character at most: with room for that it is written in one pass, and need not be measured first. */
function encodeText(text: string): Uint8Array {
  const most = text.length * 3;
  const room = most <= ROOM.length ? ROOM : Buffer.allocUnsafeSlow(most);
  return new Uint8Array(room.subarray(0, room.write(text, 'utf8')));
}
