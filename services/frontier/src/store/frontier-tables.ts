import {
  cursorAfter,
  insert,
  matches,
  type Page,
  put,
  remove,
  replace,
  type RowOf,
  type Store,
  type Table,
  type Write,
} from '@mayfly/store';
import { HOST_BUCKETS, type HostKey } from '@mayfly/url';
import type { CrawlRow } from '../core/crawl.ts';
import { notOwner } from '../core/lane.ts';
import { withLease } from '../core/leased-url.ts';
import type {
  BucketState,
  Changes,
  LedgerRow,
  NumberedRow,
  OwnedBucket,
  QueueName,
  Tables,
  UrlPage,
  UrlSelection,
} from '../core/ports.ts';
import { bytesOfId, hashOfUrl, idOfBytes, isNumbered } from '../core/row-id.ts';
import type { BudgetRow, HostRow, UrlKey, UrlName, UrlRow } from '../core/rows.ts';
import { budgetsTable } from './budgets-table.ts';
import { crawlsTable } from './crawls-table.ts';
import { hostIdOf } from './host-id.ts';
import { hostOfRecord, type HostRecord, recordOfHost } from './host-record.ts';
import { hostsTable } from './hosts-table.ts';
import { ledgersTable } from './ledgers-table.ts';
import { numberedTable } from './numbered-table.ts';
import { ownersTable, replicasTable } from './owners-table.ts';
import { setBudgetsOf, setBudgetsTable } from './set-budgets-table.ts';
import { sliceRows } from './slice-rows.ts';
import { slicesTable } from './slices-table.ts';
import { turnsTable } from './turns-table.ts';
import {
  LINE,
  placeOf,
  placesOf,
  readyPlace,
  recordOf,
  type UrlRecord,
  urlOfRecord,
} from './url-record.ts';
import { urlsTable } from './urls-table.ts';

/** All tables of the frontier. */
export const TABLES: readonly Table[] = [
  urlsTable,
  numberedTable,
  hostsTable,
  ledgersTable,
  crawlsTable,
  budgetsTable,
  setBudgetsTable,
  slicesTable,
  turnsTable,
  ownersTable,
  replicasTable,
];

const PAGE_ROWS = 1_000;

/** The tables as the rules see them. Every write is fenced: a process that is no longer the owner changes nothing. */
export function frontierTables(store: Store, lost: (owned: OwnedBucket) => void): Tables {
  return {
    ...rowsOf(store),
    ...pagesOf(store),
    ...crawlsOf(store),
    ...setBudgetsOf(store),
    ...sliceRows(store),
    bucketState: async (bucket) => (await bucketStates(store, [bucket]))[0]!,
    bucketStates: (some) => bucketStates(store, some),
    write: async ({ bucket, epoch }, turn, changes) => {
      const next = { bucket, turn: turn + 1 };
      const count =
        turn === 0 ? insert(turnsTable, next) : replace(turnsTable, next, { matches: { turn } });
      const writes = [count, ...writesOf(bucket, changes)];
      const conditions = [matches(ownersTable, { bucket }, { epoch })];
      const [answer] = await store.write([{ writes, conditions }]);
      if (answer?.outcome !== 'refused') return answer?.outcome ?? 'unknown';
      if (answer.why.table !== ownersTable.name) return 'moved';
      lost({ bucket, epoch });
      throw notOwner(bucket);
    },
  };
}

function crawlsOf(store: Store): Pick<Tables, 'crawls' | 'putCrawl' | 'bucketsWith'> {
  return {
    crawls: async () => {
      const rows: CrawlRow[] = [];
      for await (const page of store.scan(crawlsTable, { limit: PAGE_ROWS })) {
        rows.push(...(page as unknown as CrawlRow[]));
      }
      return rows;
    },
    putCrawl: async ({ before, after }) => {
      const row = after as never;
      const { revision, forgotten } = before ?? after;
      const write =
        before === undefined
          ? insert(crawlsTable, row)
          : replace(crawlsTable, row, { matches: { revision, forgotten } });
      const [answer] = await store.write([{ writes: [write] }]);
      return answer?.outcome === 'refused' ? 'moved' : (answer?.outcome ?? 'unknown');
    },
    bucketsWith: async (crawl) => {
      const keys = Array.from({ length: HOST_BUCKETS }, (_, bucket) => ({ bucket, crawl }));
      const rows = await store.getMany(ledgersTable, keys);
      return rows.flatMap((row) => row?.bucket ?? []);
    },
  };
}

function rowsOf(store: Store): Pick<Tables, 'urls' | 'find' | 'hosts'> {
  return {
    urls: async (keys) => {
      const records = await store.getMany(urlsTable, keys.map(keyOfUrl));
      return records.map((record, at) => record && urlOfRecord(record, keys[at]!.host));
    },
    find: async (names) => {
      const numbered = await store.getMany(numberedTable, names.map(keyOfName));
      const keys = names.map((name, at) => {
        const { bucket, crawl, hostId, hash } = keyOfName(name);
        return { bucket, crawl, hostId, id: numbered[at]?.id ?? hash };
      });
      const records = await store.getMany(urlsTable, keys);
      return records.map((record, at) => record && urlOfRecord(record, names[at]!.host));
    },
    hosts: async (keys) => {
      const ids = keys.map(({ bucket, host }) => ({ bucket, hostId: hostIdOf(host) }));
      const records = await store.getMany(hostsTable, ids);
      return records.map((record, at) => record && ownRow(hostOfRecord(record), keys[at]!.host));
    },
  };
}

/** Two hosts of one bucket with the same 64 bits of a hash: so unlikely that it is only made sure that nobody is harmed. */
function ownRow(row: HostRow, host: HostKey): HostRow {
  if (row.host === host) return row;
  throw new Error(`hosts ${row.host} and ${host} have the same id`);
}

