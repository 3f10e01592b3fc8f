/** Who owns something, and since which change of hands. An empty address: nobody at the moment. */
export interface KeyOwner {
  readonly address: string;
  readonly epoch: number;
}

/** Buckets in a row that have one owner. */
export interface OwnerRange extends KeyOwner {
  readonly first: number;
  readonly last: number;
}

/** The whole map, as one replica knows it. */
export interface OwnersRead {
  readonly buckets: number;
  readonly ranges: readonly OwnerRange[];
}

/**
 * What a client remembers of owners. A key is a number, and the bucket it falls into is its rest by the number of buckets; what
 * was learned of keys one by one is newer than the map that was read.
 */
export class OwnerMap {
  #buckets: number | undefined;
  #read: (KeyOwner | undefined)[] = [];
  #addresses: ReadonlySet<string> = new Set();
  readonly #learned = new Map<number, KeyOwner>();

  /** How many buckets there are; undefined before a map was read. */
  get buckets(): number | undefined {
    return this.#buckets;
  }

  /** Whether it makes a difference who is asked. With one replica it does not. */
  get isSplit(): boolean {
    return this.#learned.size > 0 || this.#addresses.size > 1;
  }

  ownerOf(key: number): KeyOwner | undefined {
    return this.#learned.get(key) ?? this.#readOf(key);
  }

  /** A map was read. What is newer than it stays; what was only known to be wrong is forgotten. */
  replace({ buckets, ranges }: OwnersRead): void {
    this.#buckets = buckets;
    this.#read = [];
    for (const { first, last, address, epoch } of ranges) {
      for (let bucket = first; bucket <= last; bucket += 1) this.#read[bucket] = { address, epoch };
    }
    this.#addresses = new Set(ranges.map(({ address }) => address));
    for (const [key, { address, epoch }] of this.#learned) {
      if (address === '' || epoch <= (this.#readOf(key)?.epoch ?? 0)) this.#learned.delete(key);
    }
  }

  /** Somebody who was asked is not the owner and names another one, or nobody. True when that is news worth following. */
  learn(key: number, named: KeyOwner | undefined, asked: string): boolean {
    const before = this.ownerOf(key);
    const isDenied = before !== undefined && before.address === asked;
    if (isDenied) this.#learned.set(key, { address: '', epoch: before.epoch });
    if (named === undefined || named.address === '' || named.address === asked) return false;
    if (named.epoch < (before?.epoch ?? 0)) return false;
    this.#learned.set(key, named);
    return true;
  }

  /** Nobody answers there any more. */
  forget(address: string): void {
    for (const [key, owner] of this.#learned) {
      if (owner.address === address) this.#learned.delete(key);
    }
    this.#read = this.#read.map((owner) => (owner?.address === address ? undefined : owner));
  }

  /** How many buckets each address owns. */
  counts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const owner of this.#read) {
      if (owner !== undefined && owner.address !== '') {
        counts.set(owner.address, (counts.get(owner.address) ?? 0) + 1);
      }
    }
    return counts;
  }

  #readOf(key: number): KeyOwner | undefined {
    return this.#buckets === undefined ? undefined : this.#read[key % this.#buckets];
  }
}
