import type { CrawlState } from './crawls.ts';
import type { Frontier } from './frontier.ts';
import { isNotOwner } from './lane.ts';
import { pagesName, planSlice, type SliceRow } from './slice.ts';

/** A crawl that had nothing to lease here for so long needs nothing of its limit here. */
const IDLE_MS = 2_000;
/** Nothing was left to draw: asked again after this, twice as long each time. */
const SHORTEST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 2_000;
const FEWEST_WANTED = 16;
const MOST_TRIES = 8;

/** What this replica has of the page limit of one crawl. */
interface Slice {
  /** Pages that may still be chosen. It only falls until the next draw: what a lease gives back is in the ledgers. */
  left: number;
  /** As it was drawn. */
  size: number;
  /** What the row says of us; undefined while it may say nothing. */
  written: number | undefined;
  /** Whether the row may name us: then others count on us to keep to it, also when all buckets are ours. */
  isListed: boolean;
  isDrawing: boolean;
  /** Another one whenever buckets came: what was drawn before may have been given to others. */
  stamp: number;
  askedMs: number;
  nextMs: number;
  waitMs: number;
  /** So many pages there are: a limit no higher is met for good. */
  pages: number;
}

interface Doubt {
  readonly crawl: string;
  readonly bucket: number;
  isAsked: boolean;
}

/**
 * Page limits of crawls that are never passed. Who owns all buckets goes by its own books; others choose pages within a
 * slice that they have drawn from the limit's row.
 */
export class PageSlices {
  readonly #frontier: Frontier;
  readonly #slices = new Map<string, Slice>();
  /** Leases whose write may still land: they count as chosen until a later turn of their bucket is written. */
  readonly #doubts = new Set<Doubt>();
  #replica = '';

  constructor(frontier: Frontier) {
    this.#frontier = frontier;
  }

  /** How long until a page of the crawl may be chosen: 0 where it may be at once, Infinity for when we say so. Draws where nothing is left. */
  waitMs(crawl: CrawlState, nowMs: number): number {
    const { maxPages } = crawl.row.settings;
    if (maxPages === undefined) return 0;
    if (this.#isByBooks(crawl.name)) return this.#isMetByBooks(crawl, maxPages) ? Infinity : 0;
    const slice = this.#sliceOf(crawl.name);
    slice.askedMs = nowMs;
    if (slice.left > 0) return 0;
    if (slice.isDrawing || slice.pages >= maxPages) return Infinity;
    if (nowMs < slice.nextMs) return slice.nextMs - nowMs;
    void this.#draw(crawl.name, maxPages, this.#wanted(crawl, slice));
    return Infinity;
  }

  /** Whether the limit leaves nothing, as far as is known here. */
  isMet(crawl: CrawlState): boolean {
    const { maxPages } = crawl.row.settings;
    if (maxPages === undefined) return false;
    if (this.#isByBooks(crawl.name)) return this.#isMetByBooks(crawl, maxPages);
    const slice = this.#sliceOf(crawl.name);
    return slice.left === 0 && (slice.pages >= maxPages || slice.waitMs > 0);
  }

  /** A page is chosen. */
  take(crawl: CrawlState): void {
    if (crawl.row.settings.maxPages === undefined || this.#isByBooks(crawl.name)) return;
    this.#sliceOf(crawl.name).left -= 1;
  }

  /** A page was chosen, and whether its lease was written is unknown. */
  doubt(crawl: CrawlState, bucket: number): void {
    if (crawl.row.settings.maxPages === undefined) return;
    this.#doubts.add({ crawl: crawl.name, bucket, isAsked: false });
    this.#askDoubts();
  }

  /** Buckets came: others may have thought that we had none, and have taken what we drew. */
  renew(): void {
    for (const slice of this.#slices.values()) {
      slice.left = 0;
      slice.written = undefined;
      slice.stamp += 1;
    }
  }

  forget(crawl: string): void {
    this.#slices.delete(crawl);
  }

  /** Says in the rows what we need and what we do not. */
  async keep(): Promise<void> {
    if (this.#frontier.isWhole && this.#slices.size === 0) return;
    this.#askDoubts();
    const nowMs = this.#frontier.around.clock.monotonicMs();
    for (const { name, row } of [...this.#frontier.crawls.live()]) {
      const { maxPages } = row.settings;
      if (maxPages === undefined || this.#isByBooks(name)) continue;
      const slice = this.#sliceOf(name);
      if (slice.isDrawing) continue;
      if (this.#frontier.isWhole) await this.#guarded(slice, () => this.#unlist(name, slice));
      else if (slice.written === undefined) await this.#draw(name, maxPages, 0);
      else if (slice.written > 0 && nowMs - slice.askedMs >= IDLE_MS) {
        await this.#draw(name, maxPages, 0);
      }
    }
  }

  #isByBooks(crawl: string): boolean {
    return this.#frontier.isWhole && this.#slices.get(crawl)?.isListed !== true;
  }

  #isMetByBooks({ name, pendingPages }: CrawlState, maxPages: number): boolean {
    const { pages, leased } = this.#frontier.books.sum(name);
    return pages + leased + pendingPages >= maxPages;
  }

  #sliceOf(crawl: string): Slice {
    const { around } = this.#frontier;
    if (this.#replica !== around.replica()) {
      // Under another id nothing is ours: all buckets were lost before.
      this.#slices.clear();
      this.#replica = around.replica();
    }
    const found = this.#slices.get(crawl);
    if (found !== undefined) return found;
    const slice = {
      ...{ left: 0, size: 0, written: undefined, isListed: false, isDrawing: false, stamp: 0 },
      ...{ askedMs: -Infinity, nextMs: -Infinity, waitMs: 0, pages: 0 },
    };
    this.#slices.set(crawl, slice);
    return slice;
  }

  /** A slice that was used up in a short time was too small. */
  #wanted({ readyCount }: CrawlState, { size }: Slice): number {
    return Math.max(FEWEST_WANTED, readyCount, 2 * size);
  }

  #draw(crawl: string, maxPages: number, wanted: number): Promise<void> {
    const slice = this.#sliceOf(crawl);
    // From here on we keep to slices: no page is chosen before the draw is done.
    slice.isListed = true;
    slice.left = 0;
    return this.#guarded(slice, () => this.#drawNow(slice, { crawl, maxPages, wanted }));
  }

  /** One draw at a time; when it is done there may be something to lease. */
  #guarded(slice: Slice, work: () => Promise<boolean>): Promise<void> {
    slice.isDrawing = true;
    return this.#frontier.draw(this.#patient(slice, work));
  }

  async #patient(slice: Slice, work: () => Promise<boolean>): Promise<void> {
    let isDone = false;
    try {
      isDone = await work();
    } catch {
      // The store is away, or others write all the time: asked again in a while.
    }
    slice.isDrawing = false;
    slice.waitMs = isDone ? 0 : later(slice.waitMs);
    slice.nextMs = this.#frontier.around.clock.monotonicMs() + slice.waitMs;
  }

