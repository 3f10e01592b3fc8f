import { hash } from 'node:crypto';
import type { Url } from '@mayfly/url';

/** What is remembered of the links that a source showed, to tell which were not on it before. Hashes, bounded. */
export interface SeenLinks {
  /** Of the last visit, 4 bytes each. */
  readonly list: Uint8Array;
  /** Of those that came last; while any of them is left the list has not turned over. */
  readonly newest: Uint8Array;
  /** How many links the last visit showed, in the scope of the crawl. */
  readonly listed: number;
}

/** What a visit showed beside what the one before did. */
export interface LinkChange {
  readonly seen: SeenLinks;
  /** Links that were not on it at the last visit. */
  readonly fresh: ReadonlySet<Url>;
  /** Whether nothing is left of what came last: links may have come and gone unseen. */
  readonly overflow: boolean;
}

export const NOTHING_SEEN: SeenLinks = {
  list: new Uint8Array(),
  newest: new Uint8Array(),
  listed: 0,
};

const HASH_BYTES = 4;
/** Of longer lists the last part is not remembered; only what is new to the crawl counts as new anyway. */
const MOST_LINKS = 1_000;
const MOST_NEWEST = 64;

/** Compares the links of a visit, in the order of the page, with what was seen before. */
export function compareLinks(before: SeenLinks, links: readonly Url[]): LinkChange {
  const known = hashesIn(before.list);
  const hashes = links.map(hashOf);
  const fresh = new Set(links.filter((_, at) => !known.has(hashes[at]!)));
  const now = new Set(hashes);
  const newest = [...hashesIn(before.newest)];
  const overflow = newest.length > 0 && !newest.some((one) => now.has(one));
  const came = hashes.filter((_, at) => fresh.has(links[at]!));
  return {
    seen: {
      list: bytesOf(hashes.slice(0, MOST_LINKS)),
      newest: came.length > 0 ? bytesOf(came.slice(0, MOST_NEWEST)) : before.newest,
      listed: links.length,
    },
    fresh,
    overflow,
  };
}

function hashOf(url: Url): number {
  return hash('md5', url, 'buffer').readUInt32BE(0);
}

function hashesIn(bytes: Uint8Array): Set<number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = Math.floor(bytes.byteLength / HASH_BYTES);
  return new Set(Array.from({ length: count }, (_, at) => view.getUint32(at * HASH_BYTES)));
}

function bytesOf(hashes: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(hashes.length * HASH_BYTES);
  const view = new DataView(bytes.buffer);
  hashes.forEach((one, at) => view.setUint32(at * HASH_BYTES, one));
  return bytes;
}
