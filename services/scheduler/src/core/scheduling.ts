import { type Crawl, policyOf } from './crawl.ts';
import type { HandingOver } from './handing-over.ts';
import { FEW_WAITING, OrderRoom, type Pace } from './order-room.ts';
import type { CrawlPlanner } from './planning/crawl-planner.ts';
import type { PlannedOrder } from './planning/deciding.ts';
import type { KeptSource } from './planning/kept-source.ts';
import type { Planners } from './planning/planners.ts';
import { spareTimePriority } from './planning/worth-priority.ts';
import type {
  Candidate,
  CrawlBook,
  Frontier,
  Order,
  OrderAnswer,
  Ordered,
  PlanBook,
  Priors,
  WishBook,
} from './ports.ts';
import { priorityOf, WISH_PRIORITY } from './priority.ts';
import type { Wish } from './wish.ts';
import { wishPriority } from './wish-priority.ts';

interface Parts {
  readonly crawls: CrawlBook;
  readonly plans: PlanBook;
  readonly planners: Pick<Planners, 'open' | 'save'>;
  readonly wishes: Pick<WishBook, 'find'>;
  readonly frontier: Frontier;
  readonly priors: Priors;
  readonly handing: HandingOver;
  readonly ahead: number;
  readonly nowMs: () => number;
  readonly dropped: (count: number) => void;
}

/** What one look at a crawl ordered. */
export interface Scheduled {
  readonly sources: number;
  readonly pages: number;
  /** Pages that no policy chose: there was time. */
  readonly spare: number;
  /** Whether there may be more. */
  readonly more: boolean;
}

const MOST_ORDERS = 1_000;
const NOTHING: Scheduled = { sources: 0, pages: 0, spare: 0, more: false };

