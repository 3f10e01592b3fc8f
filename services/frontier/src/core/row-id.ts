import { hash } from 'node:crypto';
import type { Url } from '@mayfly/url';

/**
 * What stands for a URL among those of its host: some bytes of a hash, as text in base64url. Text is compared and looked
 * up quickly, and ids of leases are made of it.
 */
export type RowId = string & { readonly __brand: 'RowId' };

/** In a key it stands behind the host's own hash, so that so many bits are as good as all of them: 80, in 14 letters. */
const WHOLE_LETTERS = 13;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Of the last letter two of its six bits count. */
const LAST_LETTER: Readonly<Record<string, string>> = Object.fromEntries(
  [...LETTERS].map((letter, at) => [letter, LETTERS[at & 0b110000]!]),
);

/** The first 80 bits of the SHA-256. Stored rows depend on it: it never changes. */
export function rowId(url: Url): RowId {
  // As text at once: to make bytes of it first takes three times as long, and this is done for every URL that is heard of.
  const digest = hash('sha256', url, 'base64url');
  return (digest.slice(0, WHOLE_LETTERS) + LAST_LETTER[digest[WHOLE_LETTERS]!]) as RowId;
}

export const bytesOfId = (id: RowId): Uint8Array => Buffer.from(id, 'base64url');

export function idOfBytes({ buffer, byteOffset, byteLength }: Uint8Array): RowId {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64url') as RowId;
}

/** Whether it goes first in the order of the bytes, which is that of the tables. */
export function isIdBefore(one: RowId, other: RowId): boolean {
  return Buffer.compare(bytesOfId(one), bytesOfId(other)) < 0;
}
