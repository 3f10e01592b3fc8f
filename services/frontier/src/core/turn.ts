import type { HostKey } from '@mayfly/url';
import type { Books } from './books.ts';
import { GONE } from './crawl.ts';
import { type HostDraft, HostDrafts } from './host-drafts.ts';
import {
  addHostCounts,
  addLedgers,
  addTo,
  type Count,
  type Counts,
  type Draft,
  draftOf,
  type Ledger,
  NO_COUNTS,
  onlyLeases,
} from './ledger.ts';
import type { Changes } from './ports.ts';
import {
  type BudgetRow,
  type End,
  type HostRow,
  type LeaseRow,
  STATE,
  type UrlKey,
  type UrlName,
  type UrlRow,
} from './rows.ts';
import { rowIdOf } from './row-id.ts';
import { UrlDrafts } from './url-drafts.ts';

/** So many ended leases of a host are remembered; one that is asked about later has ended long ago. */
const ENDED_KEPT = 8;

/** The counts of a crawl at a host and in the bucket, both this turn's own. */
interface Counted {
  readonly host: HostKey;
  readonly crawl: string;
  readonly counts: Draft<Counts>;
  readonly ledger: Draft<Ledger>;
}

export interface TurnAround {
  readonly bucket: number;
  readonly nowMs: number;
  readonly books: Books;
  readonly hashedRows: number;
}

/**
 * One turn of a bucket: the rows that its operations need, and what they make of them. Operations see what those
 * before them did; counts move with the rows, so the books cannot drift from what they count.
 */
export class Turn {
  readonly bucket: number;
  readonly nowMs: number;
  readonly #books: Books;
  readonly #hashedRows: number;
  readonly #urls = new UrlDrafts();
  #counted: Counted | undefined;
  readonly #hosts: HostDrafts;
  readonly #ledgers = new Map<string, Draft<Ledger>>();
  readonly #removedLedgers = new Set<string>();
  readonly #budgets = new Map<string, BudgetRow>();
  readonly #removedBudgets = new Set<string>();

  constructor({ bucket, nowMs, books, hashedRows }: TurnAround) {
    this.bucket = bucket;
    this.nowMs = nowMs;
    this.#books = books;
    this.#hashedRows = hashedRows;
    this.#hosts = new HostDrafts(bucket);
  }

  /** A row as it was read, before anything is changed and after its host's. */
  knowUrl(key: UrlKey, row: UrlRow | undefined): void {
    this.#urls.know(key, row, this.#hosts.before(key.host));
  }

  /** A URL as it was looked for, with its row if it has one. */
  knowName(name: UrlName, row: UrlRow | undefined): void {
    if (row === undefined) return;
    this.#urls.found(name, row.id);
    this.knowUrl(row, row);
  }

  url(key: UrlKey): UrlRow | undefined {
    return this.#urls.known(key)?.now;
  }

  /** The row of a URL, also if it is new in this turn. */
  find(name: UrlName): UrlRow | undefined {
    const id = this.#urls.idOf(name);
    return id && this.url({ bucket: this.bucket, crawl: name.crawl, host: name.host, id });
  }

