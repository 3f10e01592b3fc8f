import type { HostKey } from '@mayfly/url';
import type { Books } from './books.ts';
import { type CrawlRow, GONE } from './crawl.ts';
import { newHost } from './host-state.ts';
import { addLedgers, type Count, type Ledger, onlyLeases } from './ledger.ts';
import type { Changes, LeaseKey } from './ports.ts';
import {
  type BudgetRow,
  type HostRow,
  type LeaseRow,
  STATE,
  type UrlKey,
  type UrlRow,
} from './rows.ts';

export const urlName = ({ crawl, id }: UrlKey): string =>
  `${crawl}/${Buffer.from(id.buffer, id.byteOffset, id.byteLength).toString('latin1')}`;
export const leaseName = ({ host, attempt }: Pick<LeaseKey, 'host' | 'attempt'>): string =>
  `${attempt}@${host}`;

/**
 * One turn of a bucket: the rows that its operations need, and what they make of them. Operations see what those
 * before them did; counts move with the rows, so the books cannot drift from what they count.
 */
export class Turn {
  readonly bucket: number;
  readonly nowMs: number;
  readonly #books: Books;
  readonly #urls = new Map<string, UrlRow | undefined>();
  readonly #hosts = new Map<HostKey, HostRow | undefined>();
  readonly #leases = new Map<string, LeaseRow | undefined>();
  readonly #changedUrls = new Map<string, UrlRow>();
  readonly #removedUrls = new Map<string, UrlKey>();
  readonly #changedHosts = new Map<HostKey, HostRow>();
  readonly #changedLeases = new Map<string, LeaseRow>();
  readonly #removedLeases = new Map<string, LeaseKey>();
  readonly #ledgers = new Map<string, Ledger>();
  readonly #removedLedgers = new Set<string>();
  readonly #budgets = new Map<string, BudgetRow>();
  readonly #removedBudgets = new Set<string>();
  readonly #crawls = new Map<string, CrawlRow>();

  constructor(bucket: number, nowMs: number, books: Books) {
    this.bucket = bucket;
    this.nowMs = nowMs;
    this.#books = books;
  }

  /** Rows as they were read, before anything is changed. */
  know(rows: {
    readonly urls?: readonly (readonly [UrlKey, UrlRow | undefined])[];
    readonly hosts?: readonly (readonly [HostKey, HostRow | undefined])[];
    readonly leases?: readonly (readonly [LeaseKey, LeaseRow | undefined])[];
  }): void {
    for (const [key, row] of rows.urls ?? []) this.#urls.set(urlName(key), row);
    for (const [host, row] of rows.hosts ?? []) this.#hosts.set(host, row);
    for (const [key, row] of rows.leases ?? []) this.#leases.set(leaseName(key), row);
  }

  url(key: UrlKey): UrlRow | undefined {
    return this.#urls.get(urlName(key));
  }

  host(host: HostKey): HostRow {
    return this.#hosts.get(host) ?? newHost(this.bucket, host);
  }

  isKnownHost(host: HostKey): boolean {
    return this.#hosts.get(host) !== undefined;
  }

  lease(key: Pick<LeaseKey, 'host' | 'attempt'>): LeaseRow | undefined {
    return this.#leases.get(leaseName(key));
  }

  putUrl(row: UrlRow): void {
    const name = urlName(row);
    const before = this.#urls.get(name);
    this.#countUrl(before, -1);
    this.#countUrl(row, 1);
    this.#urls.set(name, row);
    this.#changedUrls.set(name, row);
    this.#moveWaiting(row, waits(row) - waits(before));
  }

  removeUrl(key: UrlKey): void {
    const name = urlName(key);
    this.#urls.set(name, undefined);
    this.#changedUrls.delete(name);
    this.#removedUrls.set(name, key);
  }

  putHost(row: HostRow): void {
    this.#hosts.set(row.host, row);
    this.#changedHosts.set(row.host, row);
  }

  putLease(row: LeaseRow): void {
    const name = leaseName(row);
    this.#leases.set(name, row);
    this.#changedLeases.set(name, row);
  }

