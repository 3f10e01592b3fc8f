import type { Crawl } from './crawl.ts';
import type { Ledger } from './ports.ts';

/** A crawl with a rate has so many seconds of it ordered, and at least so many URLs. */
const AHEAD_SECONDS = 3;
const FEWEST_AHEAD = 4;
/** One without has so many seconds of what it did lately: what is decided early is decided with less knowledge. */
const LATELY_SECONDS = 10;
/** With fewer that wait than this fetchers may soon be idle. */
export const FEW_WAITING = 100;
/** How long, and for how many requests of its rate, a crawl is watched before its orders are found to be stuck. */
const WATCH_MS = 2_000;
const WATCH_REQUESTS = 3;

/** When a crawl is looked at, and how fast it is. */
export interface Pace {
  readonly nowMs: number;
  /** Requests a second that it made lately; undefined where that does not bound what is ordered. */
  readonly lately: number | undefined;
}

interface Watch {
  readonly sinceMs: number;
  readonly leasesGiven: number;
  /** Whether enough was ordered at every look since. */
  isFull: boolean;
  /** URLs that were ordered and that nobody may fetch yet. */
  readonly stuck: number;
}

/**
 * How much more may be ordered of a crawl. One with a rate has only some seconds of it ordered, so that what is found now is
 * soon fetched; but where all of that is on hosts that rest, nothing at all would be fetched until they are back. So when less is
 * leased than the rate allows although enough waits, what was missed is ordered besides, and twice as much the next time, since
 * URLs of one host often stand together.
 */
export class OrderRoom {
  readonly #ahead: number;
  readonly #watches = new Map<string, Watch>();

  constructor(ahead: number) {
    this.#ahead = ahead;
  }

  of({ name, settings: { limits } }: Crawl, ledger: Ledger, { nowMs, lately }: Pace): number {
    // What waits for hosts that rest long keeps no fetcher busy, and must not keep the other hosts waiting.
    const waiting = ledger.waiting - ledger.deferred;
    const rate = limits?.requestsPerSecond;
    if (rate === undefined) {
      this.#watches.delete(name);
      const usual = Math.max(FEW_WAITING, Math.ceil((lately ?? Infinity) * LATELY_SECONDS));
      return Math.min(this.#ahead, usual) - waiting;
    }
    const usual = Math.max(FEWEST_AHEAD, Math.ceil(rate * AHEAD_SECONDS));
    const { stuck } = this.#watch(name, { ledger, nowMs, rate, isFull: waiting >= usual });
    return Math.min(this.#ahead, usual + stuck) - waiting;
  }

  #watch(
    name: string,
    look: {
      readonly ledger: Ledger;
      readonly nowMs: number;
      readonly rate: number;
      readonly isFull: boolean;
    },
  ): Watch {
    const { ledger, nowMs, rate, isFull } = look;
    const { leasesGiven } = ledger;
    const watch = this.#watches.get(name) ?? { sinceMs: nowMs, leasesGiven, isFull, stuck: 0 };
    this.#watches.set(name, watch);
    watch.isFull &&= isFull;
    const watchedMs = nowMs - watch.sinceMs;
    if (watchedMs < Math.max(WATCH_MS, (WATCH_REQUESTS * 1_000) / rate)) return watch;
    const allowed = (rate * watchedMs) / 1_000;
    const missed = allowed - (leasesGiven - watch.leasesGiven);
    const stuck =
      watch.isFull && missed > allowed / 2
        ? Math.min(this.#ahead, 2 * watch.stuck + Math.ceil(missed))
        : Math.floor(watch.stuck / 2);
    const next = { sinceMs: nowMs, leasesGiven, isFull, stuck };
    this.#watches.set(name, next);
    return next;
  }
}
