import { TextDecoder } from 'node:util';

const LOOKED_AT_BYTES = 4_096;
/** Text of other encodings has next to none of these bytes; of UTF-16 it has many. */
const CONTROLS_SHARE = 0.005;
const LEAST_CONTROLS_SHARE = 0.1;
/** Characters that no text has: controls, halves of pairs, private and unassigned ones. */
const STRANGE = /[\p{Co}\p{Cn}\p{Cs}\ufffd]|(?![\t\n\f\r])\p{Cc}/gu;

/** UTF-16 that has no byte order mark; undefined where bytes do not look so. */
export function unmarkedUtf16(bytes: Uint8Array): 'UTF-16LE' | 'UTF-16BE' | undefined {
  const head = bytes.subarray(0, Math.min(bytes.length, LOOKED_AT_BYTES) & ~1);
  if (head.length < 4 || controlsIn(head) < Math.max(1, head.length * CONTROLS_SHARE)) {
    return undefined;
  }
  if (isAscii(head)) return undefined;
  const little = strangenessOf(head, 'utf-16le');
  const big = strangenessOf(head, 'utf-16be');
  if (Math.min(little, big) > CONTROLS_SHARE) return undefined;
  if (little !== big) return little < big ? 'UTF-16LE' : 'UTF-16BE';
  // Letters of one script share the upper halves of their numbers.
  return distinct(head, 1) <= distinct(head, 0) ? 'UTF-16LE' : 'UTF-16BE';
}

/** ASCII with some control characters in it: as UTF-16, at least every second byte or so would be one. */
function isAscii(bytes: Uint8Array): boolean {
  return (
    bytes.every((byte) => byte < 0x80) && controlsIn(bytes) < bytes.length * LEAST_CONTROLS_SHARE
  );
}

function controlsIn(bytes: Uint8Array): number {
  let controls = 0;
  for (const byte of bytes) if (byte < 0x09 || (byte > 0x0d && byte < 0x20)) controls += 1;
  return controls;
}

function strangenessOf(bytes: Uint8Array, encoding: string): number {
  const text = new TextDecoder(encoding).decode(bytes);
  return (text.match(STRANGE)?.length ?? 0) / text.length;
}

function distinct(bytes: Uint8Array, first: 0 | 1): number {
  return new Set(bytes.filter((_, at) => (at & 1) === first)).size;
}
