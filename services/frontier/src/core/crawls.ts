import { Budget } from './budget.ts';
import {
  BY_HAND,
  type CrawlRow,
  crawlManners,
  type CrawlSettings,
  everything,
  type Scope,
  scopeOf,
} from './crawl.ts';
import { Heap } from './heap.ts';
import type { Manners } from './manners.ts';
import { isBefore, type Queue } from './queue.ts';
import type { UrlRow } from './rows.ts';

/** The best URL of a queue whose host may be asked, as long as the queue's stamp is that. */
export interface Ready {
  readonly queue: Queue;
  readonly stamp: number;
  readonly row: UrlRow;
}

/** Before so many notes nobody looks for old ones. */
const FEWEST_TO_SWEEP = 1_000;

/** A crawl with what is ready in it. */
export class CrawlState {
  row: CrawlRow;
  scope: Scope;
  manners: Manners;
  budget: Budget | undefined;
  readonly siteBudgets = new Map<string, Budget>();
  /** Leases it got, each divided by its share: the crawl with the least is furthest behind. */
  pass = 0;
  /** Page leases that were chosen and are being written. */
  pendingPages = 0;
  /** Leases that were chosen in it. */
  picks = 0;
  readonly #ready = new Heap<Ready>((one, other) => isBefore(one.row, other.row));
  /** The same, those first that have been ready longest. */
  readonly #waited = new Heap<Ready & { readonly sinceMs: number }>(
    (one, other) => one.sinceMs < other.sinceMs,
  );
  #sweepAt = FEWEST_TO_SWEEP;

  constructor(row: CrawlRow, manners: Manners) {
    this.row = row;
    this.scope = row.name === BY_HAND ? everything : scopeOf(row.settings);
    this.manners = manners;
  }

  get name(): string {
    return this.row.name;
  }

  get hasReady(): boolean {
    return this.#ready.size > 0;
  }

  /** About how many queues have something ready. */
  get readyCount(): number {
    return this.#ready.size;
  }

  /** The best that is ready; what was noted and has changed since is dropped. */
  best(): Ready | undefined {
    return firstOf(this.#ready);
  }

  /** What has been ready longest. */
  oldest(): Ready | undefined {
    return firstOf(this.#waited);
  }

  offer(ready: Ready): void {
    this.#ready.push(ready);
    this.#waited.push({ ...ready, sinceMs: ready.queue.readySinceMs ?? 0 });
    if (Math.max(this.#ready.size, this.#waited.size) < this.#sweepAt) return;
    this.#ready.keep(({ queue, stamp }) => queue.stamp === stamp);
    this.#waited.keep(({ queue, stamp }) => queue.stamp === stamp);
    this.#sweepAt = Math.max(FEWEST_TO_SWEEP, 2 * this.#ready.size);
  }
}

function firstOf<R extends Ready>(heap: Heap<R>): R | undefined {
  for (let first = heap.peek(); first !== undefined; first = heap.peek()) {
    if (first.stamp === first.queue.stamp) return first;
    heap.pop();
  }
  return undefined;
}

const BY_HAND_SETTINGS: CrawlSettings = {
  sites: [],
  hosts: [],
  prefixes: [],
  share: 1,
  private: false,
};

/** The crawls there are. */
export class Crawls {
  readonly #defaults: Manners;
  readonly #states = new Map<string, CrawlState>();
  readonly #deleted = new Map<string, CrawlRow>();

  constructor(defaults: Manners, byHandPrivate: boolean) {
    this.#defaults = defaults;
    const settings = { ...BY_HAND_SETTINGS, private: byHandPrivate };
    const row = { name: BY_HAND, revision: 0, settings, paused: false };
    this.#states.set(
      BY_HAND,
      new CrawlState({ ...row, deleted: false, forgotten: false }, defaults),
    );
  }

  /** A crawl that is there and not deleted. */
  get(name: string): CrawlState | undefined {
    return this.#states.get(name);
  }

  byHand(): CrawlState {
    return this.#states.get(BY_HAND)!;
  }

  live(): IterableIterator<CrawlState> {
    return this.#states.values();
  }

  row(name: string): CrawlRow | undefined {
    return this.#states.get(name)?.row ?? this.#deleted.get(name);
  }

  /** Deleted ones of which something is left. */
  toForget(): CrawlRow[] {
    return [...this.#deleted.values()].filter(({ forgotten }) => !forgotten);
  }

  put(row: CrawlRow, nowMs: number, fullInMs: (budget: string) => number): void {
    if (row.deleted) {
      this.#states.delete(row.name);
      this.#deleted.set(row.name, row);
      return;
    }
    this.#deleted.delete(row.name);
    const manners = crawlManners(this.#defaults, row.settings);
    const state = this.#states.get(row.name) ?? new CrawlState(row, manners);
    const before = state.row.settings;
    const { requestsPerSecond, siteRequestsPerSecond } = row.settings;
    if (state.budget === undefined || before.requestsPerSecond !== requestsPerSecond) {
      const name = `crawl:${row.name}`;
      const leftMs = state.budget?.fullInMs(nowMs) ?? fullInMs(name);
      state.budget =
        requestsPerSecond === undefined ? undefined : new Budget(requestsPerSecond, nowMs, leftMs);
    }
    if (before.siteRequestsPerSecond !== siteRequestsPerSecond) state.siteBudgets.clear();
    state.row = row;
    state.scope = scopeOf(row.settings);
    state.manners = manners;
    this.#states.set(row.name, state);
  }
}

/** Whether a newer word about a crawl is to be taken: not before all of the one before it is forgotten. */
export function isNewer(before: CrawlRow | undefined, revision: number): boolean {
  if (before === undefined) return true;
  if (before.deleted && !before.forgotten) return false;
  return revision > before.revision;
}
