import { gzipHeadBytes } from '@mayfly/extract';
import * as zlib from 'node:zlib';

/** The body cannot be decoded as the server says it is encoded. */
export class BadEncoding extends Error {
  override readonly name = 'BadEncoding';
}

/** The body is larger than allowed. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** One way of packing. */
interface Codec {
  /** Unpacks what is whole. */
  readonly now: (bytes: Uint8Array, options: Unpacking) => Buffer;
  /** Unpacks what comes. */
  readonly stream: () => zlib.Gunzip | zlib.BrotliDecompress | zlib.ZstdDecompress;
}

interface Unpacking {
  readonly maxBytes: number;
  /** Whether a stream that ends too early is read as far as it goes. */
  readonly lenient: boolean;
}

// Servers end streams early, and everybody reads what came.
const { Z_SYNC_FLUSH } = zlib.constants;
const early = { finishFlush: Z_SYNC_FLUSH };
/** Each piece that comes out is a way to a thread and back: a bomb should not take many. */
const large = { chunkSize: 262_144 };
const zlibOptions = ({ maxBytes, lenient }: Unpacking): zlib.ZlibOptions => ({
  ...(lenient ? early : {}),
  maxOutputLength: maxBytes,
});

const GZIP: Codec = {
  now: (bytes, options) => {
    try {
      return zlib.gunzipSync(bytes, zlibOptions(options));
    } catch (error) {
      if (!isAfterEnd(error) || !isGzip(bytes)) throw error;
      return zlib.inflateRawSync(bytes.subarray(gzipHeadBytes(bytes)), zlibOptions(options));
    }
  },
  stream: () => zlib.createGunzip({ ...early, ...large }),
};
const ZLIB: Codec = {
  now: (bytes, options) => zlib.inflateSync(bytes, zlibOptions(options)),
  stream: () => zlib.createInflate({ ...early, ...large }),
};
const RAW_DEFLATE: Codec = {
  now: (bytes, options) => zlib.inflateRawSync(bytes, zlibOptions(options)),
  stream: () => zlib.createInflateRaw({ ...early, ...large }),
};
const BROTLI: Codec = {
  now: (bytes, { maxBytes }) => zlib.brotliDecompressSync(bytes, { maxOutputLength: maxBytes }),
  stream: () => zlib.createBrotliDecompress(large),
};
const ZSTD: Codec = {
  now: (bytes, { maxBytes }) => zlib.zstdDecompressSync(bytes, { maxOutputLength: maxBytes }),
  stream: () => zlib.createZstdDecompress(large),
};

/** What we say we can read. */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';

/** More encodings than this, one in the other, nobody means well by. */
const MOST_ENCODINGS = 2;
/** Words that say that nothing is packed: some servers name a charset or a transfer here, and browsers do not mind. */
const NOTHING: ReadonlySet<string> = new Set([
  ...['', 'identity', 'none', 'binary', '7bit', '8bit', 'utf-8', 'utf8', 'iso-8859-1', 'text'],
]);
const KNOWN: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd']);

/** The encodings of a body, the one to be undone first in front; throws where they are too many or unknown. */
export function encodingsOf(contentEncoding: string | undefined): readonly string[] {
  if (contentEncoding === undefined) return [];
  // A thousand names are too many before they are looked at.
  if (contentEncoding.length > 100) throw new BadEncoding('too many encodings');
  const names = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => !NOTHING.has(name));
  if (names.length > MOST_ENCODINGS) throw new BadEncoding(`${names.length} encodings`);
  if (!names.every((name) => KNOWN.has(name))) {
    throw new BadEncoding('an encoding that we do not know');
  }
  return names.reverse();
}

/** Unpacks a body that is whole, on the spot; undefined where it is more than `maxBytes`. */
export function decodeWhole(
  body: Uint8Array,
  encodings: readonly string[],
  { maxBytes, lenient = true }: { readonly maxBytes: number; readonly lenient?: boolean },
): Uint8Array | undefined {
  let decoded = body;
  for (const name of encodings) {
    if (decoded.length === 0) return decoded;
    try {
      decoded = codecOf(name, decoded).now(decoded, { maxBytes, lenient });
    } catch (error) {
      if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
      throw new BadEncoding('it cannot be decoded', { cause: error });
    }
  }
  return decoded;
}

/** Hears what comes out of a stream of packed bytes. */
export interface DecodedSink {
  data(chunk: Buffer): void;
  /** A layer between has given more than it may: packing of packing. */
  tooMuch(): void;
  end(): void;
  fail(error: BadEncoding): void;
}

/** Unpacks a body while it comes, layer by layer, each on Node's own threads. */
export class DecodingStream {
  readonly #layers: Layer[];
  #isOver = false;

  constructor(encodings: readonly string[], sink: DecodedSink, maxBytes: number) {
    this.#layers = encodings.map(() => ({ stream: undefined, bytes: 0 }));
    this.#open = (at, first) => {
      const stream = codecOf(encodings[at]!, first).stream();
      const layer = this.#layers[at]!;
      const isLast = at === encodings.length - 1;
      stream.on('data', (chunk: Buffer) => {
        layer.bytes += chunk.length;
        if (isLast) sink.data(chunk);
        else if (layer.bytes <= maxBytes) this.#write(at + 1, chunk);
        else {
          stream.destroy();
          sink.tooMuch();
          this.#end(at + 1);
        }
      });
      stream.on('end', () => {
        if (!isLast) this.#end(at + 1);
        else {
          // Packed bytes know their end: what comes after it, in whatever layer, is nothing.
          this.#isOver = true;
          this.destroy();
          sink.end();
        }
      });
      stream.on('error', (cause) => {
        if (!this.#isOver) sink.fail(new BadEncoding('it cannot be decoded', { cause }));
      });
      layer.stream = stream;
      return stream;
    };
    this.#nothing = () => sink.end();
  }

  readonly #open: (at: number, first: Uint8Array) => ReturnType<Codec['stream']>;
  readonly #nothing: () => void;

  write(chunk: Uint8Array): void {
    this.#write(0, chunk);
  }

  end(): void {
    this.#end(0);
  }

  /** Nothing more is wanted of it. */
  destroy(): void {
    for (const { stream } of this.#layers) stream?.destroy();
  }

  #write(at: number, chunk: Uint8Array): void {
    if (this.#isOver) return;
    if (chunk.length > 0) (this.#layers[at]!.stream ?? this.#open(at, chunk)).write(chunk);
  }

  /** A layer that was given nothing gives nothing. */
  #end(at: number): void {
    const { stream } = this.#layers[at]!;
    if (this.#isOver) return;
    if (stream === undefined) this.#nothing();
    else stream.end();
  }
}

interface Layer {
  stream: ReturnType<Codec['stream']> | undefined;
  bytes: number;
}

/** Whether something follows the end of packed bytes: Node takes it for more of them, browsers for nothing. */
export function isAfterEnd(error: unknown): boolean {
  return (error as { message?: unknown }).message === 'incorrect header check';
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;
}

function codecOf(name: string, bytes: Uint8Array): Codec {
  switch (name) {
    case 'deflate':
      // Some servers leave out the wrapper that the standard asks for.
      return ((bytes[0] ?? 0) & 0x0f) === 8 ? ZLIB : RAW_DEFLATE;
    case 'br':
      return BROTLI;
    case 'zstd':
      return ZSTD;
    default:
      return GZIP;
  }
}
