import type { Ownership } from '@mayfly/ownership';
import type { Store, Table } from '@mayfly/store';
import type { AnnouncedBook, CrawlBook, PlanBook, WishBook } from '../core/ports.ts';
import type { Planners } from '../core/planning/planners.ts';
import type { PlanSettings } from '../core/planning/plan-state.ts';
import type { ReaderBook, SaltBook, VisitBook } from '../core/visit-ports.ts';
import type { BudgetBook } from '../core/budgets.ts';
import type { QualityBook } from '../core/quality/quality-ports.ts';
import { StoredAnnouncements } from './announced-book.ts';
import { StoredBudgets } from './budget-book.ts';
import { budgetsTable } from './budgets-table.ts';
import { candidatesTable } from './candidates-table.ts';
import { StoredCrawls } from './crawl-book.ts';
import { CrawlRows } from './crawl-rows.ts';
import { crawlsTable } from './crawls-table.ts';
import { FencedStore } from './fenced-store.ts';
import { hostsTable } from './hosts-table.ts';
import { outsideHostsTable } from './outside-hosts-table.ts';
import { ownersTable } from './owners-table.ts';
import { StoredPlans } from './plan-book.ts';
import { QUALITY_TABLES, StoredQuality } from './quality-book.ts';
import { StoredPlanners } from './planner-book.ts';
import { StoredReaders } from './reader-book.ts';
import { readerMarksTable } from './reader-marks-table.ts';
import { readerPagesTable } from './reader-pages-table.ts';
import { readerSaltsTable } from './reader-salts-table.ts';
import { revisitsTable } from './revisits-table.ts';
import { sourcesTable } from './sources-table.ts';
import { StoredSalts } from './salt-book.ts';
import { StoredVisits } from './visit-book.ts';
import { visitDaysTable } from './visit-days-table.ts';
import { visitHostsTable } from './visit-hosts-table.ts';
import { youngPagesTable } from './young-pages-table.ts';
import { StoredWishes } from './wish-book.ts';
import { wishesTable } from './wishes-table.ts';

/** The tables of the scheduler. */
export const TABLES: readonly Table[] = [
  ownersTable,
  crawlsTable,
  wishesTable,
  candidatesTable,
  revisitsTable,
  sourcesTable,
  youngPagesTable,
  hostsTable,
  visitHostsTable,
  visitDaysTable,
  outsideHostsTable,
  readerMarksTable,
  readerPagesTable,
  readerSaltsTable,
  budgetsTable,
  ...QUALITY_TABLES,
];

/** All books, on one store and one memory of the crawls. */
export interface Books {
  readonly crawls: CrawlBook;
  readonly wishes: WishBook;
  readonly plans: PlanBook;
  readonly planners: Planners;
  readonly announcements: AnnouncedBook;
  readonly visits: VisitBook;
  readonly readerBook: ReaderBook;
  readonly salts: SaltBook;
  readonly budgets: BudgetBook;
  readonly qualityBook: QualityBook;
}

export async function openBooks(
  store: Store,
  ownership: Ownership,
  around: {
    readonly randomBytes: (size: number) => Uint8Array;
    readonly random: () => number;
    readonly nowMs: () => number;
    readonly plans: PlanSettings;
  },
): Promise<Books> {
  const fenced = new FencedStore(store, ownership);
  const rows = await CrawlRows.open(fenced);
  const planners = new StoredPlanners(rows, around.plans, around);
  return {
    planners,
    crawls: new StoredCrawls(rows),
    wishes: new StoredWishes(rows),
    plans: new StoredPlans(rows),
    announcements: new StoredAnnouncements(rows, planners),
    visits: new StoredVisits(rows),
    readerBook: new StoredReaders(fenced),
    salts: new StoredSalts(fenced, around.randomBytes),
    budgets: await StoredBudgets.open(fenced),
    qualityBook: new StoredQuality(rows),
  };
}
