import type { Url } from '@mayfly/url';
import type { Crawl } from '../crawl.ts';
import type { SourceKind } from '../plan-desk.ts';
import type { Candidate, StepEnd } from '../ports.ts';
import type { CountedVisit } from '../visit-ports.ts';
import { Deciding } from './deciding.ts';
import { holdLoose } from './found-pages.ts';
import { inState, type KeptSource } from './kept-source.ts';
import { type Hints, Learning } from './learning.ts';
import { type PlanChanges, type PlanSettings, PlanState, type Told } from './plan-state.ts';
import { type FoundSource, searchSources, standingAgeMs } from './source-search.ts';
import { Tending, watch } from './tending.ts';
import { VisitLearning } from './visit-learning.ts';
import { visitsOf, type YoungPage } from './young-page.ts';

/** What is kept of a plan. */
export interface KeptPlan {
  readonly sources: readonly KeptSource[];
  /** Oldest first. */
  readonly pages: readonly YoungPage[];
  /** Young pages and others that are still to be fetched. */
  readonly candidates: readonly Candidate[];
}

const REFILL_MS = 1_000;

/** The plan of one crawl in memory: what its policy learned, and what it would do next. */
export class CrawlPlanner {
  readonly state: PlanState;
  readonly deciding: Deciding;
  readonly tending: Tending;
  readonly #learning: Learning;
  readonly #visits: VisitLearning;
  #searchedMs: number;
  #refilledMs = -Infinity;

  constructor(
    crawl: Crawl,
    kept: KeptPlan,
    around: {
      readonly settings: PlanSettings;
      readonly random: () => number;
      readonly nowMs: number;
    },
  ) {
    const { nowMs } = around;
    this.state = new PlanState(crawl, around.settings, around.random);
    this.#load(kept, nowMs);
    this.deciding = new Deciding(this.state);
    this.#learning = new Learning(this.state);
    this.#visits = new VisitLearning(this.state, nowMs);
    this.tending = new Tending(this.state, this.#visits, nowMs);
    this.#searchedMs = nowMs;
  }

  #load({ sources, pages, candidates }: KeptPlan, nowMs: number): void {
    const { state } = this;
    for (const source of sources) state.loadSource(source);
    const waiting = new Set(candidates.map(({ url }) => url));
    const isAlive = (source: number) => (state.sourceAt(source)?.state ?? 'retired') !== 'retired';
    const records = pages.map((page) => ({
      ...{ page: state.pages.load(page), prior: page.prior, birthBy: page.birthBy },
      ...{ birth: page.birthMs / 1_000, clicks: visitsOf(page) },
      state: waiting.has(page.url) ? ('found' as const) : ('crawled' as const),
      sources: page.sources.filter(isAlive),
    }));
    for (const { page, state: is } of records) if (is === 'found') state.pages.setWaiting(page);
    // Of what no source shows any more the policy has nothing to say.
    state.policy.loadPages(records.filter(({ sources: some }) => some.length > 0));
    for (const page of pages) if (page.watched) watch(state, page, nowMs);
    holdLoose(state, candidates, nowMs);
  }

  /** The crawl as it is now. */
  update(crawl: Crawl, nowMs: number): void {
    const before = this.state.crawl.settings.revisitIntervalMs;
    this.state.update(crawl);
    if (before !== crawl.settings.revisitIntervalMs) this.deciding.intervalChanged(nowMs);
  }

  learn(ends: readonly StepEnd[], hints: Hints, nowMs: number): PlanChanges {
    this.#learning.learn(ends, hints, nowMs);
    return this.state.takeChanges();
  }

  visited(visits: readonly CountedVisit[], nowMs: number): PlanChanges {
    this.#visits.visited(visits, nowMs);
    return this.state.takeChanges();
  }

  discovered(candidates: readonly Candidate[], nowMs: number): void {
    const urls = candidates.map(({ url }) => url);
    this.#visits.discovered(urls, nowMs);
    this.hold(
      candidates.map((candidate) => ({ ...candidate, isRead: true })),
      nowMs,
    );
  }

