import { hash } from 'node:crypto';

/** Into how many partitions the rows are cut, by their crawl or host. Stored rows depend on it: it never changes. */
export const BUCKETS = 16;

const known = new Map<string, number>();
const MOST_KNOWN = 1_000;

/** All rows of a crawl share a partition, so whatever follows of one announcement is one write. */
export function bucketOfCrawl(name: string): number {
  const found = known.get(name);
  if (found !== undefined) return found;
  const bucket = hashed(name);
  // Every row names its crawl, and hashing costs more than a look-up.
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(name, bucket);
  return bucket;
}

/** Visits belong to hosts and to no crawl: all that follows of one report is one write. */
export function bucketOfHost(host: string): number {
  return hashed(host);
}

function hashed(name: string): number {
  return hash('sha256', name, 'buffer').readUInt32BE(0) % BUCKETS;
}
