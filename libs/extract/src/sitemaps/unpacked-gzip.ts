import { constants, gunzipSync, inflateRawSync, type ZlibOptions } from 'node:zlib';

/** What a packed file holds. */
export interface Unpacked {
  readonly bytes: Uint8Array;
  /** Whether it holds more than may be unpacked. */
  readonly tooLarge: boolean;
}

/** No byte of deflate becomes more than this many. */
const MAX_RATIO = 1_032;

/** Whether bytes are packed with gzip. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * A file that is itself packed (`sitemap.xml.gz`), unpacked as far as it is whole and no further than
 * to `maxBytes`; undefined where it is not packed.
 */
export function unpackedGzip(bytes: Uint8Array, maxBytes: number): Unpacked | undefined {
  if (!isGzip(bytes)) return undefined;
  const whole = unpack(bytes, maxBytes);
  if (whole !== 'too large') return whole && { bytes: whole, tooLarge: false };
  return { bytes: beginning(bytes, maxBytes), tooLarge: true };
}

/** As much of the beginning as is sure to fit, then more and more of it as long as that fits. */
function beginning(bytes: Uint8Array, maxBytes: number): Uint8Array {
  let best: Uint8Array = new Uint8Array();
  for (let size = Math.ceil(maxBytes / MAX_RATIO); size < bytes.length; size *= 2) {
    const unpacked = unpack(bytes.subarray(0, size), maxBytes);
    if (unpacked === 'too large') break;
    best = unpacked ?? best;
  }
  return best;
}

function unpack(bytes: Uint8Array, maxBytes: number): Uint8Array | 'too large' | undefined {
  // One that is cut off gives what it has.
  const options = { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH };
  const whole = tried(gunzipSync, bytes, options);
  if (whole !== undefined) return whole;
  // What follows the end, and a sum that is wrong, take nothing from what is packed.
  const inside = tried(inflateRawSync, bytes.subarray(gzipHeadBytes(bytes)), options);
  return inside?.length === 0 ? undefined : inside;
}

function tried(
  unpacking: typeof gunzipSync,
  bytes: Uint8Array,
  options: ZlibOptions,
): Uint8Array | 'too large' | undefined {
  try {
    return unpacking(bytes, options);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? 'too large'
      : undefined;
  }
}

/** Where the head of gzip ends (RFC 1952): ten bytes, and what its flags say follows. */
export function gzipHeadBytes(bytes: Uint8Array): number {
  const flags = bytes[3] ?? 0;
  let at = 10;
  if ((flags & 4) !== 0) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const text of [8, 16]) {
    if ((flags & text) === 0) continue;
    const end = bytes.indexOf(0, at);
    at = end < 0 ? bytes.length : end + 1;
  }
  return (flags & 2) === 0 ? at : at + 2;
}
