import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

/** Text, and the name of the encoding by which it was read. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: string;
}

/** How far into a document its own words about its encoding are looked for (the HTML standard's number). */
const PRESCAN_BYTES = 1_024;
const META = /<meta[\s/][^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i;
const XML_DECLARATION = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)["']/i;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

const UTF_8 = new TextDecoder('utf-8');

/** Decides by byte order mark, header, the document's own words, and whether the bytes are UTF-8; else windows-1252. */
export function decodeText(bytes: Uint8Array, charset: string | undefined): DecodedText {
  const decoder =
    markedBy(bytes) ??
    named(charset) ??
    namedWithin(bytes) ??
    (isUtf8(bytes) ? UTF_8 : new TextDecoder('windows-1252'));
  return { text: decoder.decode(bytes), encoding: decoder.encoding };
}

function markedBy(bytes: Uint8Array): TextDecoder | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return UTF_8;
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be');
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le');
  return undefined;
}

function namedWithin(bytes: Uint8Array): TextDecoder | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PRESCAN_BYTES))
    .toString('latin1')
    .replace(COMMENT, '');
  const decoder = named(META.exec(head)?.[1] ?? XML_DECLARATION.exec(head)?.[1]);
  // Who can read these words in ASCII has no UTF-16 before him.
  return decoder?.encoding.startsWith('utf-16') === true ? UTF_8 : decoder;
}

/** A label that nobody knows says nothing. */
function named(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  if (/^utf-8$/i.test(label)) return UTF_8;
  try {
    return new TextDecoder(label.trim());
  } catch {
    return label.trim().toLowerCase() === 'x-user-defined'
      ? new TextDecoder('windows-1252')
      : undefined;
  }
}
