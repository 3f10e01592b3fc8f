import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { LIMITS } from '../limits.ts';
import { type SitemapOptions, SitemapStream } from './sitemap-stream.ts';
import type { Sitemap, SitemapEntry, SitemapFormat, SitemapStop } from './sitemap.ts';
import { isGzip, unpackedGzip } from './unpacked-gzip.ts';

/** Reads a sitemap of any kind: XML, index, list of URLs, feed; packed or not. */
export function readSitemap(bytes: Uint8Array, options: SitemapOptions = {}): Sitemap {
  const maxBytes = options.limits?.maxUnpackedBytes ?? LIMITS.maxUnpackedBytes;
  const unpacked = unpackedGzip(bytes, maxBytes);
  const entries: SitemapEntry[] = [];
  const stream = new SitemapStream((entry) => entries.push(entry), options);
  if (unpacked !== undefined || !isGzip(bytes)) stream.write(unpacked?.bytes ?? bytes);
  stream.end();
  const packing = isGzip(bytes) && unpacked === undefined ? 'packing' : undefined;
  const stopped = stream.stopped ?? (unpacked?.tooLarge === true ? 'unpacked-size' : packing);
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
  const take = async (source: AsyncIterable<Uint8Array>) => {
    for await (const piece of source) if (!stream.write(piece)) break;
  };
  const { packed, all } = await peeked(pieces);
  const ended = packed ? await unpackInto(all, take) : await take(all);
  stream.end();
  const stopped = stream.stopped ?? (ended || undefined);
  return { format: stream.format, ...(stopped !== undefined && { stopped }) };
}

async function unpackInto(
  pieces: AsyncIterable<Uint8Array>,
  take: (source: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<SitemapStop | undefined> {
  try {
    await pipeline(Readable.from(pieces), createGunzip(), take);
    return undefined;
  } catch (error) {
    // What zlib says of bad bytes; what else goes wrong is the caller's.
    if (/^Z_/.test((error as NodeJS.ErrnoException).code ?? '')) return 'packing';
    throw error;
  }
}

/** Whether pieces are packed, by the first two bytes, and the same pieces again. */
async function peeked(
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ packed: boolean; all: AsyncIterable<Uint8Array> }> {
  const iterator = pieces[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array();
  while (head.length < 2) {
    const next = await iterator.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const rest = { [Symbol.asyncIterator]: () => iterator };
  async function* all() {
    yield head;
    yield* rest;
  }
  return { packed: isGzip(head), all: all() };
}
