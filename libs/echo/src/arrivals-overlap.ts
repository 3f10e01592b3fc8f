/** Two lists are believed to share nothing until about so many arrivals were compared. */
const DOUBT = 8;

interface Pair {
  compared: number;
  shared: number;
}

/** How much of what is new on one list stands on another too: a front page repeats what its sections show. */
export class Overlap {
  readonly #pairs = new Map<number, Map<number, Pair>>();

  /** The share of what is new on a list that none of the others shows, if they share it independently. */
  leftBy(list: number, others: readonly number[]): number {
    const pairs = this.#pairs.get(list);
    if (pairs === undefined) return 1;
    return others.reduce((left, other) => {
      const pair = pairs.get(other);
      return pair === undefined ? left : left * (1 - pair.shared / (pair.compared + DOUBT));
    }, 1);
  }

  /** Compares what is new on a list with all that another shows at the same time. */
  learn(list: number, arrivals: readonly number[], other: Shown): void {
    let pairs = this.#pairs.get(list);
    if (pairs === undefined) this.#pairs.set(list, (pairs = new Map<number, Pair>()));
    let pair = pairs.get(other.list);
    if (pair === undefined) pairs.set(other.list, (pair = { compared: 0, shared: 0 }));
    pair.compared += arrivals.length;
    for (const item of arrivals) if (other.items.has(item)) pair.shared++;
  }
}

/** What a list showed when it was looked at. */
export interface Shown {
  readonly list: number;
  readonly items: ReadonlySet<number>;
}
