import { hostOf, type Url } from '@mayfly/url';
import { policyOf } from '../crawl.ts';
import type {
  CrawlPlan,
  PageEntry,
  PlanDesk,
  SourceEntry,
  SourceEstimate,
  SourceKind,
  SourceSelection,
  SourceState,
} from '../plan-desk.ts';
import type { CrawlPlanner } from './crawl-planner.ts';
import type { KeptSource } from './kept-source.ts';
import type { Planners } from './planners.ts';
import { livesOfPages } from './tending.ts';
import { visitsOf } from './young-page.ts';

const STRANGE = { state: 'unknown', birthMs: undefined, birthBy: 'middle' } as const;
const NO_PAGE = { visits: 0, worth: 0, price: 0, sources: [] } as const;
/** Of a source that has left the policy nothing is believed. */
const NO_ESTIMATE: SourceEstimate = {
  ...{ lambda: 0, profit: 0, decay: 0, visits: 0, intervalSeconds: Infinity, index: 0, price: 0 },
};

/** Answers of plans in memory. */
export class PlannedDesk implements PlanDesk {
  readonly #planners: Planners;
  readonly #nowMs: () => number;

  constructor(planners: Planners, nowMs: () => number) {
    this.#planners = planners;
    this.#nowMs = nowMs;
  }

  plan(crawl: string): CrawlPlan | undefined {
    const planner = this.#planners.peek(crawl);
    if (planner === undefined) return undefined;
    const { state } = planner;
    const states: Record<SourceState, number> = { candidate: 0, active: 0, resting: 0, retired: 0 };
    for (const source of state.allSources()) states[source.state] += 1;
    return { policy: policyOf(state.crawl), plan: state.plan(this.#nowMs()), states };
  }

  listSources(crawl: string, selection: SourceSelection): SourceEntry[] {
    const planner = this.#planners.peek(crawl);
    if (planner === undefined) return [];
    const { state, host, after, limit } = selection;
    const lives = livesOfPages(planner.state.pages.allYoung(), this.#nowMs());
    return [...planner.state.allSources()]
      .filter((source) => state === undefined || source.state === state)
      .filter(({ url }) => host === undefined || hostOf(url) === host)
      .filter(({ url }) => after === undefined || url > after)
      .sort((a, b) => (a.url < b.url ? -1 : 1))
      .slice(0, limit)
      .map((source) => this.#entry(planner, source, lives));
  }

  source(crawl: string, url: Url): SourceEntry | undefined {
    const planner = this.#planners.peek(crawl);
    const source = planner?.state.source(url);
    if (planner === undefined || source === undefined) return undefined;
    const lives = livesOfPages(planner.state.pages.allYoung(), this.#nowMs());
    return this.#entry(planner, source, lives);
  }

  estimate(crawl: string, url: Url): SourceEstimate | undefined {
    const planner = this.#planners.peek(crawl);
    const source = planner?.state.source(url);
    return planner && source && this.#estimate(planner, source);
  }

  page(crawl: string, url: Url): PageEntry {
    const planner = this.#planners.peek(crawl);
    const number = planner?.state.pages.number(url);
    if (planner === undefined || number === undefined) return { url, ...STRANGE, ...NO_PAGE };
    const { policy, pages } = planner.state;
    const view = policy.viewPage(number, this.#nowMs() / 1_000);
    const young = pages.young(url);
    const isOut = pages.isOut(number) && view.state === 'found';
    const birthMs = Number.isFinite(view.birth) ? view.birth * 1_000 : undefined;
    return {
      ...{ url, state: isOut ? 'out' : view.state, foundMs: young?.foundMs },
      ...{ birthMs: young?.birthMs ?? birthMs, birthBy: young?.birthBy ?? view.birthBy },
      visits: young === undefined ? view.clicks : visitsOf(young),
      ...{ worth: view.worth, price: view.price },
      sources: view.sources.flatMap((source) => planner.state.sourceAt(source)?.url ?? []),
    };
  }

  addSources(crawl: string, urls: readonly Url[], kind: SourceKind): Promise<boolean[]> {
    return this.#planners.addSources(crawl, urls, kind);
  }

  removeSources(crawl: string, urls: readonly Url[]): Promise<boolean[]> {
    return this.#planners.removeSources(crawl, urls);
  }

  #entry(
    planner: CrawlPlanner,
    source: KeptSource,
    lives: ReadonlyMap<number, SourceEntry['pages']>,
  ): SourceEntry {
    const { url, kind, state, reason, crawls, newLinks, lastCrawlMs, alarm, number } = source;
    const estimate = this.#estimate(planner, source);
    return {
      ...{ url, host: hostOf(url), kind, state, reason, sinceMs: source.stateSinceMs },
      ...{ crawls, newLinks, lastCrawlMs, alarm },
      nextVisitMs: nextVisitMs(planner, source, estimate.intervalSeconds),
      estimate,
      pages: lives.get(number) ?? 'unknown',
    };
  }

  #estimate({ state: { policy } }: CrawlPlanner, { number }: KeptSource): SourceEstimate {
    const view = policy.viewSource(number, this.#nowMs() / 1_000);
    if (view === undefined) return NO_ESTIMATE;
    return {
      ...{ lambda: view.lambda, profit: view.profit, decay: view.decay },
      ...{ visits: view.clicks, intervalSeconds: view.interval },
      ...{ index: view.index, price: view.price },
    };
  }
}

/** Breadth first by the crawl's own interval; others by the plan's, and never sooner than that. */
function nextVisitMs(
  { state: { crawl } }: CrawlPlanner,
  { state, sinceMs, crawls }: KeptSource,
  interval: number,
): number | undefined {
  const { revisitIntervalMs } = crawl.settings;
  if (state === 'retired' || (revisitIntervalMs === undefined && crawls > 0)) return undefined;
  if (crawls === 0) return sinceMs;
  const planned = policyOf(crawl) === 'bfs' ? 0 : interval * 1_000;
  return planned === Infinity ? undefined : sinceMs + Math.max(planned, revisitIntervalMs ?? 0);
}
