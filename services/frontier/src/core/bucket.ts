import { bucketOf, type HostKey } from '@mayfly/url';

/** Into how many parts the tables are cut. Stored rows depend on it: it never changes. */
export const BUCKETS = 64;

const known = new Map<HostKey, number>();
const MOST_KNOWN = 10_000;

/** The bucket of a host: everything of one host is written in one part. */
export function hostBucket(host: HostKey): number {
  const found = known.get(host);
  if (found !== undefined) return found;
  const bucket = bucketOf(host) % BUCKETS;
  // Hashing costs more than a look-up, and links of one page name few hosts.
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(host, bucket);
  return bucket;
}

/** The bucket where submissions that a rule refuses are counted: no host, so one of the crawl's own. */
export function crawlBucket(crawl: string): number {
  return bucketOf(crawl as HostKey) % BUCKETS;
}
