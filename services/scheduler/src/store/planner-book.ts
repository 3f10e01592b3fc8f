import type { Write } from '@mayfly/store';
import type { HostKey, Url } from '@mayfly/url';
import { afterReport, isReportApplied, NO_REPORTS } from '../core/applied-reports.ts';
import { BY_HAND, type Crawl } from '../core/crawl.ts';
import type { SourceKind } from '../core/plan-desk.ts';
import { CrawlPlanner } from '../core/planning/crawl-planner.ts';
import { type OrderedVisit, withVisit } from '../core/planning/kept-source.ts';
import type { PlanChanges, PlanSettings } from '../core/planning/plan-state.ts';
import type { Planners } from '../core/planning/planners.ts';
import type { CountedVisit } from '../core/visit-ports.ts';
import { bucketOfCrawl } from './buckets.ts';
import type { Change, CrawlRows } from './crawl-rows.ts';
import { MOST_WRITES } from './fenced-store.ts';
import { hostKey, hostsTable, hostStateOf, OWN_ROW, putHost } from './hosts-table.ts';
import { readPlan } from './read-plan.ts';
import { putSource } from './sources-table.ts';
import { putYoungPage, removeYoungPage } from './young-pages-table.ts';

const PAGE_ROWS = 1_000;
/** That one write takes, with the rows of the crawl and of the loops. */
const MOST_ROWS = MOST_WRITES - 100;
/** Visits that one write takes: each may change the row of a page. */
const MOST_VISITS = 4_000;

/** Plans in memory, each as its rows say. One whose write failed is thrown away, and read again when it is next needed. */
export class StoredPlanners implements Planners {
  readonly #rows: CrawlRows;
  readonly #settings: PlanSettings;
  readonly #around: { readonly random: () => number; readonly nowMs: () => number };
  readonly #open = new Map<string, CrawlPlanner>();

  constructor(
    rows: CrawlRows,
    settings: PlanSettings,
    around: { readonly random: () => number; readonly nowMs: () => number },
  ) {
    this.#rows = rows;
    this.#settings = settings;
    this.#around = around;
    rows.onForgotten = (name) => this.#open.delete(name);
  }

  peek(crawl: string): CrawlPlanner | undefined {
    return this.#open.get(crawl);
  }

  async open(name: string): Promise<CrawlPlanner | undefined> {
    const there = this.#open.get(name);
    const crawl = this.#rows.get(name);
    if (there !== undefined && there.state.crawl === crawl) return there;
    return this.#rows.fenced.exclusive(bucketOfCrawl(name), () => this.openInside(name));
  }

  /** To be called while nobody else changes the crawl. */
  async openInside(name: string): Promise<CrawlPlanner | undefined> {
    const crawl = this.#rows.get(name);
    if (crawl === undefined || crawl.deleted || name === BY_HAND) return undefined;
    const there = this.#open.get(name);
    const nowMs = this.#around.nowMs();
    if (there !== undefined && isSameCrawl(there.state.crawl, crawl)) {
      there.update(crawl, nowMs);
      return there;
    }
    const kept = await readPlan(this.#rows.fenced, name, this.#settings.pages);
    const { random } = this.#around;
    const planner = new CrawlPlanner(crawl, kept, { settings: this.#settings, random, nowMs });
    this.#open.set(name, planner);
    return planner;
  }

  async visited(crawl: string, visits: readonly CountedVisit[]): Promise<void> {
    for (const some of reportsOf(visits)) await this.#visited(crawl, some);
  }

  #visited(crawl: string, visits: readonly CountedVisit[]): Promise<void> {
    return this.#inParts(crawl, async () => {
      const planner = await this.openInside(crawl);
      if (planner === undefined) return { answer: undefined };
      const hosts = [...new Set(visits.map(({ host }) => host))];
      const keys = hosts.map((host) => hostKey(crawl, host));
      const rows = await this.#rows.fenced.store.getMany(hostsTable, keys);
      const states = new Map(hosts.map((host, at) => [host, hostStateOf(rows[at])]));
      const isFresh = ({ host, place }: CountedVisit) =>
        !isReportApplied(states.get(host)!.reports ?? NO_REPORTS, place);
      const fresh = visits.filter(isFresh);
      for (const { host, place } of fresh) {
        const state = states.get(host)!;
        const reports = state.reports ?? NO_REPORTS;
        if (isReportApplied(reports, place)) continue;
        states.set(host, { ...state, reports: afterReport(reports, place) });
      }
      const touched = new Set(fresh.map(({ host }) => host));
      const changes = planner.visited(fresh, this.#around.nowMs());
      const positions = [...touched].map((host) => putHost(crawl, host, states.get(host)!));
      return { answer: undefined, writes: [...positions, ...changeWrites(crawl, changes)] };
    });
  }

  async tend(crawl: string): Promise<void> {
    const nowMs = this.#around.nowMs();
    await this.#change(crawl, (planner) => ({ answer: undefined, changes: planner.tend(nowMs) }));
    const planner = this.#open.get(crawl);
    if (planner === undefined || !planner.wantsSearch(nowMs)) return;
    const hosts = await this.#yields(crawl);
    await this.#change(crawl, (now) => ({ answer: undefined, changes: now.search(hosts, nowMs) }));
  }

  /** New links that pages of each host brought. */
  async #yields(crawl: string): Promise<{ host: HostKey; newLinks: number }[]> {
    const yields: { host: HostKey; newLinks: number }[] = [];
    const selection = { prefix: [bucketOfCrawl(crawl), crawl], limit: PAGE_ROWS };
    for await (const page of this.#rows.fenced.store.scan(hostsTable, selection)) {
      for (const { host, newLinks } of page) {
        if (host !== OWN_ROW && newLinks > 0) yields.push({ host: host as HostKey, newLinks });
      }
    }
    return yields;
  }

