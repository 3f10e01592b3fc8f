import type { UrlId } from '@mayfly/url';
import type { HostState } from './host-state.ts';
import type { Scheme, UrlRow } from './rows.ts';
import { isAbandoned } from './url-state.ts';

/** What is needed of a waiting URL to choose it. */
export interface Entry {
  readonly id: UrlId;
  readonly rank: number;
  readonly ageMs: number;
  readonly scheme: Scheme;
  readonly abandoned: boolean;
}

const FEWEST = 16;
const MOST = 512;

/** The URLs of one crawl that wait at one host: only the best of them are in memory. */
export class Queue {
  readonly crawl: string;
  readonly host: HostState;
  /** Best first. */
  head: Entry[] = [];
  /** Whether the head is what the table says; before, nothing is known but that something waits. */
  isLoaded = false;
  isLoading = false;
  /** Whether the head is all there is. */
  isComplete = false;
  /** When the first of those that wait for their time is due; undefined when there are none. */
  laterMs: number | undefined;
  isPromoting = false;
  /** Changes whenever its place among the ready ones does: what was noted under another stamp is old. */
  stamp = 0;
  /** The best entry under the present stamp; undefined when it is not offered. */
  offered: Entry | undefined;
  #limit = FEWEST;

  constructor(crawl: string, host: HostState) {
    this.crawl = crawl;
    this.host = host;
  }

  get limit(): number {
    return this.#limit;
  }

  get needsLoading(): boolean {
    return !this.isLoaded || (this.head.length === 0 && !this.isComplete);
  }

  /** Takes what was read. A host that is leased from quickly gets a longer head the next time. */
  load(rows: readonly UrlRow[], laterMs: number | undefined): void {
    this.head = rows.map(entryOf);
    this.isComplete = rows.length < this.#limit;
    if (this.isLoaded) this.#limit = Math.min(MOST, this.#limit * 2);
    this.isLoaded = true;
    this.isLoading = false;
    this.laterMs = laterMs;
  }

  unload(): void {
    this.head = [];
    this.isLoaded = false;
    this.isLoading = false;
    this.isComplete = false;
    this.#limit = FEWEST;
    this.withdraw();
  }

  withdraw(): void {
    this.stamp += 1;
    this.offered = undefined;
  }

  insert(row: UrlRow): void {
    if (!this.isLoaded) return;
    const entry = entryOf(row);
    this.remove(entry.id);
    let at = this.head.length;
    while (at > 0 && isBefore(entry, this.head[at - 1]!)) at -= 1;
    if (at === this.head.length && !this.isComplete) return;
    this.head.splice(at, 0, entry);
    if (this.head.length <= 2 * this.#limit) return;
    this.head.length = this.#limit;
    this.isComplete = false;
  }

  remove(id: UrlId): void {
    const at = this.head.findIndex((entry) => sameId(entry.id, id));
    if (at !== -1) this.head.splice(at, 1);
  }
}

export function entryOf(row: UrlRow): Entry {
  return {
    id: row.id,
    rank: row.rank ?? 0,
    ageMs: row.ageMs ?? 0,
    scheme: schemeOf(row.url),
    abandoned: isAbandoned(row),
  };
}

export const schemeOf = (url: string): Scheme => (url.startsWith('https:') ? 'https' : 'http');

export function isBefore(one: Entry, other: Entry): boolean {
  return one.rank < other.rank || (one.rank === other.rank && one.ageMs < other.ageMs);
}

export function sameId(one: Uint8Array, other: Uint8Array): boolean {
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return one.length === other.length;
}