/** Orders fetches, as the policy of the crawl says, only so far ahead that fetchers are busy. */
export class Scheduling {
  readonly #parts: Parts;
  readonly #room: OrderRoom;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#room = new OrderRoom(parts.ahead);
  }

  async schedule(crawl: Crawl): Promise<Scheduled> {
    const { crawls, frontier, planners, nowMs } = this.#parts;
    const { name } = crawl;
    const planner = await planners.open(name);
    const due = planner === undefined ? [] : dueSources(crawl, planner, nowMs());
    const hasWork = due.length > 0 || planner?.deciding.hasWork(nowMs()) === true;
    if (!hasWork && crawls.totals(name).candidates <= 0) return NOTHING;
    const ledger = await frontier.ledger(name);
    if (ledger === undefined) {
      await this.#parts.handing.handOverAgain(name);
      return NOTHING;
    }
    const { maxPages = Infinity } = crawl.settings.limits ?? {};
    const ahead = ledger.waiting - ledger.deferred;
    const room = Math.min(this.#room.of(crawl, ledger, this.#pace(crawl, planner)), MOST_ORDERS);
    if (room <= 0 || ledger.pages >= maxPages) return NOTHING;
    if (planner === undefined || policyOf(crawl) === 'bfs') {
      return this.#breadthFirst(crawl, due, room);
    }
    return this.#planned(crawl, planner, { room, ahead });
  }

  #pace(crawl: Crawl, planner: CrawlPlanner | undefined): Pace {
    const isPlanned = planner !== undefined && policyOf(crawl) !== 'bfs';
    return { nowMs: this.#parts.nowMs(), lately: isPlanned ? planner.state.rate : undefined };
  }

  async #breadthFirst(crawl: Crawl, due: readonly KeptSource[], room: number): Promise<Scheduled> {
    const { name } = crawl;
    const visits = due.slice(0, room);
    await this.#orderVisits(name, visits);
    const left = room - visits.length;
    const candidates = left > 0 ? await this.#parts.plans.candidates(name, left) : [];
    await this.#orderCandidates(name, candidates, priorityOf);
    const ordered = visits.length + candidates.length;
    const more = ordered === MOST_ORDERS;
    return { sources: visits.length, pages: candidates.length, spare: 0, more };
  }

  async #planned(
    crawl: Crawl,
    planner: CrawlPlanner,
    { room, ahead }: { readonly room: number; readonly ahead: number },
  ): Promise<Scheduled> {
    const { plans, nowMs, crawls } = this.#parts;
    const { name } = crawl;
    await this.#refill(crawl, planner);
    // Where fetchers would be idle: whatever is left, breadth first. It is read before the policy decides, which then knew all of it.
    const most = Math.min(room, FEW_WAITING - ahead);
    const isIdle = most > 0 && crawls.totals(name).candidates > 0;
    const waiting = isIdle ? await plans.candidates(name, most) : [];
    const orders = planner.deciding.decide(room, nowMs());
    await this.#orderPlanned(crawl, planner, orders);
    const ordered = new Set(orders.map(({ url }) => url));
    const left = waiting.filter(({ url }) => !ordered.has(url));
    const spare = left.slice(0, Math.max(0, most - orders.length));
    await this.#orderSpare(name, planner, spare);
    const sources = orders.filter(({ job }) => job.kind === 'source').length;
    const more = orders.length === MOST_ORDERS;
    return { sources, pages: orders.length - sources, spare: spare.length, more };
  }

  async #orderSpare(
    name: string,
    planner: CrawlPlanner,
    spare: readonly Candidate[],
  ): Promise<void> {
    for (const { url } of spare) planner.takeOut(url);
    try {
      const answers = await this.#orderCandidates(name, spare, spareTimePriority);
      spare.forEach(({ url }, at) => {
        const answer = answers[at];
        if (answer === 'crawl-unknown') planner.putBack(url);
        else if (answer === 'stale' || answer === 'url-unknown') planner.drop(url);
      });
    } catch (error) {
      for (const { url } of spare) planner.putBack(url);
      throw error;
    }
  }

  /** What waits in the table comes to the policy as room is made. */
  async #refill({ name }: Crawl, planner: CrawlPlanner): Promise<void> {
    const { plans, crawls, nowMs } = this.#parts;
    if (!planner.wantsMore(crawls.totals(name).candidates, nowMs())) return;
    planner.hold(await plans.candidates(name, planner.state.settings.pages.loose), nowMs());
  }

  async #orderPlanned(
    { name }: Crawl,
    planner: CrawlPlanner,
    orders: readonly PlannedOrder[],
  ): Promise<void> {
    if (orders.length === 0) return;
    const { plans, handing, nowMs, dropped } = this.#parts;
    const { deciding } = planner;
    const { answers, rests } = await this.#order(
      name,
      orders.map(({ url, priority, afterAttempt }) => ({ url, priority, afterAttempt })),
    ).catch((error: unknown) => {
      deciding.undo(orders, nowMs());
      throw error;
    });
    planner.state.hostsRest(rests);
    const unknown = deciding.answered(orders, answers, nowMs());
    const isTaken = (_: PlannedOrder, at: number) => answers[at] !== 'crawl-unknown';
    const pages = orders.filter(isTaken).filter(({ job }) => job.kind === 'page');
    await plans.takeCandidates(name, pages);
    const isLost = ({ job }: PlannedOrder, at: number) =>
      job.kind === 'page' && answers[at] === 'url-unknown';
    dropped(orders.filter(isLost).length);
    const stale = orders.filter((_, at) => answers[at] === 'stale');
    let open: readonly PlannedOrder[] = [...unknown, ...stale];
    try {
      await this.#makeKnown(name, planner, unknown);
      open = stale;
      await this.#follow(name, planner, stale);
    } catch (error) {
      // Nobody fetches these, so nothing would ever be heard of them.
      deciding.undo(open, nowMs());
      throw error;
    }
    if (answers.includes('crawl-unknown')) await handing.handOverAgain(name);
  }

  /** An order takes the place of the one before: what somebody wishes for must not fall behind by it. */
  async #order(crawl: string, orders: readonly Omit<Order, 'crawl'>[]): Promise<Ordered> {
    const { wishes, frontier } = this.#parts;
    const wished = await wishes.find(
      crawl,
      orders.map(({ url }) => url),
    );
    return frontier.schedule(
      orders.map((order, at) => ({
        ...{ ...order, crawl, priority: Math.max(order.priority, wishedPriority(wished[at])) },
      })),
    );
  }

  /** Sources that were found by search or given by hand, and that the frontier has not heard of. */
  async #makeKnown(
    crawl: string,
    planner: CrawlPlanner,
    orders: readonly PlannedOrder[],
  ): Promise<void> {
    if (orders.length === 0) return;
    const { frontier, nowMs, planners } = this.#parts;
    const answers = await frontier.submit(
      orders.map(({ url, priority, depth }) => ({
        ...{ crawl, url, priority, depth, hops: 0, seed: false, minRevision: 0 },
      })),
    );
    orders.forEach(({ url, job }, at) => {
      const { answer, rule } = answers[at]!;
      if (answer === 'refused') planner.deciding.refused(url, rule, nowMs());
      else if (answer !== 'new') planner.state.giveBack(job, nowMs());
    });
    await planners.save(crawl, []);
  }

  /** A later attempt whose end we never heard of: the next visit follows that one. */
  async #follow(
    crawl: string,
    planner: CrawlPlanner,
    orders: readonly PlannedOrder[],
  ): Promise<void> {
    if (orders.length === 0) return;
    const { frontier, nowMs } = this.#parts;
    const known = await frontier.find(
      crawl,
      orders.map(({ url }) => url),
    );
    orders.forEach((order, at) => planner.deciding.stale(order, known[at]?.lastAttempt, nowMs()));
  }

  async #orderVisits(crawl: string, visits: readonly KeptSource[]): Promise<void> {
    if (visits.length === 0) return;
    const { frontier, planners, nowMs } = this.#parts;
    const orders = visits.map(({ url, attempt }) => ({
      ...{ url, priority: WISH_PRIORITY, afterAttempt: attempt > 0 ? attempt : undefined },
    }));
    const { answers } = await this.#order(crawl, orders);
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

  /** After a crash in between the same orders are given again, which changes nothing. */
  async #orderCandidates(
    crawl: string,
    candidates: readonly Candidate[],
    priority: (depth: number, prior: number) => number,
  ): Promise<readonly OrderAnswer[]> {
    if (candidates.length === 0) return [];
    const { plans, priors, dropped, handing } = this.#parts;
    const found = await priors(candidates.map(({ url }) => url));
    const { answers } = await this.#order(
      crawl,
      candidates.map(({ url, depth }, at) => ({
        url,
        priority: priority(depth, found[at] ?? 0.5),
      })),
    );
    const isAnswer = (answer: OrderAnswer) => (_: Candidate, at: number) => answers[at] === answer;
    const kept = new Set(candidates.filter(isAnswer('crawl-unknown')));
    const taken = candidates.filter((candidate) => !kept.has(candidate));
    await plans.takeCandidates(crawl, taken);
    dropped(candidates.filter(isAnswer('url-unknown')).length);
    if (kept.size > 0) await handing.handOverAgain(crawl);
    return answers;
  }
}

/** Of a crawl that goes breadth first: sources whose interval is over, those first that have waited longest. */
function dueSources(crawl: Crawl, planner: CrawlPlanner, nowMs: number): KeptSource[] {
  const { revisitIntervalMs } = crawl.settings;
  if (policyOf(crawl) !== 'bfs' || revisitIntervalMs === undefined) return [];
  return [...planner.state.allSources()]
    .filter(({ removed, crawls, attempt, sinceMs, addedMs }) => {
      // One that was ordered and waits for its host is not ordered at every look: nothing else would be.
      const isNew = crawls === 0 && attempt === 0 && sinceMs === addedMs;
      return !removed && (isNew || nowMs - sinceMs >= revisitIntervalMs);
    })
    .sort((a, b) => a.sinceMs - b.sinceMs)
    .slice(0, MOST_ORDERS);
}

function wishedPriority(wish: Wish | undefined): number {
  return wish?.state === 'open' ? wishPriority(wish) : -Infinity;
}
