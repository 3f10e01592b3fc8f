import { changeRate, type ChangeRecord, NO_CHANGES, sawChange } from '../estimate/change-rate.ts';
import { gInverse } from '../math/discovery.ts';
import { expectedAge, expectedFreshness } from '../math/freshness.ts';
import { refreshIndex } from '../math/profit-index.ts';
import type { WatchedPage } from '../policy.ts';
import { RisingQueue } from '../queue/rising-queue.ts';

/** What is assumed of a page before anything was seen: a visit a day, a change a week, seen again after a month. */
const USUAL_VISITS = 1 / 86_400;
const USUAL_CHANGES = 604_800;
const USUAL_MAX_AGE = 30 * 86_400;
/** Visits fade from memory at this pace; the first assumption counts for so many seconds of watching. */
const MEMORY = 14 * 86_400;
const ASSUMED = 2 * 86_400;
/** A page past its greatest age goes before everything else. */
const OVERDUE = 1e9;
/** Visits made up beside those seen, at their usual distance: changes that hide each other are then not counted out. */
const MADE_UP = 0.5;
const RECENT = 30;

interface Watched {
  readonly page: number;
  readonly host: number;
  readonly maxAge: number;
  /** Visits per second: what was assumed at first, and what is believed now. */
  readonly assumedRate: number;
  visitRate: number;
  /** Visits and the seconds in which they came, as of the log that ended at `visitsTo`; old ones count less. */
  visits: number;
  seconds: number;
  visitsTo: number;
  lastCrawl: number;
  /** Seconds between its crawls, on average. */
  usualSeconds: number;
  crawls: number;
  changes: ChangeRecord;
  changeRate: number;
  isOut: boolean;
}

/** Lasting pages that are kept fresh: each earns the visits that see a copy of today. */
export class WatchedPages {
  /** Visits are known up to here. Without any log a page keeps the rate that was assumed. */
  private logTime = -Infinity;
  private readonly pages = new Map<number, Watched>();
  private readonly queue = new RisingQueue(
    {
      worth: (page, at) => this.worth(page, at),
      reaches: (page, bar) => this.reaches(page, bar),
    },
    () => this.waiting(),
  );

  get size(): number {
    return this.pages.size;
  }

  has(page: number): boolean {
    return this.pages.has(page);
  }

  hostOf(page: number): number {
    return this.pages.get(page)!.host;
  }

  private *waiting(): Iterable<number> {
    for (const [page, { isOut }] of this.pages) if (!isOut) yield page;
  }

  add(
    { page, host, visitRate = USUAL_VISITS, maxAge = USUAL_MAX_AGE }: WatchedPage,
    at: number,
  ): void {
    this.pages.set(page, {
      page,
      host,
      maxAge,
      assumedRate: visitRate,
      visitRate,
      visits: 0,
      seconds: 0,
      visitsTo: at,
      lastCrawl: at,
      usualSeconds: USUAL_CHANGES,
      crawls: 0,
      changes: NO_CHANGES,
      changeRate: changeRate(NO_CHANGES, USUAL_CHANGES),
      isOut: false,
    });
    this.queue.put(page, at);
  }

  delete(page: number): void {
    if (this.pages.delete(page)) this.queue.delete(page);
  }

  worth(page: number, at: number): number {
    const { visitRate, changeRate: rate, lastCrawl, maxAge } = this.pages.get(page)!;
    const waited = at - lastCrawl;
    if (waited >= maxAge) return (OVERDUE * waited) / maxAge;
    return refreshIndex(visitRate, rate, waited);
  }

  private reaches(page: number, bar: number): number {
    const { visitRate, changeRate: rate, lastCrawl, maxAge } = this.pages.get(page)!;
    const wait = gInverse((bar * rate) / visitRate) / rate;
    return lastCrawl + Math.min(maxAge, wait);
  }

  /** The visits of a log, and its end. */
  visited(visits: readonly (readonly [page: number, at: number])[], to: number): void {
    this.logTime = Math.max(this.logTime, to);
    for (const [page] of visits) {
      const watched = this.pages.get(page);
      if (watched === undefined) continue;
      this.watchVisits(watched);
      watched.visits += 1;
      setVisitRate(watched);
    }
  }

  /** The time up to the end of the last log was watched too, also where nobody came. */
  private watchVisits(watched: Watched): void {
    const since = this.logTime - watched.visitsTo;
    if (!(since > 0)) return;
    const kept = Math.exp(-since / MEMORY);
    watched.visits *= kept;
    watched.seconds = watched.seconds * kept + MEMORY * (1 - kept);
    watched.visitsTo = this.logTime;
  }

  /** Answers whether the page is one of these. */
  crawled(page: number, at: number, changed: boolean | undefined): boolean {
    const watched = this.pages.get(page);
    if (watched === undefined) return false;
    if (changed !== undefined && at > watched.lastCrawl) {
      const seconds = at - watched.lastCrawl;
      watched.crawls += 1;
      watched.usualSeconds += (seconds - watched.usualSeconds) / Math.min(watched.crawls, RECENT);
      watched.changes = sawChange(watched.changes, seconds, changed);
      watched.changeRate = changeRate(watched.changes, watched.usualSeconds, MADE_UP);
    }
    watched.lastCrawl = at;
    this.giveBack(page, at);
    return true;
  }

  giveBack(page: number, at: number): void {
    const watched = this.pages.get(page);
    if (watched === undefined) return;
    watched.isOut = false;
    this.watchVisits(watched);
    setVisitRate(watched);
    this.queue.put(page, at);
  }

  /** The page whose fetch earns most, and what; -1 if there is none. */
  findBest(at: number): { page: number; worth: number } {
    return this.pages.size > 0 && this.queue.findBest(at)
      ? { page: this.queue.best, worth: this.queue.bestWorth }
      : { page: -1, worth: 0 };
  }

  take(page: number): void {
    this.pages.get(page)!.isOut = true;
    this.queue.delete(page);
  }

  sleepUntil(page: number, moment: number): void {
    this.queue.sleepUntil(page, moment);
  }

  /** The share of copies that are expected to be of today, and how old the others are on average, in seconds. */
  freshness(at: number): { freshness: number; age: number } {
    let [freshness, age] = [0, 0];
    for (const { changeRate: rate, lastCrawl } of this.pages.values()) {
      freshness += expectedFreshness(rate, at - lastCrawl);
      age += expectedAge(rate, at - lastCrawl);
    }
    const count = Math.max(1, this.pages.size);
    return { freshness: freshness / count, age: age / count };
  }
}

function setVisitRate(watched: Watched): void {
  const { visits, seconds, assumedRate } = watched;
  watched.visitRate = (visits + assumedRate * ASSUMED) / (seconds + ASSUMED);
}
