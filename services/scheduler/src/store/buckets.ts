import { hash } from 'node:crypto';

/** Into how many partitions the rows are cut, by their crawl. Stored rows depend on it: it never changes. */
export const BUCKETS = 16;

/** All rows of a crawl share a partition, so whatever follows of one announcement is one write. */
export function bucketOfCrawl(name: string): number {
  return hash('sha256', name, 'buffer').readUInt32BE(0) % BUCKETS;
}