  async #drawNow(
    slice: Slice,
    { crawl, maxPages, wanted }: { crawl: string; maxPages: number; wanted: number },
  ): Promise<boolean> {
    const { tables, replica } = this.#frontier.around;
    const me = replica();
    const { stamp } = slice;
    for (let tries = 0; tries < MOST_TRIES && me !== '' && stamp === slice.stamp; tries += 1) {
      const row = await tables.slice(pagesName(crawl));
      const pending = this.#pending(crawl);
      const owners = await tables.owners();
      const ledgers = await tables.ledgersOf(crawl);
      slice.pages = ledgers.reduce((sum, { pages }) => sum + pages, 0);
      const used = ledgers.reduce((sum, { leased }) => sum + leased, slice.pages);
      const plan = planSlice({ me, maxPages, pending, wanted, row, owners, used });
      const outcome = await this.#put(crawl, row, plan.slices);
      if (outcome === 'moved') continue;
      if (outcome === 'unknown' || stamp !== slice.stamp || me !== replica()) return false;
      slice.written = plan.slices[me];
      slice.left = plan.size;
      slice.size = plan.size;
      return plan.size > 0 || wanted === 0;
    }
    return false;
  }

  /** All buckets are ours, as the tables say too, and nobody can have drawn meanwhile: we go by our books again. */
  async #unlist(crawl: string, slice: Slice): Promise<boolean> {
    const { tables, replica, buckets } = this.#frontier.around;
    const me = replica();
    const row = await tables.slice(pagesName(crawl));
    const owners = await tables.owners();
    if (!owners.slice(0, buckets.count).every((owner) => owner === me)) return false;
    if ((await this.#put(crawl, row, {})) !== 'applied') return false;
    slice.isListed = false;
    slice.left = 0;
    slice.written = undefined;
    return true;
  }

  #put(crawl: string, before: SliceRow | undefined, slices: SliceRow['slices']) {
    const version = (before?.version ?? 0) + 1;
    const after = { name: pagesName(crawl), crawl, version, slices, fullMs: 0 };
    return this.#frontier.around.tables.putSlice({ before, after });
  }

  #pending(crawl: string): number {
    let pending = this.#frontier.crawls.get(crawl)?.pendingPages ?? 0;
    for (const doubt of this.#doubts) if (doubt.crawl === crawl) pending += 1;
    return pending;
  }

  /** Writes a turn after the one in doubt: then that one is in the ledgers or never will be. */
  #askDoubts(): void {
    for (const doubt of this.#doubts) {
      if (doubt.isAsked) continue;
      doubt.isAsked = true;
      const { budget, around } = this.#frontier;
      const isOver = () => this.#doubts.delete(doubt);
      this.#frontier.push(doubt.bucket, {
        size: 1,
        apply: (turn) => {
          const fullMs = turn.nowMs + budget.fullInMs(around.clock.monotonicMs());
          turn.putBudget({ name: 'all', crawl: doubt.crawl, fullMs });
        },
        done: isOver,
        failed: (error) => {
          // What another owner has taken over cannot be written by us any more.
          if (isNotOwner(error)) isOver();
          else doubt.isAsked = false;
        },
      });
    }
  }
}

function later(waitMs: number): number {
  return Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, 2 * waitMs));
}
