import type { Crawl } from './crawl.ts';
import { policyOf } from './crawl.ts';
import type { Ordering } from './ordering.ts';
import type { CrawlPlanner } from './planning/crawl-planner.ts';
import type { KeptSource } from './planning/kept-source.ts';
import type { Planners } from './planning/planners.ts';
import type { Frontier, PlanBook } from './ports.ts';
import { priorityOf, WISH_PRIORITY } from './priority.ts';

interface Parts {
  readonly plans: Pick<PlanBook, 'candidates'>;
  readonly planners: Pick<Planners, 'save'>;
  readonly frontier: Pick<Frontier, 'find' | 'submit'>;
  readonly nowMs: () => number;
}

/** Orders what a crawl without a plan fetches: sources at their interval, then candidates by depth and age. */
export class BreadthFirst {
  readonly #parts: Parts;
  readonly #ordering: Ordering;

  constructor(parts: Parts, ordering: Ordering) {
    this.#parts = parts;
    this.#ordering = ordering;
  }

  /** How much was ordered of each. */
  async order(
    { name }: Crawl,
    due: readonly KeptSource[],
    room: number,
  ): Promise<{ readonly sources: number; readonly pages: number }> {
    const visits = due.slice(0, room);
    await this.#orderVisits(name, visits);
    const left = room - visits.length;
    const candidates = left > 0 ? await this.#parts.plans.candidates(name, left) : [];
    await this.#ordering.candidates(name, candidates, priorityOf);
    return { sources: visits.length, pages: candidates.length };
  }

  async #orderVisits(crawl: string, visits: readonly KeptSource[]): Promise<void> {
    if (visits.length === 0) return;
    const { frontier, planners, nowMs } = this.#parts;
    const orders = visits.map(({ url, attempt }) => ({
      ...{ url, priority: WISH_PRIORITY, afterAttempt: attempt > 0 ? attempt : undefined },
    }));
    const { answers } = await this.#ordering.order(crawl, orders);
    const stale = visits.filter((_, at) => answers[at] === 'stale');
    const known = await frontier.find(
      crawl,
      stale.map(({ url }) => url),
    );
    const latest = new Map(stale.map(({ url }, at) => [url, known[at]?.lastAttempt]));
    const unknown = visits.filter((_, at) => answers[at] === 'url-unknown');
    await frontier.submit(
      unknown.map(({ url, depth }) => ({
        ...{ crawl, url, depth, priority: WISH_PRIORITY, hops: 0, seed: false, minRevision: 0 },
      })),
    );
    const sinceMs = nowMs();
    await planners.save(
      crawl,
      visits.map(({ url, attempt }) => ({ url, sinceMs, attempt: latest.get(url) ?? attempt })),
    );
  }
}

/** Of a crawl that goes breadth first: sources whose interval is over, those first that have waited longest. */
export function dueSources(
  crawl: Crawl,
  planner: CrawlPlanner,
  at: { readonly nowMs: number; readonly most: number },
): KeptSource[] {
  const { nowMs, most } = at;
  const { revisitIntervalMs } = crawl.settings;
  if (policyOf(crawl) !== 'bfs' || revisitIntervalMs === undefined) return [];
  return [...planner.state.allSources()]
    .filter(({ removed, crawls, attempt, sinceMs, addedMs }) => {
      // One that was ordered and waits for its host is not ordered at every look: nothing else would be.
      const isNew = crawls === 0 && attempt === 0 && sinceMs === addedMs;
      return !removed && (isNew || nowMs - sinceMs >= revisitIntervalMs);
    })
    .sort((a, b) => a.sinceMs - b.sinceMs)
    .slice(0, most);
}