  save(crawl: string, visits: readonly OrderedVisit[]): Promise<void> {
    return this.#change(crawl, ({ state }, nowMs) => {
      for (const visit of visits) {
        const now = state.source(visit.url);
        if (now !== undefined) state.setSource(withVisit(now, visit), nowMs);
      }
      return { answer: undefined, changes: state.takeChanges() };
    }).then(() => undefined);
  }

  async addSources(crawl: string, urls: readonly Url[], kind: SourceKind): Promise<boolean[]> {
    const added = await this.#change(crawl, (planner, nowMs) => {
      const answer = planner.addSources(urls, kind, nowMs);
      return { answer, changes: planner.state.takeChanges() };
    });
    return added ?? urls.map(() => false);
  }

  async removeSources(crawl: string, urls: readonly Url[]): Promise<boolean[]> {
    const removed = await this.#change(crawl, (planner, nowMs) => {
      const answer = planner.removeSources(urls, nowMs);
      return { answer, changes: planner.state.takeChanges() };
    });
    return removed ?? urls.map(() => false);
  }

  #change<T>(
    crawl: string,
    work: (planner: CrawlPlanner, nowMs: number) => { answer: T; changes: PlanChanges },
  ): Promise<T | undefined> {
    return this.#inParts(crawl, async (): Promise<Change<T | undefined>> => {
      const planner = await this.openInside(crawl);
      if (planner === undefined) return { answer: undefined };
      const { answer, changes } = work(planner, this.#around.nowMs());
      const revisits = changes.newSources.length;
      const writes = changeWrites(crawl, changes);
      return { answer, writes, ...(revisits === 0 ? {} : { own: { revisits } }) };
    });
  }

  /** Changes that belong to no announcement may take more than one write; what has to be in the first comes first. */
  #inParts<T>(crawl: string, work: () => Promise<Change<T>>): Promise<T> {
    return this.#rows.change(crawl, async () => {
      const { writes = [], ...change } = await work();
      return { ...change, writes: writes.slice(0, MOST_ROWS), later: writes.slice(MOST_ROWS) };
    });
  }
}

/** The rows of what a plan learned. */
export function changeWrites(crawl: string, changes: PlanChanges): Write[] {
  return [
    ...changes.pages.map((page) => putYoungPage(crawl, page)),
    ...changes.gonePages.map((url) => removeYoungPage(crawl, url)),
    ...changes.sources.map((source) => putSource(crawl, source)),
  ];
}

/** A policy that changes, or a crawl made anew, begins a new plan. */
function isSameCrawl(one: Crawl, other: Crawl): boolean {
  return one.createdMs === other.createdMs && one.settings.policy === other.settings.policy;
}

/** Whole reports, as many as one write takes. */
function reportsOf(visits: readonly CountedVisit[]): CountedVisit[][] {
  const groups: CountedVisit[][] = [];
  for (const own of Map.groupBy(visits, ({ place }) => place.name).values()) {
    const last = groups.at(-1);
    if (last === undefined || last.length + own.length > MOST_VISITS) groups.push([...own]);
    else last.push(...own);
  }
  return groups;
}
