import { hash } from 'node:crypto';
import type { HostKey } from '@mayfly/url';

const ID_BYTES = 8;
/** Bytes of the hash that the bucket is made of are the same for all hosts of a bucket, or nearly. */
const AFTER_BUCKET = 4;
const MOST_KNOWN = 200_000;
const known = new Map<HostKey, Uint8Array>();

/** What stands for a host in the keys of its bucket. Nobody writes to it. */
export function hostIdOf(host: HostKey): Uint8Array {
  const found = known.get(host);
  if (found !== undefined) return found;
  const digest = hash('sha256', host, 'buffer');
  const id = new Uint8Array(digest.subarray(AFTER_BUCKET, AFTER_BUCKET + ID_BYTES));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(host, id);
  return id;
}
