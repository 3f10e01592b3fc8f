import { withLease } from './leased-url.ts';
import type { Change, NumberedRow } from './ports.ts';
import { isNumbered, type RowId, type UrlHash } from './row-id.ts';
import type { HostRow, UrlKey, UrlName, UrlRow } from './rows.ts';
import { UrlMap } from './url-map.ts';

/** A row as it was read, and what a turn makes of it. */
export interface KnownUrl {
  readonly before: UrlRow | undefined;
  now: UrlRow | undefined;
  isChanged: boolean;
}

/** The URLs of one turn: their rows as they were read, what they are called, and what the turn makes of them. */
export class UrlDrafts {
  readonly #urls = new UrlMap<KnownUrl>();
  #last: KnownUrl | undefined;
  /** What rows are called, by their crawls; URLs that have none are not in it. */
  readonly #ids = new Map<string, Map<UrlHash, RowId>>();
  readonly #removed = new UrlMap<UrlRow>();
  /** Of new rows, those that are not called by their hash. */
  readonly numbered: NumberedRow[] = [];

  know(key: UrlKey, row: UrlRow | undefined, host: HostRow | undefined): void {
    const now = row && host && withLease(row, host);
    this.#urls.set(key, { before: row, now: now ?? row, isChanged: false });
  }

  /** Whoever asks about a URL mostly goes on to change it: it is looked up once. */
  known(key: UrlKey): KnownUrl | undefined {
    const last = this.#last;
    if (last?.now !== undefined && isSame(last.now, key)) return last;
    const known = this.#urls.get(key);
    this.#last = known;
    return known;
  }

  /** The same of one that is to have a row if it has none. */
  entered(key: UrlKey): KnownUrl {
    let known = this.known(key);
    if (known === undefined) {
      known = { before: undefined, now: undefined, isChanged: false };
      this.#urls.set(key, known);
    }
    return known;
  }

  remove(row: UrlRow): void {
    this.#last = undefined;
    this.#urls.delete(row);
    this.#removed.set(row, row);
  }

  /** What the row of a URL is called, if it has one. */
  idOf({ crawl, hash }: UrlName): RowId | undefined {
    return this.#ids.get(crawl)?.get(hash);
  }

  /** A row was found by its URL. */
  found({ crawl, hash }: UrlName, id: RowId): void {
    let ids = this.#ids.get(crawl);
    if (ids === undefined) {
      ids = new Map();
      this.#ids.set(crawl, ids);
    }
    ids.set(hash, id);
  }

  /** A URL is to have a row of that id. */
  call(name: UrlName, id: RowId): void {
    this.found(name, id);
    if (isNumbered(id)) this.numbered.push({ ...name, id });
  }

  changed(): Change<UrlRow>[] {
    const changed: Change<UrlRow>[] = [];
    for (const { before, now, isChanged } of this.#urls.values()) {
      if (isChanged && now !== undefined) changed.push({ before, after: now });
    }
    return changed;
  }

  removed(): UrlRow[] {
    return [...this.#removed.values()];
  }
}

function isSame(one: UrlKey, other: UrlKey): boolean {
  return one.id === other.id && one.host === other.host && one.crawl === other.crawl;
}