  /** What the row of a URL is to be called that has none. */
  newKey(name: UrlName): UrlKey {
    const { crawl, host, hash } = name;
    const draft = this.draft(host);
    const id = rowIdOf(draft.urls, hash, this.#hashedRows);
    draft.urls += 1;
    this.#urls.call(name, id);
    return { bucket: this.bucket, crawl, host, id };
  }

  knowHost(host: HostKey, row: HostRow | undefined): void {
    this.#hosts.know(host, row);
  }

  host(host: HostKey): HostRow {
    return this.#hosts.row(host);
  }

  isKnownHost(host: HostKey): boolean {
    return this.#hosts.isKnown(host);
  }

  /** The host's row to be changed, by whoever changes much of it. */
  draft(host: HostKey): HostDraft {
    return this.#hosts.draft(host);
  }

  /** The lease, while it is out. */
  lease(host: HostKey, attempt: number): LeaseRow | undefined {
    return this.host(host).leases.find((lease) => lease.attempt === attempt);
  }

  /** How a lease ended that ended not long ago. */
  endOf(host: HostKey, attempt: number): End | undefined {
    return this.host(host).ended.find((one) => one.attempt === attempt)?.end;
  }

  putUrl(row: UrlRow): void {
    const known = this.#urls.entered(row);
    const before = known.now;
    known.now = row;
    known.isChanged = true;
    const { counts, ledger } = this.#countsOf(row.host, row.crawl);
    if (before === undefined) {
      counts.known += 1;
      ledger.known += 1;
    } else {
      countUrl(counts, before, -1);
      countUrl(ledger, before, -1);
    }
    countUrl(counts, row, 1);
    countUrl(ledger, row, 1);
  }

  /** The URL is leased. Where it was ready its host's row says so alone: its own is written when the lease ends. */
  leaseUrl(row: UrlRow): void {
    const known = this.#urls.known(row);
    const isSaidByHost = known?.now?.rank !== undefined && !known.isChanged;
    this.putUrl(row);
    if (known !== undefined && isSaidByHost) known.isChanged = false;
  }

  /** The row as the table has it once the turn is written. */
  inTable(key: UrlKey): UrlRow | undefined {
    const known = this.#urls.known(key);
    return known?.isChanged === true ? known.now : known?.before;
  }

  removeUrl(row: UrlRow): void {
    this.#urls.remove(row);
  }

  changeHost(host: HostKey, change: Partial<Omit<HostRow, 'counts' | 'leases' | 'ended'>>): void {
    Object.assign(this.draft(host), change);
  }

  addLease(host: HostKey, lease: LeaseRow): void {
    this.draft(host).leases.push(lease);
    const { counts, ledger } = this.#countsOf(host, lease.crawl);
    counts.given += 1;
    counts.out += 1;
    ledger.given += 1;
    ledger.out += 1;
  }

  changeLease(host: HostKey, attempt: number, change: Partial<LeaseRow>): void {
    const { leases } = this.draft(host);
    const at = leases.findIndex((lease) => lease.attempt === attempt);
    if (at !== -1) leases[at] = { ...leases[at]!, ...change };
  }

  endLease(host: HostKey, attempt: number, end: End): void {
    const { leases, ended } = this.draft(host);
    const at = leases.findIndex((lease) => lease.attempt === attempt);
    if (at !== -1) leases.splice(at, 1);
    if (ended.length >= ENDED_KEPT) ended.shift();
    ended.push({ attempt, end });
  }

  /** Counts something of a crawl at a host, in the host's row and in the bucket's books. */
  count(host: HostKey, crawl: string, count: Count, by = 1): void {
    const { counts, ledger } = this.#countsOf(host, crawl);
    counts[count] += by;
    ledger[count] += by;
  }

  countRefused(crawl: string, rule: string, by: number): void {
    const ledger = this.#ledger(crawl);
    ledger.refused = { ...ledger.refused, [rule]: (ledger.refused[rule] ?? 0) + by };
  }

  /** What was leased for it at the host still counts, as of a crawl that is gone. */
  forgetAtHost(host: HostKey, crawl: string): void {
    const { [crawl]: counts } = this.host(host).counts;
    if (counts === undefined) return;
    this.#counted = undefined;
    const draft = this.draft(host);
    const gone = addHostCounts(draft.counts[GONE] ?? NO_COUNTS, onlyLeases(counts));
    delete draft.counts[crawl];
    if (gone.given > 0) draft.counts[GONE] = draftOf(gone);
  }

  /** What was leased for it still counts, as of a crawl that is gone. */
  forgetBooks(crawl: string, budgets: readonly string[]): void {
    this.#counted = undefined;
    const gone = addLedgers(this.#ledger(GONE), onlyLeases(this.#ledger(crawl)));
    this.#ledgers.set(GONE, draftOf(gone));
    this.#removedLedgers.add(crawl);
    for (const name of budgets) this.#removedBudgets.add(name);
  }

  putBudget(row: Omit<BudgetRow, 'bucket'>): void {
    this.#budgets.set(row.name, { ...row, bucket: this.bucket });
  }

  changes(): Changes {
    const ledgers = [...this.#ledgers].filter(([crawl]) => !this.#removedLedgers.has(crawl));
    return {
      urls: this.#urls.changed(),
      numbered: this.#urls.numbered,
      removedUrls: this.#urls.removed(),
      hosts: this.#hosts.changed(),
      ledgers: ledgers.map(([crawl, ledger]) => ({ ...ledger, crawl, bucket: this.bucket })),
      removedLedgers: [...this.#removedLedgers],
      budgets: [...this.#budgets.values()],
      removedBudgets: [...this.#removedBudgets],
    };
  }

  /** What was written is now what is known. */
  keepBooks(): void {
    for (const [crawl, ledger] of this.#ledgers) this.#books.replace(this.bucket, crawl, ledger);
    for (const crawl of this.#removedLedgers) this.#books.replace(this.bucket, crawl, undefined);
  }

  /** Mostly those that were counted last are counted again. */
  #countsOf(host: HostKey, crawl: string): Counted {
    const last = this.#counted;
    if (last?.host === host && last.crawl === crawl) return last;
    const counted = { host, crawl, counts: this.#counts(host, crawl), ledger: this.#ledger(crawl) };
    this.#counted = counted;
    return counted;
  }

  #counts(host: HostKey, crawl: string): Draft<Counts> {
    const { counts } = this.draft(host);
    const found = counts[crawl];
    if (found !== undefined && this.#own.has(found)) return found;
    const draft = draftOf(found ?? NO_COUNTS);
    this.#own.add(draft);
    counts[crawl] = draft;
    return draft;
  }

  /** Counts that this turn has made for itself and may change. */
  readonly #own = new Set<object>();

  #ledger(crawl: string): Draft<Ledger> {
    let draft = this.#ledgers.get(crawl);
    if (draft === undefined) {
      draft = draftOf(this.#books.of(this.bucket, crawl));
      this.#ledgers.set(crawl, draft);
    }
    return draft;
  }
}

function countUrl(counts: Draft<Counts>, row: UrlRow, by: 1 | -1): void {
  if (row.state === STATE.parked) counts.parked += by;
  else if (row.state === STATE.waiting) counts.waiting += by;
  else if (row.state === STATE.leased) counts.leased += by;
  else addTo(counts.atRest, row.lastOutcome ?? 0, by);
}
