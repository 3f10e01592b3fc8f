import { KIND, type LeaseRow, type UrlKey, type UrlRow } from './rows.ts';
import type { ServerKey } from './servers.ts';

/** A lease that is out. */
export interface OutLease {
  readonly row: LeaseRow;
  /** By the clock that never jumps. */
  expiresMs: number;
  /** The machine that its request counts against. */
  readonly server: ServerKey | undefined;
  /** The row of its URL as the table has it, so that its end need not read it again; absent where nobody knows. */
  url?: UrlRow | undefined;
}

/**
 * The leases of a host that are out, in the order of their attempts. No Map: V8 leaves each table that a Map has outgrown or
 * emptied pointing to the next one, so that one that got old keeps alive all that comes and goes after it.
 */
export class OutLeases {
  #list: OutLease[] = [];
  #robots = 0;

  get size(): number {
    return this.#list.length;
  }

  /** How many are for robots.txt. */
  get robots(): number {
    return this.#robots;
  }

  /** Those of this moment. */
  all(): readonly OutLease[] {
    return this.#list;
  }

  get(attempt: number): OutLease | undefined {
    const lease = this.#list[this.#placeOf(attempt)];
    return lease?.row.attempt === attempt ? lease : undefined;
  }

  /** The one that is for a URL of a crawl that is there. */
  of({ crawl, id }: Pick<UrlKey, 'crawl' | 'id'>): OutLease | undefined {
    return this.#list.find(
      ({ row }) => row.id === id && row.crawl === crawl && row.orphan !== true,
    );
  }

  /** Puts one in, or in place of what it was. */
  put(lease: OutLease): void {
    const { attempt, kind } = lease.row;
    const at = this.#placeOf(attempt);
    if (this.#list[at]?.row.attempt === attempt) {
      this.#list[at] = lease;
      return;
    }
    if (kind === KIND.robots) this.#robots += 1;
    this.#list.splice(at, 0, lease);
  }

  /** Takes one out; gives it, if it was there. */
  take(attempt: number): OutLease | undefined {
    const lease = this.get(attempt);
    if (lease === undefined) return undefined;
    if (lease.row.kind === KIND.robots) this.#robots -= 1;
    this.#list.splice(this.#placeOf(attempt), 1);
    return lease;
  }

  /** Takes all out, and gives them. */
  clear(): readonly OutLease[] {
    const all = this.#list;
    this.#list = [];
    this.#robots = 0;
    return all;
  }

  /** Where the attempt stands, or would stand. */
  #placeOf(attempt: number): number {
    let from = 0;
    let to = this.#list.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#list[middle]!.row.attempt < attempt) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
