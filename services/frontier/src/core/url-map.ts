import type { RowId } from './row-id.ts';
import type { UrlKey } from './rows.ts';

type Name = Pick<UrlKey, 'crawl' | 'id'>;

/** Something for each of some URLs. Mostly they are of one crawl, so that no name has to be put together to find one. */
export class UrlMap<T> {
  readonly #crawls = new Map<string, Map<RowId, T>>();
  #crawl: string | undefined;
  #urls = new Map<RowId, T>();

  get({ crawl, id }: Name): T | undefined {
    return crawl === this.#crawl ? this.#urls.get(id) : this.#crawls.get(crawl)?.get(id);
  }

  set({ crawl, id }: Name, value: T): void {
    this.#of(crawl).set(id, value);
  }

  delete({ crawl, id }: Name): void {
    this.#crawls.get(crawl)?.delete(id);
  }

  clear(): void {
    this.#crawls.clear();
    this.#crawl = undefined;
  }

  *values(): Generator<T> {
    for (const urls of this.#crawls.values()) yield* urls.values();
  }

  #of(crawl: string): Map<RowId, T> {
    if (crawl === this.#crawl) return this.#urls;
    let urls = this.#crawls.get(crawl);
    if (urls === undefined) {
      urls = new Map();
      this.#crawls.set(crawl, urls);
    }
    this.#crawl = crawl;
    this.#urls = urls;
    return urls;
  }
}
