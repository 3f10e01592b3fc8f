import { put, remove, type Write } from '@mayfly/store';
import {
  type BudgetBook,
  type BudgetChange,
  type Budgets,
  changedBudgets,
  toldBudgets,
} from '../core/budgets.ts';
import { budgetsTable } from './budgets-table.ts';
import type { FencedStore } from './fenced-store.ts';

const BUCKET = 0;
const PAGE_ROWS = 1_000;
const OF_ALL = '';

export class StoredBudgets implements BudgetBook {
  readonly #fenced: FencedStore;
  #now: Budgets = { revision: 0, handedOver: 0, sites: new Map() };
  /** A write ended unknown: memory may be behind. */
  #isDoubtful = false;

  private constructor(fenced: FencedStore) {
    this.#fenced = fenced;
  }

  static async open(fenced: FencedStore): Promise<StoredBudgets> {
    const budgets = new StoredBudgets(fenced);
    await budgets.#read();
    return budgets;
  }

  now(): Budgets {
    return this.#now;
  }

  set(changes: readonly BudgetChange[]): Promise<void> {
    return this.#change((now) => changedBudgets(now, changes));
  }

  told(revision: number, theirs: number): Promise<void> {
    return this.#change((now) => toldBudgets(now, revision, theirs));
  }

  #change(how: (now: Budgets) => Budgets): Promise<void> {
    return this.#fenced.exclusive(BUCKET, async () => {
      if (this.#isDoubtful) await this.#read();
      const after = how(this.#now);
      if (after === this.#now) return;
      this.#isDoubtful = true;
      await this.#fenced.write(BUCKET, writesOf(this.#now, after));
      this.#isDoubtful = false;
      this.#now = after;
    });
  }

  async #read(): Promise<void> {
    const sites = new Map<string, number>();
    let ofAll: Omit<Budgets, 'sites'> = { revision: 0, handedOver: 0 };
    const selection = { prefix: [BUCKET], limit: PAGE_ROWS };
    for await (const rows of this.#fenced.store.scan(budgetsTable, selection)) {
      for (const { site, requestsPerSecond, revision = 0, handedOver = 0 } of rows) {
        if (site === OF_ALL) ofAll = { revision, handedOver, requestsPerSecond };
        else if (requestsPerSecond !== undefined) sites.set(site, requestsPerSecond);
      }
    }
    this.#now = { ...ofAll, sites };
    this.#isDoubtful = false;
  }
}

function writesOf(
  before: Budgets,
  { revision, handedOver, requestsPerSecond, sites }: Budgets,
): Write[] {
  const rate = requestsPerSecond === undefined ? {} : { requestsPerSecond };
  const gone = [...before.sites.keys()].filter((site) => !sites.has(site));
  const changed = [...sites].filter(([site, each]) => before.sites.get(site) !== each);
  return [
    put(budgetsTable, { bucket: BUCKET, site: OF_ALL, revision, handedOver, ...rate }),
    ...gone.map((site) => remove(budgetsTable, { bucket: BUCKET, site })),
    ...changed.map(([site, each]) =>
      put(budgetsTable, { bucket: BUCKET, site, requestsPerSecond: each }),
    ),
  ];
}
