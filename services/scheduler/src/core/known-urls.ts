/** Most links of a page are known; those answered lately need not be asked about again. */
export class KnownUrls {
  readonly #most: number;
  #young = new Names();
  #old = new Names();

  /** Remembers that many at least, and twice as many at most. */
  constructor(most: number) {
    this.#most = most;
  }

  /** The crawl and the URL are two words: joined for each link they would be written and hashed anew. */
  has(crawl: string, url: string): boolean {
    return this.#young.has(crawl, url) || this.#old.has(crawl, url);
  }

  add(crawl: string, url: string): void {
    this.#young.add(crawl, url);
    if (this.#young.size < this.#most) return;
    this.#old = this.#young;
    this.#young = new Names();
  }
}

/** Pairs of words. */
class Names {
  readonly #urls = new Map<string, Set<string>>();
  size = 0;

  has(crawl: string, url: string): boolean {
    return this.#urls.get(crawl)?.has(url) === true;
  }

  add(crawl: string, url: string): void {
    let own = this.#urls.get(crawl);
    if (own === undefined) this.#urls.set(crawl, (own = new Set()));
    this.size -= own.size;
    this.size += own.add(url).size;
  }
}
