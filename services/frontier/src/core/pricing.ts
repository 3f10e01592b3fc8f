import type { Frontier } from './frontier.ts';
import type { Lane } from './lane.ts';
import { STATE, type UrlKey, type UrlRow } from './rows.ts';
import { waiting } from './url-state.ts';
import type { Waking } from './waking.ts';

/** A new price for all URLs of a group that wait. */
export interface GroupOrder {
  readonly crawl: string;
  readonly group: string;
  readonly priority: number;
}

export interface GroupAnswer {
  readonly changed: number;
  /** Whether those are all. */
  readonly complete: boolean;
}

const MOST_A_TURN = 400;
/** One call changes no more than about so many, and says that there are more. */
const MOST_A_CALL = 20_000;

/** Gives whole groups another priority. */
export class Pricing {
  readonly #frontier: Frontier;
  readonly #waking: Waking;
  readonly #pump: () => void;

  constructor(frontier: Frontier, waking: Waking, pump: () => void) {
    this.#frontier = frontier;
    this.#waking = waking;
    this.#pump = pump;
  }

  async price(orders: readonly GroupOrder[]): Promise<GroupAnswer[]> {
    const answers: GroupAnswer[] = [];
    for (const order of orders) answers.push(await this.#priceOne(order));
    this.#pump();
    return answers;
  }

  async #priceOne(order: GroupOrder): Promise<GroupAnswer> {
    let changed = 0;
    if (!this.#isLive(order)) return { changed, complete: true };
    for (const lane of this.#frontier.owned()) {
      // Nothing of the crawl was ever written there.
      if (!this.#frontier.books.has(lane.bucket, order.crawl)) continue;
      let after: string | undefined;
      do {
        if (changed >= MOST_A_CALL) return { changed, complete: false };
        const page = await this.#frontier.around.tables.group({
          ...{ bucket: lane.bucket, crawl: order.crawl, group: order.group, limit: MOST_A_TURN },
          after,
        });
        const stale = page.rows.filter((row) => isStale(row, order));
        if (stale.length > 0) changed += await this.#change(lane, stale, order);
        after = page.cursor;
      } while (after !== undefined);
    }
    return { changed, complete: true };
  }

  #isLive({ crawl }: GroupOrder): boolean {
    return this.#frontier.crawls.get(crawl) !== undefined;
  }

  async #change(lane: Lane, keys: readonly UrlKey[], order: GroupOrder): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let moved: UrlRow[] = [];
    lane.push({
      size: keys.length + 3,
      urls: keys,
      apply: (turn) => {
        moved = [];
        // What was deleted meanwhile is about to be forgotten.
        if (!this.#isLive(order)) return;
        for (const key of keys) {
          const row = turn.url(key);
          if (row === undefined || !isStale(row, order)) continue;
          const { nowMs } = turn;
          const { notBeforeMs, ageMs = nowMs } = row;
          const now = waiting(row, { priority: order.priority, notBeforeMs }, { nowMs, ageMs });
          turn.putUrl(now);
          moved.push(now);
        }
      },
      done: () => {
        for (const row of moved) {
          this.#waking.left(row);
          this.#waking.waits(row);
        }
        for (const name of new Set(moved.map(({ host }) => host))) {
          const host = this.#frontier.hostOf(name);
          if (host !== undefined) this.#waking.look(host);
        }
        resolve();
      },
      failed: reject,
    });
    await promise;
    return moved.length;
  }
}

/** Whether the URL waits by another price. */
function isStale(row: UrlRow, { group, priority }: GroupOrder): boolean {
  return row.state === STATE.waiting && row.group === group && row.priority !== priority;
}
