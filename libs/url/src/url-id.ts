import { hash } from 'node:crypto';
import type { Branded } from './branded.ts';
import type { Url } from './normalise-url.ts';

/** 128 bits that stand for a URL in keys: among ten billion URLs the chance of one collision is below 10^-18. */
export type UrlId = Branded<Uint8Array, 'UrlId'>;

const ID_BYTES = 16;
/** Services of one process name the same URL ten times on its walk, and a look-up costs a tenth of the hash. */
const MOST_KEPT = 5_000;
let young = new Map<string, UrlId>();
let old = new Map<string, UrlId>();

/** The first 16 bytes of the SHA-256 of the normalised URL. Stored rows depend on it: it never changes. Nobody writes to it. */
export function urlId(url: Url): UrlId {
  const known = young.get(url) ?? old.get(url);
  if (known !== undefined) return known;
  const id = new Uint8Array(hash('sha256', url, 'buffer').subarray(0, ID_BYTES)) as UrlId;
  // A copy: a text that was cut out of a page holds the whole page in memory.
  young.set(Buffer.from(url).toString(), id);
  if (young.size >= MOST_KEPT) {
    old = young;
    young = new Map();
  }
  return id;
}
