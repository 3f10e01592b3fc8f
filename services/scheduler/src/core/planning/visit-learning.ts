import { type HostKey, hostOf, type Url } from '@mayfly/url';
import type { CountedVisit } from '../visit-ports.ts';
import type { PlanState } from './plan-state.ts';
import { withVisit } from './young-page.ts';

/** An hour without any visit is a silence of whoever reports, not of readers: pages are not held to be unread for it. */
const SILENCE_MS = 3_600_000;
/** With more than this a period ends early: a log that is imported must not fill the memory. */
const MOST_VISITS = 50_000;
/** Pages of a host that only readers knew, the last of them, by time. */
const MOST_STRANGERS = 32;

/** What visits teach a plan: at once of pages, and of sources at the end of each log period. */
export class VisitLearning {
  readonly #state: PlanState;
  #visits: [page: number, at: number][] = [];
  #fromMs: number;
  #heardMs = -Infinity;
  readonly #strangers = new Map<HostKey, number[]>();

  constructor(state: PlanState, nowMs: number) {
    this.#state = state;
    this.#fromMs = nowMs;
  }

  visited(visits: readonly CountedVisit[], nowMs: number): void {
    const { pages } = this.#state;
    for (const { url, atMs, kind } of visits) {
      if (kind === 'shown') continue;
      this.#heardMs = nowMs;
      const page = pages.number(url);
      if (page === undefined) continue;
      this.#visits.push([page, atMs / 1_000]);
      if (this.#visits.length >= MOST_VISITS) this.#tell(nowMs);
      const young = pages.young(url);
      if (young !== undefined) pages.put(withVisit(young, atMs));
    }
  }

  /** Readers opened what no link had shown. */
  discovered(urls: readonly Url[], nowMs: number): void {
    for (const url of urls) {
      const times = this.#strangers.get(hostOf(url)) ?? [];
      this.#strangers.set(hostOf(url), [...times, nowMs].slice(-MOST_STRANGERS));
    }
  }

  strangersSince(host: HostKey, sinceMs: number): number {
    return (this.#strangers.get(host) ?? []).filter((atMs) => atMs > sinceMs).length;
  }

  /** Tells the policy once a period is over; answers whether it was. */
  endPeriod(nowMs: number): boolean {
    if (nowMs - this.#fromMs < this.#state.settings.logPeriodMs) return false;
    if (nowMs - this.#heardMs > SILENCE_MS) {
      this.#fromMs = nowMs;
      return false;
    }
    this.#tell(nowMs);
    return true;
  }

  #tell(nowMs: number): void {
    const { policy, pages } = this.#state;
    const visits = this.#visits;
    const from = this.#fromMs;
    this.#visits = [];
    this.#fromMs = nowMs;
    policy.visited({ visits, from: from / 1_000, to: nowMs / 1_000 });
    for (const [page] of visits) {
      const url = pages.urlOf(page);
      const young = url === undefined ? undefined : pages.young(url);
      for (const source of young?.sources ?? []) this.#state.touchSource(source);
    }
  }
}
