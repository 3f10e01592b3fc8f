import type { HostKey } from '@mayfly/url';
import type { RowId } from './row-id.ts';
import type { UrlKey } from './rows.ts';

type Name = Pick<UrlKey, 'crawl' | 'host' | 'id'>;

/** Something for each of some URLs. Mostly one is of the same host and crawl as the one before, so that no name has to be put together. */
export class UrlMap<T> {
  readonly #crawls = new Map<string, Map<HostKey, Map<RowId, T>>>();
  #crawl: string | undefined;
  #host: HostKey | undefined;
  #urls: Map<RowId, T> | undefined;

  get(name: Name): T | undefined {
    return this.#of(name)?.get(name.id);
  }

  set(name: Name, value: T): void {
    (this.#of(name) ?? this.#add(name)).set(name.id, value);
  }

  delete(name: Name): void {
    this.#of(name)?.delete(name.id);
  }

  *values(): Generator<T> {
    for (const hosts of this.#crawls.values()) {
      for (const urls of hosts.values()) yield* urls.values();
    }
  }

  #of({ crawl, host }: Name): Map<RowId, T> | undefined {
    if (crawl === this.#crawl && host === this.#host) return this.#urls;
    this.#crawl = crawl;
    this.#host = host;
    this.#urls = this.#crawls.get(crawl)?.get(host);
    return this.#urls;
  }

  #add({ crawl, host }: Name): Map<RowId, T> {
    const hosts = this.#crawls.get(crawl) ?? new Map<HostKey, Map<RowId, T>>();
    const urls = new Map<RowId, T>();
    this.#crawls.set(crawl, hosts.set(host, urls));
    this.#urls = urls;
    return urls;
  }
}
