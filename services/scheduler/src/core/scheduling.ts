import type { Crawl } from './crawl.ts';
import type { HandingOver } from './handing-over.ts';
import type {
  Candidate,
  CrawlBook,
  Frontier,
  OrderAnswer,
  PlanBook,
  Priors,
  Revisit,
} from './ports.ts';
import { priorityOf, WISH_PRIORITY } from './priority.ts';

interface Parts {
  readonly crawls: CrawlBook;
  readonly plans: PlanBook;
  readonly frontier: Frontier;
  readonly priors: Priors;
  readonly handing: HandingOver;
  readonly ahead: number;
  readonly nowMs: () => number;
  readonly dropped: (count: number) => void;
}

const MOST_ORDERS = 1_000;

/** Orders fetches, due visits first and then breadth first, only so far ahead that fetchers are busy. */
export class Scheduling {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** How many were ordered, and whether there may be more. */
  async schedule(crawl: Crawl): Promise<{ readonly ordered: number; readonly more: boolean }> {
    const { crawls, plans, frontier } = this.#parts;
    const { name } = crawl;
    const due = await this.#due(crawl);
    if (due.length === 0 && crawls.totals(name).candidates <= 0) return { ordered: 0, more: false };
    const ledger = await frontier.ledger(name);
    if (ledger === undefined) {
      await this.#parts.handing.handOverAgain(name);
      return { ordered: 0, more: false };
    }
    const { maxPages = Infinity } = crawl.settings.limits ?? {};
    // What waits for hosts that rest long keeps no fetcher busy, and must not keep the other hosts waiting.
    const ahead = ledger.waiting - ledger.deferred;
    const room = Math.min(this.#parts.ahead - ahead, MOST_ORDERS);
    if (room <= 0 || ledger.pages >= maxPages) return { ordered: 0, more: false };
    const visits = due.slice(0, room);
    await this.#orderVisits(name, visits);
    const left = room - visits.length;
    const candidates = left > 0 ? await plans.candidates(name, left) : [];
    await this.#orderCandidates(name, candidates);
    const ordered = visits.length + candidates.length;
    return { ordered, more: ordered === MOST_ORDERS };
  }

  async #due({ name, settings: { revisitIntervalMs } }: Crawl): Promise<Revisit[]> {
    if (revisitIntervalMs === undefined || this.#parts.crawls.totals(name).revisits <= 0) return [];
    // Right at the end of the interval it is due.
    const sinceBeforeMs = this.#parts.nowMs() - revisitIntervalMs + 1;
    return this.#parts.plans.revisits(name, sinceBeforeMs, MOST_ORDERS);
  }

  async #orderVisits(crawl: string, visits: readonly Revisit[]): Promise<void> {
    if (visits.length === 0) return;
    const { frontier, plans, nowMs } = this.#parts;
    const orders = visits.map(({ url, attempt }) => ({
      ...{ crawl, url, priority: WISH_PRIORITY, afterAttempt: attempt },
    }));
    const answers = await frontier.schedule(orders);
    // A later attempt whose end we never heard of: the next visit follows that one.
    const stale = visits.filter((_, at) => answers[at] === 'stale');
    const known = await frontier.find(
      crawl,
      stale.map(({ url }) => url),
    );
    const latest = new Map(stale.map((visit, at) => [visit, known[at]?.lastAttempt]));
    const sinceMs = nowMs();
    await plans.saveRevisits(
      crawl,
      visits.map((visit) => ({ ...visit, sinceMs, attempt: latest.get(visit) ?? visit.attempt })),
    );
  }

  /** After a crash in between the same orders are given again, which changes nothing. */
  async #orderCandidates(crawl: string, candidates: readonly Candidate[]): Promise<void> {
    if (candidates.length === 0) return;
    const { frontier, plans, priors, dropped, handing } = this.#parts;
    const found = await priors(candidates.map(({ url }) => url));
    const answers = await frontier.schedule(
      candidates.map(({ url, depth }, at) => ({
        ...{ crawl, url, priority: priorityOf(depth, found[at] ?? 0.5) },
      })),
    );
    const isAnswer = (answer: OrderAnswer) => (_: Candidate, at: number) => answers[at] === answer;
    const kept = new Set(candidates.filter(isAnswer('crawl-unknown')));
    const taken = candidates.filter((candidate) => !kept.has(candidate));
    await plans.takeCandidates(crawl, taken);
    dropped(candidates.filter(isAnswer('url-unknown')).length);
    if (kept.size > 0) await handing.handOverAgain(crawl);
  }
}
