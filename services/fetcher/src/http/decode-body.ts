import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

/** The body cannot be decoded as the server says it is encoded. */
export class BadEncoding extends Error {
  override readonly name = 'BadEncoding';
}

/** The body is larger than allowed. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

interface Codec {
  readonly now: (bytes: Uint8Array, maxBytes: number) => Buffer;
  readonly later: (bytes: Uint8Array, maxBytes: number) => Promise<Buffer>;
}

// Servers end streams early, and everybody reads what came.
const { Z_SYNC_FLUSH } = zlib.constants;
const lenient = (maxBytes: number) => ({ finishFlush: Z_SYNC_FLUSH, maxOutputLength: maxBytes });
const limited = (maxBytes: number) => ({ maxOutputLength: maxBytes });

const [gunzip, inflate, inflateRaw, brotli, zstd] = [
  promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gunzip),
  promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.inflate),
  promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.inflateRaw),
  promisify<Uint8Array, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress),
  promisify<Uint8Array, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress),
];

const GZIP: Codec = {
  now: (bytes, max) => zlib.gunzipSync(bytes, lenient(max)),
  later: (bytes, max) => gunzip(bytes, lenient(max)),
};
const ZLIB: Codec = {
  now: (bytes, max) => zlib.inflateSync(bytes, lenient(max)),
  later: (bytes, max) => inflate(bytes, lenient(max)),
};
const RAW_DEFLATE: Codec = {
  now: (bytes, max) => zlib.inflateRawSync(bytes, lenient(max)),
  later: (bytes, max) => inflateRaw(bytes, lenient(max)),
};
const BROTLI: Codec = {
  now: (bytes, max) => zlib.brotliDecompressSync(bytes, limited(max)),
  later: (bytes, max) => brotli(bytes, limited(max)),
};
const ZSTD: Codec = {
  now: (bytes, max) => zlib.zstdDecompressSync(bytes, limited(max)),
  later: (bytes, max) => zstd(bytes, limited(max)),
};

/** What we say we can read. */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';

/** More encodings than this, one in the other, nobody means well by. */
const MOST_ENCODINGS = 2;
/** Above these a body is decoded on a thread of its own; below, the way there costs more than the work. */
const SMALL_BYTES = 262_144;
const SMALL_DECODED_BYTES = 4_000_000;

/**
 * Undoes the Content-Encoding, never making more than `maxBytes`. The whole body is there already and
 * has at most so many bytes itself: a bomb ends when what came out of it passes the limit.
 */
export async function decodeBody(
  body: Uint8Array,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<Uint8Array> {
  const names = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > MOST_ENCODINGS) throw new BadEncoding(`${names.length} encodings`);
  let decoded = body;
  for (const name of names.reverse()) {
    if (decoded.length > 0) decoded = await decodedBy(codecOf(name, decoded), decoded, maxBytes);
  }
  return decoded;
}

function codecOf(name: string, bytes: Uint8Array): Codec {
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return GZIP;
    case 'deflate':
      // Some servers leave out the wrapper that the standard asks for.
      return ((bytes[0] ?? 0) & 0x0f) === 8 ? ZLIB : RAW_DEFLATE;
    case 'br':
      return BROTLI;
    case 'zstd':
      return ZSTD;
    default:
      throw new BadEncoding('an encoding that we do not know');
  }
}

async function decodedBy(codec: Codec, bytes: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const smallMost = Math.min(SMALL_DECODED_BYTES, maxBytes);
  if (bytes.length <= SMALL_BYTES) {
    try {
      return codec.now(bytes, smallMost);
    } catch (error) {
      if (!isTooLarge(error)) throw new BadEncoding('it cannot be decoded', { cause: error });
      if (smallMost === maxBytes) throw new BodyTooLarge(`more than ${maxBytes} bytes`);
    }
  }
  try {
    return await codec.later(bytes, maxBytes);
  } catch (error) {
    if (isTooLarge(error)) throw new BodyTooLarge(`more than ${maxBytes} bytes`);
    throw new BadEncoding('it cannot be decoded', { cause: error });
  }
}

function isTooLarge(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
}
