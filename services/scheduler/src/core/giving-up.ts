import { refusedEvent, type UrlEvent } from './attempt-end.ts';
import type { Frontier, WishBook } from './ports.ts';
import { DEADLINE, type Wish } from './wish.ts';
import { FALLEN_BACK_PRIORITY } from './wish-priority.ts';

interface Parts {
  readonly wishes: WishBook;
  readonly frontier: Frontier;
  readonly nowMs: () => number;
  readonly tell: (crawl: string, event: UrlEvent) => void;
}

const MOST_WISHES = 1_000;

/** Gives up wishes whose deadline has passed. */
export class GivingUp {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** How many were given up. */
  async giveUp(crawl: string): Promise<number> {
    const { wishes, nowMs, tell } = this.#parts;
    const overdue = await wishes.overdue(crawl, nowMs(), MOST_WISHES);
    if (overdue.length === 0) return 0;
    const urls = await wishes.giveUp(crawl, overdue);
    for (const url of urls) tell(crawl, refusedEvent(url, DEADLINE));
    const isGivenUp = new Set(urls);
    const handedOver = overdue.filter(({ url, state }) => state === 'open' && isGivenUp.has(url));
    await this.#letFallBack(crawl, handedOver);
    return urls.length;
  }

  /** The frontier forgets no order; but nobody needs it before others any more. Whether it hears of that decides only how soon. */
  async #letFallBack(crawl: string, wishes: readonly Wish[]): Promise<void> {
    const orders = wishes.map(({ url, afterAttempt }) => ({
      ...{ crawl, url, priority: FALLEN_BACK_PRIORITY, afterAttempt },
    }));
    if (orders.length > 0) await this.#parts.frontier.schedule(orders);
  }
}
