import { hash } from 'node:crypto';
import type { Url } from '@mayfly/url';

/**
 * What stands for a URL among those of its host: some bytes of a hash, as text in base64url. Text is compared and looked
 * up quickly, and ids of leases are made of it.
 */
export type RowId = string & { readonly __brand: 'RowId' };

/** In a key it stands behind the host's own hash, so that so many bits are as good as all of them. */
const ID_BYTES = 10;

/** Stored rows depend on it: it never changes. */
export function rowId(url: Url): RowId {
  return hash('sha256', url, 'buffer').toString('base64url', 0, ID_BYTES) as RowId;
}

export const bytesOfId = (id: RowId): Uint8Array => Buffer.from(id, 'base64url');

export function idOfBytes({ buffer, byteOffset, byteLength }: Uint8Array): RowId {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64url') as RowId;
}

/** Whether it goes first in the order of the bytes, which is that of the tables. */
export function isIdBefore(one: RowId, other: RowId): boolean {
  return Buffer.compare(bytesOfId(one), bytesOfId(other)) < 0;
}
