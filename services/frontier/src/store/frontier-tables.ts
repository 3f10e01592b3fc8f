import { CrawlError } from '@mayfly/errors';
import type { Ownership } from '@mayfly/ownership';
import {
  insert,
  put,
  remove,
  replace,
  type RowOf,
  type Store,
  type Table,
  type Write,
} from '@mayfly/store';
import type { CrawlRow } from '../core/crawl.ts';
import { newHost } from '../core/host-state.ts';
import type { BucketState, Changes, LedgerRow, Tables } from '../core/ports.ts';
import type { BudgetRow, HostRow, LeaseRow, UrlRow } from '../core/rows.ts';
import { budgetsTable } from './budgets-table.ts';
import { crawlsTable } from './crawls-table.ts';
import { hostsTable } from './hosts-table.ts';
import { leasesTable } from './leases-table.ts';
import { ledgersTable } from './ledgers-table.ts';
import { ownersTable } from './owners-table.ts';
import { turnsTable } from './turns-table.ts';
import { urlsTable } from './urls-table.ts';

/** All tables of the frontier. */
export const TABLES: readonly Table[] = [
  urlsTable,
  hostsTable,
  leasesTable,
  ledgersTable,
  crawlsTable,
  budgetsTable,
  turnsTable,
  ownersTable,
];

const PAGE_ROWS = 1_000;

/** The tables as the rules see them. Every write is fenced: a process that is no longer the owner changes nothing. */
export function frontierTables(
  store: Store,
  ownership: Pick<Ownership, 'fence'>,
  lost: (error: CrawlError) => void,
): Tables {
  return {
    ...rowsOf(store),
    ...pagesOf(store),
    bucketState: (bucket) => bucketState(store, bucket),
    write: async (bucket, turn, changes) => {
      const next = { bucket, turn: turn + 1 };
      const count =
        turn === 0 ? insert(turnsTable, next) : replace(turnsTable, next, { matches: { turn } });
      const writes = [count, ...writesOf(bucket, changes)];
      const [answer] = await store.write([{ writes, conditions: [ownership.fence(bucket)] }]);
      if (answer?.outcome !== 'refused') return answer?.outcome ?? 'unknown';
      if (answer.why.table !== ownersTable.name) return 'moved';
      const error = new CrawlError('OWNER_LOST', 'another process owns the tables of the frontier');
      lost(error);
      throw error;
    },
  };
}

function rowsOf(store: Store): Pick<Tables, 'urls' | 'hosts' | 'leases' | 'crawls'> {
  return {
    urls: (keys) => store.getMany(urlsTable, keys.map(keyOfUrl)) as Promise<(UrlRow | undefined)[]>,
    hosts: (keys) =>
      store.getMany(
        hostsTable,
        keys.map(({ bucket, host }) => ({ bucket, host })),
      ) as Promise<(HostRow | undefined)[]>,
    leases: (keys) =>
      store.getMany(leasesTable, keys.map(keyOfLease)) as Promise<(LeaseRow | undefined)[]>,
    crawls: async () => {
      const rows = await all(store, crawlsTable, [0]);
      return rows.map(({ bucket: _always, ...row }) => row) as unknown as CrawlRow[];
    },
  };
}

function pagesOf(store: Store): Pick<Tables, 'best' | 'later' | 'list' | 'endedLeases'> {
  return {
    best: async ({ bucket, crawl, host }, limit) => {
      const selection = { index: 'queue', prefix: [bucket, crawl, host], limit } as const;
      return (await store.page(urlsTable, selection)).rows as unknown as UrlRow[];
    },
    later: async ({ bucket, crawl, host }, limit) => {
      const selection = { index: 'later', prefix: [bucket, crawl, host], limit } as const;
      return (await store.page(urlsTable, selection)).rows as unknown as UrlRow[];
    },
    list: async ({ bucket, crawl, host, onlyParked, limit, after }) => {
      const page = await store.page(urlsTable, {
        ...(onlyParked === true ? { index: 'parked' } : {}),
        prefix: host === undefined ? [bucket, crawl] : [bucket, crawl, host],
        limit,
        ...(after === undefined ? {} : { after }),
      });
      return { rows: page.rows as unknown as UrlRow[], cursor: page.cursor };
    },
    endedLeases: async (bucket, beforeMs, limit) => {
      const selection = { index: 'ended', prefix: [bucket], to: [beforeMs], limit } as const;
      return (await store.page(leasesTable, selection)).rows as unknown as LeaseRow[];
    },
  };
}

async function bucketState(store: Store, bucket: number): Promise<BucketState> {
  const [turn, ledgers, leases, budgets, activeHosts] = await Promise.all([
    store.get(turnsTable, { bucket }),
    all(store, ledgersTable, [bucket]),
    all(store, leasesTable, [bucket], 'out'),
    all(store, budgetsTable, [bucket]),
    all(store, hostsTable, [bucket], 'active'),
  ]);
  const leasesOut = leases as unknown as LeaseRow[];
  const hosts = await store.getMany(
    hostsTable,
    leasesOut.map(({ host }) => ({ bucket, host })),
  );
  return {
    turn: turn?.turn ?? 0,
    ledgers: ledgers as unknown as LedgerRow[],
    leasesOut: leasesOut.map((row, at) => ({
      row,
      host: (hosts[at] as HostRow | undefined) ?? newHost(bucket, row.host),
    })),
    budgets: budgets as unknown as BudgetRow[],
    activeHosts: activeHosts as unknown as HostRow[],
  };
}

async function all<T extends Table>(
  store: Store,
  table: T,
  prefix: readonly number[],
  index?: keyof T['indexes'] & string,
): Promise<RowOf<T>[]> {
  const rows: RowOf<T>[] = [];
  const selection = { ...(index === undefined ? {} : { index }), prefix, limit: PAGE_ROWS };
  for await (const page of store.scan(table, selection)) rows.push(...page);
  return rows;
}

function writesOf(bucket: number, changes: Changes): Write[] {
  // Rows say `undefined` where they lack a column, which the store takes as absent.
  const puts = (table: Table, rows: readonly object[]) =>
    rows.map((row) => put(table, row as never));
  return [
    ...puts(urlsTable, changes.urls),
    ...changes.removedUrls.map((key) => remove(urlsTable, keyOfUrl(key))),
    ...puts(hostsTable, changes.hosts),
    ...puts(leasesTable, changes.leases),
    ...changes.removedLeases.map((key) => remove(leasesTable, keyOfLease(key))),
    ...puts(ledgersTable, changes.ledgers),
    ...changes.removedLedgers.map((crawl) => remove(ledgersTable, { bucket, crawl })),
    ...puts(budgetsTable, changes.budgets),
    ...changes.removedBudgets.map((name) => remove(budgetsTable, { bucket, name })),
    ...puts(
      crawlsTable,
      changes.crawls.map((row) => ({ bucket, ...row })),
    ),
  ];
}

const keyOfUrl = ({
  bucket,
  crawl,
  host,
  id,
}: {
  bucket: number;
  crawl: string;
  host: string;
  id: Uint8Array;
}) => ({
  bucket,
  crawl,
  host,
  id,
});

const keyOfLease = ({
  bucket,
  host,
  attempt,
}: {
  bucket: number;
  host: string;
  attempt: number;
}) => ({
  bucket,
  host,
  attempt,
});
