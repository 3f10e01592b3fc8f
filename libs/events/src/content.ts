import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { type Content, Encoding } from '@mayfly/contracts/events/v1';
import { CrawlError } from '@mayfly/errors';
import { ZstdPacker } from './zstd-packer.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** A page of the disk: below it the work of packing is all beginning and end, here and wherever it is unpacked. */
const WORTH_PACKING_BYTES = 4_096;
/** The next level saves a twentieth of the bytes for a third more work. */
const LEVEL = 1;
/**
 * Up to here it is done at once, in at most a millisecond or two: handing a page to another thread and back costs several
 * times the work itself, and a hundred pages on their way at once hold a context of megabytes each.
 */
const AT_ONCE_BYTES = 256 * 1024;

const small = new ZstdPacker(LEVEL);

/** Bytes as they travel and as they are kept: packed once, by whoever has them first. */
export async function packContent(bytes: Uint8Array): Promise<Content & { at: Inline }> {
  const about = { sha256: sha256(bytes), size: bytes.length };
  if (bytes.length < WORTH_PACKING_BYTES) {
    return {
      ...about,
      at: { $case: 'inline', value: bytes },
      encoding: Encoding.ENCODING_IDENTITY,
    };
  }
  const packed = bytes.length <= AT_ONCE_BYTES ? small.pack(bytes) : await packLarge(bytes);
  return { ...about, at: { $case: 'inline', value: packed }, encoding: Encoding.ENCODING_ZSTD };
}

function packLarge(bytes: Uint8Array): Promise<Uint8Array> {
  return compress(bytes, {
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
    pledgedSrcSize: bytes.length,
    chunkSize: chunkFor(bytes.length / 2),
  });
}

/** What zlib makes room for at a time: by default 128 KB, which for small things is most of the memory that packing takes. */
function chunkFor(size: number): number {
  return Math.min(128 * 1_024, Math.max(1_024, Math.ceil(size)));
}

type Inline = { $case: 'inline'; value: Uint8Array };

/** What packed bytes say of themselves. */
export interface Packed {
  readonly bytes: Uint8Array;
  readonly encoding: Content['encoding'];
  readonly sha256: Uint8Array;
  readonly size: number;
}

/** The bytes again; BODY_MISMATCH when they are not what they are said to be, before they fill the memory. */
export async function unpackContent({
  bytes,
  encoding,
  sha256: named,
  size,
}: Packed): Promise<Uint8Array> {
  const unpacked = encoding === Encoding.ENCODING_ZSTD ? await unpack(bytes, size) : bytes;
  if (unpacked.length !== size || Buffer.compare(sha256(unpacked), named) !== 0) {
    throw new CrawlError('BODY_MISMATCH', 'content: its bytes are not those of its hash');
  }
  return unpacked;
}

async function unpack(bytes: Uint8Array, size: number): Promise<Uint8Array> {
  try {
    const options = { maxOutputLength: Math.max(1, size), chunkSize: chunkFor(size) };
    return size <= AT_ONCE_BYTES
      ? zstdDecompressSync(bytes, options)
      : await decompress(bytes, options);
  } catch (cause) {
    throw new CrawlError('BODY_MISMATCH', 'content: its bytes cannot be unpacked', { cause });
  }
}

/** How content is named everywhere. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer');
}