  /** More of what waits, where there is room. */
  hold(candidates: readonly Candidate[], nowMs: number): void {
    holdLoose(this.state, candidates, nowMs);
  }

  /** A page was ordered without the policy. */
  takeOut(url: Url): void {
    const page = this.state.pages.number(url);
    if (page !== undefined) this.state.pages.setOut(page, true);
  }

  /** It was not ordered after all. */
  putBack(url: Url): void {
    const page = this.state.pages.number(url);
    if (page === undefined || !this.state.pages.isOut(page)) return;
    this.state.pages.setOut(page, false);
    this.state.pages.setWaiting(page);
  }

  /** The frontier has fetched it before, or does not know it: nothing more will be heard of it. */
  drop(url: Url): void {
    const page = this.state.pages.number(url);
    if (page === undefined) return;
    this.putBack(url);
    this.state.forgetLoose(page);
  }

  /** Whether more waits in the table than is held, and there is room for it; asked for once a second at most. */
  wantsMore(candidates: number, nowMs: number): boolean {
    const { pages, policy, settings } = this.state;
    if (policy.name !== 'mayfly' || pages.looseCount > settings.pages.loose / 2) return false;
    const isMore = candidates > pages.looseCount + pages.youngCount;
    if (!isMore || nowMs - this.#refilledMs < REFILL_MS) return false;
    this.#refilledMs = nowMs;
    return true;
  }

  tend(nowMs: number): PlanChanges {
    this.tending.tend(nowMs);
    return this.state.takeChanges();
  }

  /** Whether it is time to look for sources: each period, and sooner while the crawl is young. */
  wantsSearch(nowMs: number): boolean {
    const { crawl, settings } = this.state;
    if (crawl.settings.revisitIntervalMs === undefined) return false;
    const period = Math.min(settings.searchMs, (nowMs - crawl.createdMs) / 10);
    return nowMs - this.#searchedMs >= period;
  }

  search(hosts: Parameters<typeof searchSources>[0]['hosts'], nowMs: number): PlanChanges {
    const { state } = this;
    this.#searchedMs = nowMs;
    const found = searchSources({
      ...{ hosts, nowMs, sources: state.allSources() },
      schemeOf: (host) => state.schemeOf(host),
      isSource: (url) => state.source(url) !== undefined || !state.belongs(url),
      ageMs: standingAgeMs(state.settings.sourceAgeMs, nowMs - state.crawl.createdMs),
    });
    for (const source of found) this.#addFound(source, nowMs);
    return state.takeChanges();
  }

  #addFound({ url, kind }: FoundSource, nowMs: number): void {
    // What was fetched as a page is visited after that attempt.
    const attempt = this.state.pages.young(url)?.attempt ?? 0;
    const source = this.state.addSource(url, { kind, depth: 1, nowMs });
    if (source === undefined || attempt === 0) return;
    this.state.setSource({ ...source, attempt }, nowMs);
  }

  /** One answer a URL: whether it was none before. */
  addSources(urls: readonly Url[], kind: SourceKind, nowMs: number): boolean[] {
    return urls.map((url) => {
      const there = this.state.source(url);
      if (there === undefined) {
        return this.state.addSource(url, { kind, depth: 0, nowMs }) !== undefined;
      }
      if (!there.removed && there.state !== 'retired') return false;
      const back = { ...inState(there, 'active', 'added by hand', nowMs), removed: false, kind };
      this.state.setSource(back, nowMs);
      return there.removed;
    });
  }

  /** One answer a URL: whether it was one. */
  removeSources(urls: readonly Url[], nowMs: number): boolean[] {
    return urls.map((url) => {
      const there = this.state.source(url);
      if (there === undefined || there.removed) return false;
      const gone = { state: 'retired', reason: 'removed by hand', removed: true } as const;
      this.state.setSource({ ...there, ...gone, stateSinceMs: nowMs, alarm: undefined }, nowMs);
      return true;
    });
  }

  takeTold(): readonly Told[] {
    const { told } = this.state;
    this.state.told = [];
    return told;
  }
}
