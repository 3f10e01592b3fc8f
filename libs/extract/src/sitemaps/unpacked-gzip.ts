import { constants, gunzipSync } from 'node:zlib';

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
  try {
    // One that is cut off gives what it has.
    return gunzipSync(bytes, { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? 'too large'
      : undefined;
  }
}
