import type { HandingOver } from './handing-over.ts';
import type {
  Candidate,
  Frontier,
  Order,
  OrderAnswer,
  Ordered,
  PlanBook,
  Priors,
  WishBook,
} from './ports.ts';
import type { Wish } from './wish.ts';
import { wishPriority } from './wish-priority.ts';

/** What ordering needs. */
export interface OrderingParts {
  readonly plans: Pick<PlanBook, 'takeCandidates'>;
  readonly wishes: Pick<WishBook, 'find'>;
  readonly frontier: Pick<Frontier, 'schedule'>;
  readonly priors: Priors;
  readonly handing: HandingOver;
  readonly dropped: (count: number) => void;
}

/** Gives orders to the frontier. */
export class Ordering {
  readonly #parts: OrderingParts;

  constructor(parts: OrderingParts) {
    this.#parts = parts;
  }

  /** An order takes the place of the one before: what somebody wishes for must not fall behind by it. */
  async order(crawl: string, orders: readonly Omit<Order, 'crawl'>[]): Promise<Ordered> {
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

  /** After a crash in between the same orders are given again, which changes nothing. */
  async candidates(
    crawl: string,
    candidates: readonly Candidate[],
    priority: (depth: number, prior: number) => number,
  ): Promise<readonly OrderAnswer[]> {
    if (candidates.length === 0) return [];
    const { plans, priors, dropped, handing } = this.#parts;
    const found = await priors(candidates.map(({ url }) => url));
    const { answers } = await this.order(
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

function wishedPriority(wish: Wish | undefined): number {
  return wish?.state === 'open' ? wishPriority(wish) : -Infinity;
}
