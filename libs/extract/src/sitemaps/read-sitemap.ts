import { LIMITS } from '../limits.ts';
import { ComingBytes } from './coming-bytes.ts';
import { isGzip } from './gzip-member.ts';
import { type SitemapOptions, SitemapStream } from './sitemap-stream.ts';
import type { Sitemap, SitemapEntry, SitemapFormat, SitemapStop } from './sitemap.ts';
import { unpackPieces } from './unpack-pieces.ts';
import { unpackedGzip } from './unpacked-gzip.ts';

/** Reads a sitemap of any kind: XML, index, list of URLs, feed; packed or not. */
export function readSitemap(bytes: Uint8Array, options: SitemapOptions = {}): Sitemap {
  const maxBytes = options.limits?.maxUnpackedBytes ?? LIMITS.maxUnpackedBytes;
  const unpacked = unpackedGzip(bytes, maxBytes);
  const entries: SitemapEntry[] = [];
  const stream = new SitemapStream((entry) => entries.push(entry), options);
  if (unpacked !== undefined || !isGzip(bytes)) stream.write(unpacked?.bytes ?? bytes);
  stream.end();
  const packing = isGzip(bytes) && unpacked === undefined ? 'packing' : undefined;
  const stopped = stream.stopped ?? unpacked?.stopped ?? packing;
  return { format: stream.format, entries, ...(stopped !== undefined && { stopped }) };
}

/** How the reading of a sitemap in pieces ended. */
export interface SitemapEnd {
  readonly format: SitemapFormat;
  readonly stopped?: SitemapStop;
}

/** Reads a sitemap while it comes, packed or not, and hands on each entry; nothing is kept. */
export async function readSitemapPieces(
  pieces: AsyncIterable<Uint8Array>,
  onEntry: (entry: SitemapEntry) => void,
  options: SitemapOptions = {},
): Promise<SitemapEnd> {
  const stream = new SitemapStream(onEntry, options);
  const coming = new ComingBytes(pieces);
  const take = (piece: Uint8Array) => stream.write(piece);
  let isBroken = false;
  try {
    await coming.wait(2);
    if (isGzip(coming.here)) ({ isBroken } = await unpackPieces(coming, take));
    else await takeAll(coming, take);
  } finally {
    await coming.close();
  }
  stream.end();
  const stopped = stream.stopped ?? (isBroken ? 'packing' : undefined);
  return { format: stream.format, ...(stopped !== undefined && { stopped }) };
}

async function takeAll(coming: ComingBytes, take: (piece: Uint8Array) => boolean): Promise<void> {
  for (;;) {
    const piece = await coming.next();
    if (piece.length === 0 || !take(piece)) return;
  }
}
