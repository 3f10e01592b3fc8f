import { bucketOf, HOST_BUCKETS, type HostKey } from '@mayfly/url';

/** The parts of the tables where many replicas share the work. */
export const MANY_BUCKETS = HOST_BUCKETS;
/** In one process on one disk more would share no work, only cut it into smaller turns: one is worked on while the other is flushed. */
export const FEW_BUCKETS = 2;

const MOST_KNOWN = 200_000;

/** A host and its bucket. */
export interface HostPlace {
  readonly host: HostKey;
  readonly bucket: number;
}

/** Into which parts the tables are cut. Stored rows depend on their number: for tables that have rows it never changes. */
export class Buckets {
  readonly count: number;
  readonly #known = new Map<HostKey, HostPlace>();

  constructor(count: number) {
    this.count = count;
  }

  /** The bucket of a host: everything of one host is written in one part. */
  ofHost(host: HostKey): number {
    return this.placeOf(host).bucket;
  }

  /** The same, and the host as it was named first: text that is the same object is compared at once. */
  placeOf(host: HostKey): HostPlace {
    const found = this.#known.get(host);
    if (found !== undefined) return found;
    const place = { host, bucket: bucketOf(host) % this.count };
    // Hashing costs more than a look-up, and links of one page name few hosts.
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(host, place);
    return place;
  }
}
