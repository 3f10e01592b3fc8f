import { isRetryable } from '@mayfly/errors';
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
    await this.#letFallBack(
      crawl,
      overdue.filter(({ url }) => isGivenUp.has(url)),
    );
    return urls.length;
  }

  /** The frontier forgets no order; but nobody needs it before others any more. One that is away goes on as it was told. */
  async #letFallBack(crawl: string, wishes: readonly Wish[]): Promise<void> {
    const { frontier } = this.#parts;
    try {
      const known = await frontier.find(
        crawl,
        wishes.map(({ url }) => url),
      );
      // One that was just being handed over may wait too; what waits for nobody is not asked for.
      const orders = wishes.flatMap(({ url }, at) => {
        const { state, lastAttempt } = known[at] ?? {};
        if (state !== 'waiting') return [];
        return [{ crawl, url, priority: FALLEN_BACK_PRIORITY, afterAttempt: lastAttempt }];
      });
      if (orders.length > 0) await frontier.schedule(orders);
    } catch (error) {
      if (!isRetryable(error)) throw error;
    }
  }
}
