import { constants, crc32, gunzipSync, inflateRawSync } from 'node:zlib';
import {
  gzipHeadBytes,
  isGzip,
  isMember,
  isTailOf,
  MOST_MEMBERS,
  TAIL_BYTES,
} from './gzip-member.ts';

/** What a packed file holds. */
export interface Unpacked {
  readonly bytes: Uint8Array;
  /** Why that is not all, or may be wrong: it holds more than may be unpacked, or it is cut off or broken. */
  readonly stopped?: 'unpacked-size' | 'packing';
}

/** No byte of deflate becomes more than this many. */
const MAX_RATIO = 1_032;
/** How often what is broken is halved to find how far it is not: all but a sixteenth of that is found. */
const HALVINGS = 4;

/**
 * A file that is itself packed (`sitemap.xml.gz`), unpacked as far as it is whole and no further than
 * to `maxBytes`; undefined where it is not packed, or nothing can be unpacked. What follows its end is nothing.
 */
export function unpackedGzip(bytes: Uint8Array, maxBytes: number): Unpacked | undefined {
  if (!isGzip(bytes)) return undefined;
  try {
    return { bytes: gunzipSync(bytes, { maxOutputLength: maxBytes }) };
  } catch {
    const unpacked = unpackedMembers(bytes, maxBytes);
    return unpacked.bytes.length === 0 ? undefined : unpacked;
  }
}

function unpackedMembers(bytes: Uint8Array, maxBytes: number): Unpacked {
  const parts: Uint8Array[] = [];
  let stopped: Unpacked['stopped'];
  let left = maxBytes;
  for (let rest: Uint8Array | undefined = bytes; rest !== undefined && isMember(rest);) {
    if (left === 0) stopped = 'unpacked-size';
    else if (parts.length === MOST_MEMBERS) stopped = 'packing';
    if (left === 0 || parts.length === MOST_MEMBERS) break;
    const member = unpackedMember(rest, left);
    parts.push(member.bytes);
    left -= member.bytes.length;
    stopped ??= member.stopped;
    rest = member.rest;
  }
  return { bytes: Buffer.concat(parts), ...(stopped !== undefined && { stopped }) };
}

/** One member, and what follows it where its end is known: a sum that is wrong takes nothing from what is packed. */
function unpackedMember(
  bytes: Uint8Array,
  maxBytes: number,
): Unpacked & { readonly rest?: Uint8Array } {
  const packed = bytes.subarray(gzipHeadBytes(bytes));
  try {
    const { unpacked, packedBytes } = inflated(packed, maxBytes);
    const rest = packed.subarray(packedBytes);
    if (isTailOf(rest, crc32(unpacked), unpacked.length)) {
      return { bytes: unpacked, rest: rest.subarray(TAIL_BYTES) };
    }
    return { bytes: unpacked, stopped: 'packing', rest: rest.subarray(TAIL_BYTES) };
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    const stopped = isTooLarge ? ('unpacked-size' as const) : ('packing' as const);
    return { bytes: beginning(packed, maxBytes), stopped };
  }
}

/** As much of the beginning as is sure to fit, then twice as much as long as that goes well, then by halves to where it does not. */
function beginning(packed: Uint8Array, maxBytes: number): Uint8Array {
  let best: Uint8Array = new Uint8Array();
  let [good, bad] = [0, packed.length];
  const attempt = (size: number) => {
    try {
      best = inflated(packed.subarray(0, size), maxBytes).unpacked;
      good = size;
    } catch {
      bad = size;
    }
  };
  for (let size = Math.ceil(maxBytes / MAX_RATIO); size < bad; size *= 2) attempt(size);
  for (let halving = 0; halving < HALVINGS; halving += 1) attempt((good + bad) >>> 1);
  return best;
}

/** Unpacks up to the end of the data, or as far as they go where they are cut off; says how many bytes that took. */
function inflated(packed: Uint8Array, maxBytes: number): Inflated {
  const options = { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH, info: true };
  const { buffer, engine } = inflateRawSync(packed, options) as unknown as WithEngine;
  return { unpacked: buffer, packedBytes: engine.bytesWritten };
}

interface Inflated {
  readonly unpacked: Buffer;
  readonly packedBytes: number;
}

/** What Node answers with where `info` is asked for. */
interface WithEngine {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}
