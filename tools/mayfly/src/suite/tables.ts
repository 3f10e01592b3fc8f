import { TABLES as DEDUP } from '@mayfly/dedup';
import { TABLES as DOCUMENT_STORE } from '@mayfly/document-store';
import { TABLES as FETCHER } from '@mayfly/fetcher';
import { TABLES as FRONTIER } from '@mayfly/frontier';
import { TABLES as SCHEDULER } from '@mayfly/scheduler';
import { TABLES as SITE_SCORING } from '@mayfly/site-scoring';
import type { Table } from '@mayfly/store';

/** Every table of the suite. Their names are different, since all services share one database. */
export const ALL_TABLES: readonly Table[] = [
  ...[...SCHEDULER, ...FRONTIER, ...FETCHER],
  ...[...DOCUMENT_STORE, ...DEDUP, ...SITE_SCORING],
];
