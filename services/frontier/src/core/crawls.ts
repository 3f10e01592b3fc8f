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
import { Floor } from './floor.ts';
import type { Manners } from './manners.ts';
import { PlacedHeap } from './placed-heap.ts';
import { isBefore, type Queue } from './queue.ts';

/** Before so many queues nobody looks for those that offer nothing any more. */
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
  /** Whose turn it is by waiting. */
  readonly floor = new Floor();
  /** Queues that offer something, or did when they were looked at last; those first whose offer is best. */
  readonly #ready = new PlacedHeap<Queue>(0, (one, other) => isBefore(one.noted!, other.noted!));
  /** The same, those first that have been ready longest. */
  readonly #waited = new PlacedHeap<Queue>(1, (one, other) => one.notedMs < other.notedMs);
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

  /** The queue with the best URL that is ready. */
  best(): Queue | undefined {
    return firstOf(this.#ready);
  }

  /** The queue that has been ready longest. */
  oldest(): Queue | undefined {
    return firstOf(this.#waited);
  }

  /** A queue offers something for a host that may be asked. */
  offer(queue: Queue): void {
    queue.noted = queue.offered;
    this.#ready.put(queue);
    queue.notedMs = queue.readySinceMs ?? 0;
    this.#waited.put(queue);
    if (Math.max(this.#ready.size, this.#waited.size) < this.#sweepAt) return;
    this.#ready.keep(({ offered }) => offered !== undefined);
    this.#waited.keep(({ offered }) => offered !== undefined);
    this.#sweepAt = Math.max(FEWEST_TO_SWEEP, 2 * this.#ready.size);
  }
}

/** What offers nothing any more is dropped. */
function firstOf(heap: PlacedHeap<Queue>): Queue | undefined {
  for (let first = heap.peek(); first !== undefined; first = heap.peek()) {
    if (first.offered !== undefined) return first;
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
