import { CrawlError } from '@mayfly/errors';
import type { Frontier } from './frontier.ts';
import type { SetBudgets } from './ports.ts';

const MOST_TRIES = 5;

/** Takes what the scheduler says of budgets that belong to no crawl. */
export class BudgetKeeping {
  readonly #frontier: Frontier;
  readonly #pump: () => void;

  constructor(frontier: Frontier, pump: () => void) {
    this.#frontier = frontier;
    this.#pump = pump;
  }

  /** The revision that there is afterwards. */
  async put(after: SetBudgets): Promise<number> {
    const { tables } = this.#frontier.around;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const before = await tables.setBudgets();
      if (before !== undefined && before.revision >= after.revision) return this.#take(before);
      const outcome = await tables.putSetBudgets({ before, after });
      if (outcome === 'applied') return this.#take(after);
      if (outcome === 'unknown') {
        throw new CrawlError('STORE_AWAY', 'whether it was written is unknown; ask again');
      }
    }
    throw new CrawlError('STORE_AWAY', 'others change the budgets at the same time');
  }

  /** Takes what other replicas were told. */
  async hear(): Promise<void> {
    const row = await this.#frontier.around.tables.setBudgets();
    if (row !== undefined) this.#take(row);
  }

  #take(row: SetBudgets): number {
    if (this.#frontier.takeBudgets(row)) this.#pump();
    return row.revision;
  }
}