  removeLease(key: LeaseKey): void {
    this.#removedLeases.set(leaseName(key), key);
  }

  count(crawl: string, count: Count, by = 1): void {
    const ledger = this.#ledger(crawl);
    this.#ledgers.set(crawl, { ...ledger, [count]: ledger[count] + by });
  }

  countRefused(crawl: string, rule: string, by: number): void {
    const ledger = this.#ledger(crawl);
    const refused = { ...ledger.refused, [rule]: (ledger.refused[rule] ?? 0) + by };
    this.#ledgers.set(crawl, { ...ledger, refused });
  }

  /** What was leased for it still counts, as of a crawl that is gone. */
  forgetBooks(crawl: string, budgets: readonly string[]): void {
    this.#ledgers.set(GONE, addLedgers(this.#ledger(GONE), onlyLeases(this.#ledger(crawl))));
    this.#removedLedgers.add(crawl);
    for (const name of budgets) this.#removedBudgets.add(name);
  }

  putBudget(row: Omit<BudgetRow, 'bucket'>): void {
    this.#budgets.set(row.name, { ...row, bucket: this.bucket });
  }

  putCrawl(row: CrawlRow): void {
    this.#crawls.set(row.name, row);
  }

  changedHosts(): Iterable<HostRow> {
    return this.#changedHosts.values();
  }

  changes(): Changes {
    const ledgers = [...this.#ledgers].filter(([crawl]) => !this.#removedLedgers.has(crawl));
    return {
      urls: [...this.#changedUrls.values()],
      removedUrls: [...this.#removedUrls.values()],
      hosts: [...this.#changedHosts.values()],
      leases: [...this.#changedLeases.values()],
      removedLeases: [...this.#removedLeases.values()],
      ledgers: ledgers.map(([crawl, ledger]) => ({ ...ledger, crawl, bucket: this.bucket })),
      removedLedgers: [...this.#removedLedgers],
      budgets: [...this.#budgets.values()],
      removedBudgets: [...this.#removedBudgets],
      crawls: [...this.#crawls.values()],
    };
  }

  /** What was written is now what is known. */
  keepBooks(): void {
    for (const [crawl, ledger] of this.#ledgers) this.#books.replace(this.bucket, crawl, ledger);
    for (const crawl of this.#removedLedgers) this.#books.replace(this.bucket, crawl, undefined);
  }

  #ledger(crawl: string): Ledger {
    return this.#ledgers.get(crawl) ?? this.#books.of(this.bucket, crawl);
  }

  #countUrl(row: UrlRow | undefined, by: 1 | -1): void {
    if (row === undefined) return;
    if (row.state === STATE.parked) this.count(row.crawl, 'parked', by);
    else if (row.state === STATE.waiting) this.count(row.crawl, 'waiting', by);
    else if (row.state === STATE.leased) this.count(row.crawl, 'leased', by);
    else this.#countAtRest(row.crawl, row.lastOutcome ?? 0, by);
  }

  #countAtRest(crawl: string, outcome: number, by: 1 | -1): void {
    const ledger = this.#ledger(crawl);
    const atRest: Record<string, number> = { ...ledger.atRest };
    const urls = (atRest[outcome] ?? 0) + by;
    if (urls === 0) delete atRest[outcome];
    else atRest[outcome] = urls;
    this.#ledgers.set(crawl, { ...ledger, atRest });
  }

  #moveWaiting({ host, crawl }: UrlRow, by: number): void {
    if (by === 0) return;
    const row = this.host(host);
    const waiting: Record<string, number> = { ...row.waiting };
    const urls = (waiting[crawl] ?? 0) + by;
    if (urls <= 0) delete waiting[crawl];
    else waiting[crawl] = urls;
    const active = Object.keys(waiting).length > 0 ? 1 : undefined;
    this.putHost({ ...row, waiting, active });
  }
}

const waits = (row: UrlRow | undefined): number => (row?.state === STATE.waiting ? 1 : 0);
