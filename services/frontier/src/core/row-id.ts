import { hash } from 'node:crypto';
import type { Url } from '@mayfly/url';

/**
 * What stands for a URL among those of its host: some bits of a hash, as text in base64url. Text is compared and looked up
 * quickly.
 */
export type UrlHash = string & { readonly __brand: 'UrlHash' };

/** What the row of a URL is called among those of its host: bytes, as text in base64url. Ids of leases are made of it. */
export type RowId = string & { readonly __brand: 'RowId' };

/** In a key it stands behind the host's own hash, so that so many bits are as good as all of them: 80, in 14 letters. */
const HASH_LETTERS = 14;
const WHOLE_LETTERS = HASH_LETTERS - 1;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Of the last letter two of its six bits count. */
const LAST_LETTER: Readonly<Record<string, string>> = Object.fromEntries(
  [...LETTERS].map((letter, at) => [letter, LETTERS[at & 0b110000]!]),
);

/** The first 80 bits of the SHA-256. Stored rows depend on it: it never changes. */
export function hashOfUrl(url: Url): UrlHash {
  // As text at once: to make bytes of it first takes three times as long, and this is done for every URL that is heard of.
  const digest = hash('sha256', url, 'base64url');
  return (digest.slice(0, WHOLE_LETTERS) + LAST_LETTER[digest[WHOLE_LETTERS]!]) as UrlHash;
}

/**
 * The id of a host's row number `nth`, from 0, which is for the URL of that hash. The first `hashedRows` are called by the
 * hash, which is all it takes to find them: so few lie on some pages of the disk in any order. Those that come later are called
 * by a number, so that URLs that came together lie together, and are leased together from a page or two; which number a URL has
 * is kept beside.
 */
export function rowIdOf(nth: number, urlHash: UrlHash, hashedRows: number): RowId {
  return nth < hashedRows ? (urlHash as string as RowId) : numberedRowId(numberOf(nth));
}

export const isNumbered = (id: RowId): boolean => id.length < HASH_LETTERS;

const BLOCK = 64;

/**
 * The numbers of a block are given in two rounds: every second one, then those between. A tree cuts a page that is full in two
 * halves, and where rows only ever came behind each other no first half would be filled again: half of the disk would be empty.
 */
function numberOf(nth: number): number {
  const at = nth % BLOCK;
  const inBlock = at < BLOCK / 2 ? 2 * at : 2 * at - BLOCK + 1;
  return nth - at + inBlock;
}

/** As few bytes as hold it, so that numbers stay in their order in keys, and before all hashes. */
function numberedRowId(nth: number): RowId {
  const bytes = Buffer.alloc(MOST_NUMBER_BYTES);
  bytes.writeUIntBE(nth, 0, MOST_NUMBER_BYTES);
  return bytes.subarray(bytes.findIndex((byte) => byte !== 0)).toString('base64url') as RowId;
}

const MOST_NUMBER_BYTES = 6;

export const bytesOfId = (id: RowId | UrlHash): Uint8Array => Buffer.from(id, 'base64url');

export function idOfBytes({ buffer, byteOffset, byteLength }: Uint8Array): RowId {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64url') as RowId;
}

/** Whether it goes first in the order of the tables: the shorter one, and of two as long the smaller bytes. */
export function isIdBefore(one: RowId, other: RowId): boolean {
  if (one.length !== other.length) return one.length < other.length;
  return Buffer.compare(bytesOfId(one), bytesOfId(other)) < 0;
}
