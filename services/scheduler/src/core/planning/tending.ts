import { type Life, LASTING_DAYS, lifeOf, type Plan } from '@mayfly/echo';
import { hostOf } from '@mayfly/url';
import type { KeptSource } from './kept-source.ts';
import type { PlanState } from './plan-state.ts';
import { alarmOf } from './source-alarm.ts';
import { lifeAtPrice } from './source-life.ts';
import type { VisitLearning } from './visit-learning.ts';
import { visitsOf, YOUNG_MS, type YoungPage } from './young-page.ts';

const DAY_MS = 86_400_000;
/** Pages that one write drops. */
const MOST_DROPPED = 2_000;
/** Lasting pages of a crawl that are kept fresh, and the fewest visits that tell one. */
const MOST_WATCHED = 1_000;
const WATCHED_VISITS = 20;
/** A rate that was measured counts for so much beside the one before, and a new one is told when it differs by so much. */
const RATE_WEIGHT = 0.3;
const RATE_CHANGE = 1.25;
const SLOWEST_RATE = 0.001;

/** What has to be done for a plan from time to time. */
export class Tending {
  readonly #state: PlanState;
  readonly #visits: VisitLearning;
  #measuredMs: number;
  #toldRate: number;
  #dropped = 0;
  plan: Plan;

  constructor(state: PlanState, visits: VisitLearning, nowMs: number) {
    this.#state = state;
    this.#visits = visits;
    this.#measuredMs = nowMs;
    this.#toldRate = state.rate;
    this.plan = state.plan(nowMs);
  }

  /** Pages that were forgotten before their time since this was last asked. */
  takeDropped(): number {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }

  tend(nowMs: number): void {
    this.#dropPages(nowMs);
    this.#measureRate(nowMs);
    if (this.#visits.endPeriod(nowMs)) this.#watchLasting(nowMs);
    this.plan = this.#state.plan(nowMs);
    for (const source of [...this.#state.allSources()]) this.#look(source, nowMs);
  }

  #dropPages(nowMs: number): void {
    const { pages, policy } = this.#state;
    const gone = pages.overdue(nowMs - YOUNG_MS, MOST_DROPPED);
    this.#dropped += gone.filter(({ foundMs }) => foundMs >= nowMs - YOUNG_MS).length;
    const numbers = gone.map(({ url }) => pages.forget(url)).filter((one) => one !== undefined);
    if (numbers.length > 0) policy.forgetPages(numbers);
  }

  /** What the crawl may do, or else what it has done lately. */
  #measureRate(nowMs: number): void {
    const state = this.#state;
    const { requestsPerSecond } = state.crawl.settings.limits ?? {};
    const seconds = (nowMs - this.#measuredMs) / 1_000;
    if (requestsPerSecond === undefined && seconds > 0 && state.ended > 0) {
      const lately = state.ended / seconds;
      state.rate = Math.max(SLOWEST_RATE, state.rate + RATE_WEIGHT * (lately - state.rate));
    } else state.rate = requestsPerSecond ?? state.rate;
    state.ended = 0;
    this.#measuredMs = nowMs;
    const ratio = state.rate / this.#toldRate;
    if (ratio < RATE_CHANGE && ratio > 1 / RATE_CHANGE) return;
    this.#toldRate = state.rate;
    state.policy.setRate(state.rate);
  }

  #look(source: KeptSource, nowMs: number): void {
    const state = this.#state;
    const view = state.policy.viewSource(source.number, nowMs / 1_000);
    if (view === undefined) return;
    const isPlanned = state.policy.name !== 'bfs';
    const priced = isPlanned ? lifeAtPrice(source, view, nowMs) : source;
    const { crawls, quiet, lastNewMs, alarm: before } = source;
    const strangers = this.#visits.strangersSince(hostOf(source.url), lastNewMs);
    const lambda = usualRate(source);
    const alarm = alarmOf({ lambda, crawls, quiet, lastNewMs, nowMs, strangers, before });
    const isSame = alarm?.kind === before?.kind;
    if (isSame && priced === source) return;
    state.setSource({ ...priced, alarm: isSame ? before : alarm }, nowMs);
  }

  /** Pages that are read for weeks are fetched again as they change. */
  #watchLasting(nowMs: number): void {
    const { pages, crawl } = this.#state;
    if (crawl.settings.revisitIntervalMs === undefined) return;
    const oldMs = nowMs - LASTING_DAYS * DAY_MS;
    const lasting: YoungPage[] = [];
    let watched = 0;
    for (const page of pages.allYoung()) {
      if (page.watched) watched += 1;
      else if (page.birthMs <= oldMs && page.recordedMs !== undefined && isLasting(page)) {
        lasting.push(page);
      }
    }
    for (const page of lasting.slice(0, Math.max(0, MOST_WATCHED - watched))) {
      pages.put({ ...page, watched: true });
      watch(this.#state, page, nowMs);
    }
  }
}

/** New links a second over its whole life, the first visit's left out; 0 where too little is known. */
export function usualRate(source: KeptSource): number {
  const { firstCrawlMs, lastNewMs, newLinks, firstLinks } = source;
  const seconds = firstCrawlMs === undefined ? 0 : (lastNewMs - firstCrawlMs) / 1_000;
  return seconds > 0 ? (newLinks - firstLinks) / seconds : 0;
}

/** A lasting page competes by the visits that would see its copy of today. */
export function watch(state: PlanState, page: YoungPage, nowMs: number): void {
  const number = state.pages.number(page.url);
  if (number === undefined) return;
  const seconds = Math.max(DAY_MS, nowMs - page.birthMs) / 1_000;
  const visitRate = visitsOf(page) / seconds;
  const host = state.host(hostOf(page.url));
  state.policy.watchPages([{ page: number, host, visitRate }], (page.recordedMs ?? nowMs) / 1_000);
}

/** What the pages of each source are, by the visits to those that are young. */
export function livesOfPages(pages: Iterable<YoungPage>, nowMs: number): ReadonlyMap<number, Life> {
  const days = new Map<number, { readonly visits: number[]; readonly lived: number[] }>();
  for (const page of pages) {
    const age = Math.min(LASTING_DAYS, Math.floor((nowMs - page.birthMs) / DAY_MS));
    for (const source of page.sources) {
      let own = days.get(source);
      if (own === undefined) {
        const none = Array<number>(LASTING_DAYS).fill(0);
        days.set(source, (own = { visits: [...none], lived: none }));
      }
      for (let day = 0; day < age; day += 1) {
        own.lived[day]! += 1;
        own.visits[day]! += page.days[day] ?? 0;
      }
    }
  }
  return new Map([...days].map(([source, { visits, lived }]) => [source, lifeOf(visits, lived)]));
}

function isLasting(page: YoungPage): boolean {
  if (visitsOf(page) < WATCHED_VISITS) return false;
  return lifeOf(page.days, Array<number>(LASTING_DAYS).fill(1)) === 'lasting';
}
