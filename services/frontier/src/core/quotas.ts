import type { HostKey } from '@mayfly/url';
import { siteOf } from '@mayfly/url';
import { type Counts, NO_COUNTS } from './ledger.ts';
import type { Change } from './ports.ts';
import type { HostRow } from './rows.ts';

/** URLs of one crawl that may be known and not fetched. */
export interface QuotaSettings {
  readonly host: number;
  readonly site: number;
}

/** However little a site brings, so many URLs of it may wait: it may get better. */
const FEWEST = 100;
/** About so many pages back the share of new ones looks. */
const PAGES_LOOKED_AT = 50;
/** Sites with nothing left to fetch are forgotten when there are so many. */
const MOST_SITES = 200_000;

/** How much of what a host brings is new, after one page more. */
export function noveltyAfter(before: number | undefined, isNovel: boolean): number {
  const now = before ?? 1;
  return now + ((isNovel ? 1 : 0) - now) / PAGES_LOOKED_AT;
}

/** What is left of a quota when only a part of what is brought is new. */
export function shrunk(quota: number, novelty: number | undefined): number {
  return Math.max(Math.min(FEWEST, quota), Math.floor(quota * (novelty ?? 1)));
}

/** URLs that are known and not fetched. */
export function unfetched(counts: Counts | undefined): number {
  const { parked, waiting, leased } = counts ?? NO_COUNTS;
  return parked + waiting + leased;
}

interface Site {
  unfetched: number;
  novelty: number | undefined;
}

/** A number for each site of each crawl. */
type SiteCounts = Map<string, Map<string, number>>;

/**
 * What is known and not fetched of each site, over all its hosts in memory. A host that has nothing to do when the
 * frontier starts is counted from its first change on.
 */
export class Sites {
  /** By crawl and site. */
  readonly #sites = new Map<string, Map<string, Site>>();
  #size = 0;
  /** What each bucket adds: its hosts may have left memory long before it is somebody else's. */
  readonly #ofBuckets = new Map<number, SiteCounts>();

  /** A host came into memory as it was read. */
  met(row: HostRow): void {
    for (const crawl of Object.keys(row.counts))
      this.#add(crawl, row, unfetched(row.counts[crawl]));
  }

  /** Another replica counts the hosts of a bucket from here on. */
  left(bucket: number): void {
    for (const [crawl, counts] of this.#ofBuckets.get(bucket) ?? []) {
      for (const [name, count] of counts) {
        const site = this.#sites.get(crawl)?.get(name);
        if (site !== undefined) site.unfetched = Math.max(0, site.unfetched - count);
      }
    }
    this.#ofBuckets.delete(bucket);
  }

  changed({ before, after }: Change<HostRow>): void {
    for (const crawl of Object.keys(after.counts)) {
      const was = before?.counts[crawl];
      const is = after.counts[crawl];
      if (was !== is) this.#add(crawl, after, unfetched(is) - unfetched(was));
    }
    // Of a crawl that is deleted nothing is left to be fetched.
    for (const crawl of Object.keys(before?.counts ?? {})) {
      if (after.counts[crawl] === undefined) {
        this.#add(crawl, after, -unfetched(before?.counts[crawl]));
      }
    }
  }

  fetched(crawl: string, host: HostKey, isNovel: boolean): void {
    const site = this.#siteOf(crawl, host);
    if (site !== undefined) site.novelty = noveltyAfter(site.novelty, isNovel);
  }

  isFull(crawl: string, host: HostKey, quota: number): boolean {
    const site = this.#siteOf(crawl, host);
    return site !== undefined && site.unfetched >= shrunk(quota, site.novelty);
  }

  #add(crawl: string, { host, bucket }: HostRow, by: number): void {
    if (by === 0) return;
    const name = nameOf(host);
    const site = this.#sites.get(crawl)?.get(name);
    // What a host had before it was counted cannot be taken away.
    const added = site === undefined ? Math.max(0, by) : by;
    if (site === undefined) this.#begin(crawl, name, added);
    else site.unfetched += added;
    const counts = entryOf(entryOf(this.#ofBuckets, bucket), crawl);
    counts.set(name, (counts.get(name) ?? 0) + added);
  }

  #begin(crawl: string, name: string, count: number): void {
    if (this.#size >= MOST_SITES) this.#forgetEmpty();
    entryOf(this.#sites, crawl).set(name, { unfetched: count, novelty: undefined });
    this.#size += 1;
  }

  #siteOf(crawl: string, host: HostKey): Site | undefined {
    return this.#sites.get(crawl)?.get(nameOf(host));
  }

  #forgetEmpty(): void {
    for (const [crawl, sites] of this.#sites) {
      for (const [name, site] of sites) {
        if (site.unfetched <= 0 && sites.delete(name)) this.#size -= 1;
      }
      if (sites.size === 0) this.#sites.delete(crawl);
    }
    for (const crawls of this.#ofBuckets.values()) {
      for (const [crawl, counts] of crawls) {
        for (const name of counts.keys()) {
          if (this.#sites.get(crawl)?.has(name) !== true) counts.delete(name);
        }
        if (counts.size === 0) crawls.delete(crawl);
      }
    }
  }
}

/** The map at a key, which is begun where there is none. */
function entryOf<K, L, V>(maps: Map<K, Map<L, V>>, key: K): Map<L, V> {
  let map = maps.get(key);
  if (map === undefined) {
    map = new Map();
    maps.set(key, map);
  }
  return map;
}

const MOST_NAMES = 200_000;
const names = new Map<HostKey, string>();

function nameOf(host: HostKey): string {
  let site = names.get(host);
  if (site === undefined) {
    site = siteOf(host);
    if (names.size >= MOST_NAMES) names.clear();
    names.set(host, site);
  }
  return site;
}
