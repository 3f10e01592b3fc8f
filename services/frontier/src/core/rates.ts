import type { Budget } from './budget.ts';
import type { CrawlState } from './crawls.ts';
import type { Frontier } from './frontier.ts';
import type { HostState } from './host-state.ts';
import type { SliceRow } from './slice.ts';

/** A budget that a lease draws from, under the name that it is kept by. */
export interface Drawn {
  readonly name: string;
  readonly crawl: string;
  readonly budget: Budget;
}

export const siteRateName = (crawl: string, site: string): string => `site:${crawl}:${site}`;

export function crawlRate({ name, budget }: CrawlState): Drawn | undefined {
  return budget && { name: `crawl:${name}`, crawl: name, budget };
}

/** Not more often than this: what may be drawn meanwhile is drawn together. */
const BETWEEN_DRAWS_MS = 100;
/** What was drawn is to be used within this time; the rest is given back. */
const LAPSE_MS = 500;
/** What could not be given back is not used all the same. */
const OLDEST_MS = 3 * LAPSE_MS;
const AWAY_MS = 500;
const MOST_TRIES = 8;

/** Requests of a rate that were drawn from its row and not made yet. */
interface Drawing {
  requests: number;
  /** As they were drawn. */
  size: number;
  drawnMs: number;
  nextMs: number;
  isDrawing: boolean;
  /** Hosts that wait for the draw. */
  readonly hosts: Set<HostState>;
  readonly rate: Drawn;
}

/**
 * Rates of requests. Who owns all buckets keeps them in memory; replicas that share the buckets draw from the rate's row
 * for a moment ahead, so that all together never make more and one that has all the work gets all of it.
 */
export class Rates {
  /** The rate of all crawls together. */
  readonly ofAll: Drawn;
  readonly #frontier: Frontier;
  readonly #drawings = new Map<Budget, Drawing>();

  constructor(frontier: Frontier) {
    this.#frontier = frontier;
    this.ofAll = { name: 'all', crawl: '', budget: frontier.budget };
  }

  /** How long until a request may be made: 0 where it may be at once, Infinity for when the draw that is under way is done. */
  waitMs(rate: Drawn | undefined, nowMs: number, host?: HostState): number {
    if (rate === undefined) return 0;
    if (this.#frontier.isWhole) return rate.budget.waitMs(nowMs);
    const drawing = this.#drawingOf(rate);
    if (nowMs - drawing.drawnMs >= OLDEST_MS && !drawing.isDrawing) drawing.requests = 0;
    const isLow = drawing.requests <= drawing.size / 2;
    if (isLow && !drawing.isDrawing && nowMs >= drawing.nextMs) this.#draw(drawing);
    if (drawing.requests > 0) return 0;
    if (!drawing.isDrawing) return drawing.nextMs - nowMs;
    if (host !== undefined) drawing.hosts.add(host);
    return Infinity;
  }

  /** How long it is used up, as far as is known. */
  emptyForMs(budget: Budget, nowMs: number): number {
    if (!this.#frontier.isWhole && (this.#drawings.get(budget)?.requests ?? 0) > 0) return 0;
    return budget.waitMs(nowMs);
  }

  take(rate: Drawn, nowMs: number): void {
    if (this.#frontier.isWhole) rate.budget.draw(nowMs);
    else this.#drawingOf(rate).requests -= 1;
  }

  /** A request that was drawn for was not made. */
  giveBack(rate: Drawn): void {
    if (this.#frontier.isWhole) rate.budget.giveBack();
    else this.#drawingOf(rate).requests += 1;
  }

  /** Lets other replicas know what was drawn in memory alone, before they get any buckets. */
  async tell(): Promise<void> {
    const nowMs = this.#frontier.around.clock.monotonicMs();
    const ahead = [...this.#every()].filter(
      ({ budget }) => budget.isAhead && budget.fullInMs(nowMs) > 0,
    );
    await Promise.allSettled(ahead.map((rate) => this.#move(rate, () => 0)));
  }

  /** Gives back what was drawn and is not needed. */
  async keep(): Promise<void> {
    const nowMs = this.#frontier.around.clock.monotonicMs();
    for (const [budget, drawing] of [...this.#drawings]) {
      if (drawing.isDrawing || nowMs - drawing.drawnMs < LAPSE_MS) continue;
      const unused = Math.max(0, drawing.requests);
      this.#drawings.delete(budget);
      if (unused === 0 || budget.fullInMs(nowMs) === 0 || this.#frontier.isWhole) continue;
      // What is lost by an outage here comes back by itself.
      await this.#move(drawing.rate, () => -unused).catch(() => {});
    }
  }

  #draw(drawing: Drawing): void {
    drawing.isDrawing = true;
    const hosts = new Set<HostState>();
    const drawn = this.#drawNow(drawing).finally(() => {
      for (const host of drawing.hosts) hosts.add(host);
      drawing.hosts.clear();
    });
    void this.#frontier.draw(drawn, hosts);
  }

  async #drawNow(drawing: Drawing): Promise<void> {
    const { clock } = this.#frontier.around;
    const { budget } = drawing.rate;
    let drawn: number | undefined;
    try {
      drawn = await this.#move(drawing.rate, (nowMs) => budget.drawable(nowMs));
    } catch {
      // The store is away: nothing is drawn.
    }
    drawing.isDrawing = false;
    const nowMs = clock.monotonicMs();
    const emptyMs = drawn === undefined ? AWAY_MS : budget.waitMs(nowMs);
    drawing.nextMs = nowMs + Math.max(BETWEEN_DRAWS_MS, emptyMs);
    if (drawn === undefined || drawn === 0) return;
    drawing.requests += drawn;
    drawing.size = drawing.requests;
    drawing.drawnMs = nowMs;
  }

  /** Moves the rate's row on by some requests, or back; undefined when it is not known to be moved. */
  async #move(
    { name, crawl, budget }: Drawn,
    requestsAt: (nowMs: number) => number,
  ): Promise<number | undefined> {
    const { tables, clock } = this.#frontier.around;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const before = await tables.slice(name);
      const nowMs = clock.monotonicMs();
      budget.hear((before?.fullMs ?? 0) - clock.nowMs(), nowMs);
      const requests = requestsAt(nowMs);
      if (requests === 0 && !budget.isAhead) return 0;
      const fullInMs = budget.fullInMsAfter(requests, nowMs);
      const after: SliceRow = {
        ...{ name, crawl, version: (before?.version ?? 0) + 1, slices: {} },
        fullMs: clock.nowMs() + fullInMs,
      };
      const outcome = await tables.putSlice({ before, after });
      if (outcome === 'moved') continue;
      if (outcome === 'unknown') return undefined;
      budget.isTold();
      budget.hear(fullInMs, nowMs);
      return requests;
    }
    return undefined;
  }

  #drawingOf(rate: Drawn): Drawing {
    const found = this.#drawings.get(rate.budget);
    if (found !== undefined) return found;
    const empty = { requests: 0, size: 0, isDrawing: false, hosts: new Set<HostState>() };
    const drawing = { ...empty, rate, drawnMs: -Infinity, nextMs: -Infinity };
    this.#drawings.set(rate.budget, drawing);
    return drawing;
  }

  *#every(): Generator<Drawn> {
    yield this.ofAll;
    yield* this.#frontier.siteRates.all();
    for (const crawl of this.#frontier.crawls.live()) {
      const rate = crawlRate(crawl);
      if (rate !== undefined) yield rate;
      for (const [site, budget] of crawl.siteBudgets) {
        yield { name: siteRateName(crawl.name, site), crawl: crawl.name, budget };
      }
    }
  }
}
