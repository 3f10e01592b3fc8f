import type { Write } from '@mayfly/store';
import type { HostKey, Url } from '@mayfly/url';
import { isFirst, type Step } from '../core/announced.ts';
import { afterStep, isApplied } from '../core/applied.ts';
import type { Crawl } from '../core/crawl.ts';
import type { Hints } from '../core/planning/learning.ts';
import type { AnnouncedBook, StepEnd } from '../core/ports.ts';
import { addTotals, NO_TOTALS, type Totals } from '../core/totals.ts';
import { heard } from '../core/wish.ts';
import { candidateKey, candidatesTable, putCandidate } from './candidates-table.ts';
import type { CrawlRows } from './crawl-rows.ts';
import { changeWrites, type StoredPlanners } from './planner-book.ts';
import { hostKey, type HostState, hostsTable, hostStateOf, putHost } from './hosts-table.ts';
import { putWish, removeWish, wishesTable, wishKey, wishOf } from './wishes-table.ts';

/** Writes down what follows of announcements, together with what makes a repeat of them change nothing. */
export class StoredAnnouncements implements AnnouncedBook {
  readonly #rows: CrawlRows;
  readonly #planners: StoredPlanners;

  constructor(rows: CrawlRows, planners: StoredPlanners) {
    this.#rows = rows;
    this.#planners = planners;
  }

  async unapplied(steps: readonly Step[]): Promise<Step[]> {
    const keys = steps.map(({ announced }) => hostKey(announced.crawl, announced.host));
    const rows = await this.#rows.fenced.store.getMany(hostsTable, keys);
    return steps.filter((step, at) => !isApplied(hostStateOf(rows[at]).applied, step));
  }

  apply(crawl: string, ends: readonly StepEnd[], nowMs: number): Promise<readonly StepEnd[]> {
    return this.#rows.change<readonly StepEnd[]>(crawl, async (known) => {
      if (known === undefined || known.deleted) return { answer: [] };
      const hosts = await this.#readHosts(crawl, ends);
      const fresh = ends.filter(({ step }) => !isApplied(stateOf(hosts, step).applied, step));
      const candidates = await this.#newCandidates(crawl, fresh);
      const fulfilled = await this.#fulfilled(crawl, fresh);
      const planner = await this.#planners.openInside(crawl);
      // From here on nothing may fail but the write itself: after that the plan is read again.
      const hints: Hints = new Map(
        [...hosts].map(([host, state]) => [host as HostKey, state.hints]),
      );
      const learned = planner?.learn(fresh, hints, nowMs);
      const sources = new Set(learned?.newSources);
      let added = NO_TOTALS;
      for (const end of fresh) {
        const counted = countsOf(end, candidates.owned, sources);
        added = addTotals(added, counted);
        const { host } = end.step.announced;
        const { applied, totals, reports } = stateOf(hosts, end.step);
        hosts.set(host, {
          ...{ applied: afterStep(applied, end.step), totals: addTotals(totals, counted) },
          ...{ hints: hints.get(host), reports },
        });
      }
      const touched = new Set(fresh.map(({ step }) => step.announced.host));
      const writes = [
        ...candidates.writes,
        ...(learned === undefined ? [] : changeWrites(crawl, learned)),
        ...fulfilled,
        ...[...touched].map((host) => putHost(crawl, host, hosts.get(host)!)),
      ];
      return { answer: fresh, writes, added, ...awake(known, candidates.writes.length) };
    });
  }

  async #readHosts(crawl: string, ends: readonly StepEnd[]): Promise<Map<string, HostState>> {
    const names = [...new Set(ends.map(({ step }) => step.announced.host))];
    const keys = names.map((host) => hostKey(crawl, host));
    const rows = await this.#rows.fenced.store.getMany(hostsTable, keys);
    return new Map(names.map((host, at) => [host, hostStateOf(rows[at])]));
  }

  /** The pages that were parked when a loop looked may be candidates already. */
  async #newCandidates(crawl: string, ends: readonly StepEnd[]) {
    const found = new Map(
      ends.flatMap((end) => end.found.map((candidate) => [candidate.url, { candidate, end }])),
    );
    const urls = [...found.keys()];
    const keys = urls.map((url) => candidateKey(crawl, url));
    const there = await this.#rows.fenced.store.getMany(candidatesTable, keys);
    const owned = new Map<StepEnd, number>();
    const writes = urls.flatMap((url, at) => {
      if (there[at] !== undefined) return [];
      const { candidate, end } = found.get(url)!;
      owned.set(end, (owned.get(end) ?? 0) + 1);
      return [putCandidate(crawl, candidate)];
    });
    return { owned, writes };
  }

  /** One that is being handed over in this moment is told of the attempt, and fulfilled when it is handed over. */
  async #fulfilled(crawl: string, ends: readonly StepEnd[]): Promise<Write[]> {
    const attempts = new Map<Url, number>();
    for (const { step } of ends) {
      const { url, attempt, isRobots } = step.announced;
      if (isFirst(step) && !isRobots) attempts.set(url, Math.max(attempt, attempts.get(url) ?? 0));
    }
    const urls = [...attempts.keys()];
    const keys = urls.map((url) => wishKey(crawl, url));
    const rows = await this.#rows.fenced.store.getMany(wishesTable, keys);
    return urls.flatMap((url, at) => {
      const wish = rows[at] && wishOf(rows[at]);
      if (wish === undefined) return [];
      const after = heard(attempts.get(url)!, wish);
      if (after === wish) return [];
      return after === undefined ? removeWish(crawl, url) : putWish(crawl, after);
    });
  }
}

function stateOf(hosts: ReadonlyMap<string, HostState>, { announced }: Step): HostState {
  return hosts.get(announced.host) ?? hostStateOf(undefined);
}

function countsOf(
  end: StepEnd,
  candidates: ReadonlyMap<StepEnd, number>,
  sources: Set<Url>,
): Totals {
  const { isPage, isRobots, url } = end.step.announced;
  const told = isFirst(end.step) && !isRobots;
  return {
    pages: told && isPage ? 1 : 0,
    withoutDocument: told && !isPage ? 1 : 0,
    newLinks: end.found.length,
    candidates: candidates.get(end) ?? 0,
    submitted: 0,
    // Each counts once, for whoever made it one.
    revisits: sources.delete(url) ? 1 : 0,
  };
}

/** A crawl that had nothing left has something again; one that met its limit stays finished. */
function awake(crawl: Crawl, found: number): { readonly crawl?: Crawl } {
  return found > 0 && crawl.finish?.reason === 'nothing-left'
    ? { crawl: { ...crawl, finish: undefined } }
    : {};
}
