import { hash } from 'node:crypto';
import type { Branded } from './branded.ts';
import type { Url } from './normalise-url.ts';

/** 128 bits that stand for a URL in keys: among ten billion URLs the chance of one collision is below 10^-18. */
export type UrlId = Branded<Uint8Array, 'UrlId'>;

const ID_BYTES = 16;

/** The first 16 bytes of the SHA-256 of the normalised URL. Stored rows depend on it: it never changes. */
export function urlId(url: Url): UrlId {
  return Uint8Array.from(hash('sha256', url, 'buffer').subarray(0, ID_BYTES)) as UrlId;
}