function pagesOf(store: Store): Pick<Tables, 'best' | 'later' | 'list' | 'group'> {
  const inLine = (
    line: number,
    { bucket, crawl, host }: QueueName,
    { limit, after }: { readonly limit: number; readonly after?: string | undefined },
  ) => {
    const prefix = [bucket, crawl, line, hostIdOf(host)];
    const place = { index: 'line', prefix, limit } as const;
    return store.places(urlsTable, after === undefined ? place : { ...place, after });
  };
  return {
    best: async (queue, limit, last) => {
      const after = last && cursorAfter(urlsTable, 'line', readyPlace(queue, last));
      const { rows, cursor } = await inLine(LINE.ready, queue, { limit, after });
      return { places: rows.map(placeOf), isAll: cursor === undefined };
    },
    later: async (queue, limit) => {
      const { rows } = await inLine(LINE.later, queue, { limit });
      return rows.map(({ id, first }) => ({ id: idOfBytes(id), laterMs: first }));
    },
    list: async (selection) => {
      const { limit, after } = selection;
      const place = { ...listed(selection), limit, ...(after === undefined ? {} : { after }) };
      return withHosts(store, selection.bucket, await store.page(urlsTable, place));
    },
    group: async ({ bucket, crawl, group, limit, after }) => {
      const place = { index: 'group', prefix: [bucket, crawl, group], limit } as const;
      const page = await store.page(urlsTable, after === undefined ? place : { ...place, after });
      return withHosts(store, bucket, page);
    },
  };
}

function listed({ bucket, crawl, host, onlyParked }: UrlSelection) {
  const hosts = host === undefined ? [] : [hostIdOf(host)];
  if (onlyParked !== true) return { prefix: [bucket, crawl, ...hosts] };
  return { index: 'line', prefix: [bucket, crawl, LINE.parked, ...hosts] } as const;
}

/** Rows of many hosts: which they are is in the hosts' own rows. */
async function withHosts(store: Store, bucket: number, page: Page<UrlRecord>): Promise<UrlPage> {
  const ids = new Map(page.rows.map(({ hostId }) => [Buffer.from(hostId).toString('hex'), hostId]));
  const keys = [...ids.values()].map((hostId) => ({ bucket, hostId }));
  const hosts = new Map<string, HostRow>();
  for (const record of await store.getMany(hostsTable, keys)) {
    if (record === undefined) continue;
    hosts.set(Buffer.from(record.hostId).toString('hex'), hostOfRecord(record));
  }
  const rows = page.rows.flatMap((record) => {
    const host = hosts.get(Buffer.from(record.hostId).toString('hex'));
    return host === undefined ? [] : withLease(urlOfRecord(record, host.host), host);
  });
  return { rows, cursor: page.cursor };
}

/** A bucket without a turn was never written to. */
async function bucketStates(store: Store, buckets: readonly number[]): Promise<BucketState[]> {
  const keys = buckets.map((bucket) => ({ bucket }));
  const turns = await store.getMany(turnsTable, keys);
  return Promise.all(
    turns.map(async (turn) => (turn === undefined ? EMPTY : await stateAt(store, turn))),
  );
}

const EMPTY: BucketState = { turn: 0, ledgers: [], budgets: [], activeHosts: [] };

async function stateAt(
  store: Store,
  { bucket, turn }: RowOf<typeof turnsTable>,
): Promise<BucketState> {
  const [ledgers, budgets, activeHosts] = await Promise.all([
    all(store, ledgersTable, [bucket]),
    all(store, budgetsTable, [bucket]),
    all(store, hostsTable, [bucket], 'active'),
  ]);
  return {
    turn,
    ledgers: ledgers as unknown as LedgerRow[],
    budgets: budgets as unknown as BudgetRow[],
    activeHosts: activeHosts.map(hostOfRecord),
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
    ...changes.urls.map(({ before, after }) =>
      put(urlsTable, recordOf(after), { over: before === undefined ? 'none' : placesOf(before) }),
    ),
    ...changes.numbered.map(numberedOf),
    ...changes.removedUrls.map((row) => remove(urlsTable, keyOfUrl(row))),
    ...changes.removedUrls
      .filter(({ id }) => isNumbered(id))
      .map((row) => remove(numberedTable, keyOfName(nameOf(row)))),
    ...changes.hosts.map(({ before, after }) =>
      put(hostsTable, recordOfHost(after), {
        over: before === undefined ? 'none' : activeOnly(before),
      }),
    ),
    ...puts(ledgersTable, changes.ledgers),
    ...changes.removedLedgers.map((crawl) => remove(ledgersTable, { bucket, crawl })),
    ...puts(budgetsTable, changes.budgets),
    ...changes.removedBudgets.map((name) => remove(budgetsTable, { bucket, name })),
  ];
}

/** Of a row that is replaced only its places in indexes matter. */
function activeOnly({ bucket, host, active }: HostRow): HostRecord {
  return { bucket, hostId: hostIdOf(host), active } as HostRecord;
}

function numberedOf({ id, ...name }: NumberedRow): Write {
  return put(numberedTable, { ...keyOfName(name), id: bytesOfId(id) }, { over: 'none' });
}

const keyOfName = ({ bucket, crawl, host, hash }: UrlName) => ({
  bucket,
  crawl,
  hostId: hostIdOf(host),
  hash: bytesOfId(hash),
});

const nameOf = ({ bucket, crawl, host, url }: UrlRow): UrlName => ({
  ...{ bucket, crawl, host },
  hash: hashOfUrl(url),
});

const keyOfUrl = ({ bucket, crawl, host, id }: UrlKey) => ({
  bucket,
  crawl,
  hostId: hostIdOf(host),
  id: bytesOfId(id),
});
