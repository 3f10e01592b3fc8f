import { isAscii, isUtf8 } from 'node:buffer';
import { detectEncoding } from './detect-encoding.ts';
import { encodingForLabel } from './encoding-labels.ts';
import { lateMeta, prescan } from './prescan.ts';
import { unmarkedUtf16 } from './unmarked-utf16.ts';

/** Why an encoding was taken; `meta` is what the document itself says, also in an XML declaration. */
export type EncodingReason = 'bom' | 'header' | 'meta' | 'utf-8' | 'detected' | 'default';

/** An encoding by the standard's name, and why it is the one. */
export interface SniffedEncoding {
  readonly encoding: string;
  readonly reason: EncodingReason;
}

/** What a server says, and whether statistics may be asked where nobody says anything. */
export interface EncodingHints {
  /** The charset of the Content-Type header. */
  readonly charset?: string | undefined;
  /** Whether a detector may be asked (3 ms); so unless said otherwise. */
  readonly detect?: boolean;
}

/**
 * The HTML standard's encoding sniffing: byte order mark, header, the document's own words; where it
 * leaves the choice, whether the bytes are UTF-8, then a detector, then windows-1252 (UTF-8 for XML).
 */
export function sniffEncoding(bytes: Uint8Array, hints: EncodingHints = {}): SniffedEncoding {
  const marked = markedBy(bytes);
  if (marked !== undefined) return { encoding: marked, reason: 'bom' };
  const header = hints.charset === undefined ? undefined : encodingForLabel(hints.charset);
  if (header !== undefined) return { encoding: header, reason: 'header' };
  const own = prescan(bytes) ?? lateMeta(bytes);
  if (own !== undefined) return { encoding: own, reason: 'meta' };
  return byContent(bytes, hints.detect ?? true);
}

function markedBy([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'UTF-8';
  if (a === 0xfe && b === 0xff) return 'UTF-16BE';
  return a === 0xff && b === 0xfe ? 'UTF-16LE' : undefined;
}

/** Escapes of ISO-2022-JP; its text is ASCII otherwise, and so would be valid UTF-8. */
const JAPANESE_ESCAPE = /\x1b(?:\$[@B]|\([IJ])/;
const IS_XML = /^\s*<\?xml[\s?]/;

function byContent(bytes: Uint8Array, mayDetect: boolean): SniffedEncoding {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 65_536));
  if (head.includes(0x1b) && JAPANESE_ESCAPE.test(head.toString('latin1'))) {
    return { encoding: 'ISO-2022-JP', reason: 'detected' };
  }
  const wide = unmarkedUtf16(head);
  if (wide !== undefined) return { encoding: wide, reason: 'detected' };
  const utf8 = utf8Share(bytes);
  if (utf8 === 'yes') return { encoding: 'UTF-8', reason: 'utf-8' };
  if (utf8 === 'no' && mayDetect) {
    const detected = detectEncoding(bytes);
    if (detected !== undefined) return { encoding: detected, reason: 'detected' };
  }
  const isXml = IS_XML.test(head.toString('latin1', 0, 100));
  return { encoding: isXml ? 'UTF-8' : 'windows-1252', reason: 'default' };
}

/** A page of UTF-8 into which a few bytes of something else came by accident is one of UTF-8 still. */
const SOUND_PER_BROKEN = 20;

/** Whether bytes are UTF-8; `ascii` where they are that, and so say nothing. */
function utf8Share(bytes: Uint8Array): 'yes' | 'no' | 'ascii' {
  if (isAscii(bytes)) return 'ascii';
  if (isUtf8(bytes)) return 'yes';
  const { sound, broken } = countSequences(bytes);
  return sound > broken * SOUND_PER_BROKEN ? 'yes' : 'no';
}

function countSequences(bytes: Uint8Array): { sound: number; broken: number } {
  let sound = 0;
  let broken = 0;
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes[at]!);
    let end = at + 1;
    while (end < at + length && end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end += 1;
    // The last one may be cut off.
    if (length > 1 && end === at + length) sound += 1;
    else if (length !== 1 && end < bytes.length) broken += 1;
    at = end;
  }
  return { sound, broken };
}

/** What a first byte promises; zero for one that cannot be first. */
function sequenceLength(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte >= 0xc2 && byte < 0xe0) return 2;
  if (byte >= 0xe0 && byte < 0xf0) return 3;
  return byte >= 0xf0 && byte < 0xf5 ? 4 : 0;
}
