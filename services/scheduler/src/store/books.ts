import type { Ownership } from '@mayfly/ownership';
import type { Store, Table } from '@mayfly/store';
import type { AnnouncedBook, CrawlBook, PlanBook, WishBook } from '../core/ports.ts';
import { StoredAnnouncements } from './announced-book.ts';
import { candidatesTable } from './candidates-table.ts';
import { StoredCrawls } from './crawl-book.ts';
import { CrawlRows } from './crawl-rows.ts';
import { crawlsTable } from './crawls-table.ts';
import { FencedStore } from './fenced-store.ts';
import { hostsTable } from './hosts-table.ts';
import { ownersTable } from './owners-table.ts';
import { StoredPlans } from './plan-book.ts';
import { revisitsTable } from './revisits-table.ts';
import { StoredWishes } from './wish-book.ts';
import { wishesTable } from './wishes-table.ts';

/** The tables of the scheduler. */
export const TABLES: readonly Table[] = [
  ownersTable,
  crawlsTable,
  wishesTable,
  candidatesTable,
  revisitsTable,
  hostsTable,
];

/** All books, on one store and one memory of the crawls. */
export interface Books {
  readonly crawls: CrawlBook;
  readonly wishes: WishBook;
  readonly plans: PlanBook;
  readonly announcements: AnnouncedBook;
}

export async function openBooks(store: Store, ownership: Ownership): Promise<Books> {
  const rows = await CrawlRows.open(new FencedStore(store, ownership));
  return {
    crawls: new StoredCrawls(rows),
    wishes: new StoredWishes(rows),
    plans: new StoredPlans(rows),
    announcements: new StoredAnnouncements(rows),
  };
}
