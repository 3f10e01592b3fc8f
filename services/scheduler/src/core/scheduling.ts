import { BreadthFirst, dueSources } from './breadth-first.ts';
import { type Crawl, policyOf } from './crawl.ts';
import { FEW_WAITING, OrderRoom, type Pace } from './order-room.ts';
import { Ordering, type OrderingParts } from './ordering.ts';
import type { CrawlPlanner } from './planning/crawl-planner.ts';
import type { PlannedOrder } from './planning/deciding.ts';
import type { Planners } from './planning/planners.ts';
import { spareTimePriority } from './planning/worth-priority.ts';
import type { Candidate, CrawlBook, Frontier, PlanBook } from './ports.ts';

interface Parts extends OrderingParts {
  readonly crawls: CrawlBook;
  readonly plans: PlanBook;
  readonly planners: Pick<Planners, 'open' | 'save'>;
  readonly frontier: Frontier;
  readonly ahead: number;
  readonly nowMs: () => number;
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
  readonly #ordering: Ordering;
  readonly #breadthFirst: BreadthFirst;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#room = new OrderRoom(parts.ahead);
    this.#ordering = new Ordering(parts);
    this.#breadthFirst = new BreadthFirst(parts, this.#ordering);
  }

  async schedule(crawl: Crawl): Promise<Scheduled> {
    const { crawls, frontier, planners, nowMs } = this.#parts;
    const { name } = crawl;
    const planner = await planners.open(name);
    const due =
      planner === undefined
        ? []
        : dueSources(crawl, planner, { nowMs: nowMs(), most: MOST_ORDERS });
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
      const { sources, pages } = await this.#breadthFirst.order(crawl, due, room);
      return { sources, pages, spare: 0, more: sources + pages === MOST_ORDERS };
    }
    return this.#planned(crawl, planner, { room, ahead });
  }

  #pace(crawl: Crawl, planner: CrawlPlanner | undefined): Pace {
    const isPlanned = planner !== undefined && policyOf(crawl) !== 'bfs';
    return { nowMs: this.#parts.nowMs(), lately: isPlanned ? planner.state.rate : undefined };
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
      const answers = await this.#ordering.candidates(name, spare, spareTimePriority);
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
    const { answers, rests } = await this.#ordering
      .order(
        name,
        orders.map(({ url, priority, afterAttempt }) => ({ url, priority, afterAttempt })),
      )
      .catch((error: unknown) => {
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
}
