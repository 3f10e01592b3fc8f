import { CrawlError } from '@mayfly/errors';
import type { HostKey, Url } from '@mayfly/url';
import { GONE } from './crawl.ts';
import { crawlUnknown } from './crawl-keeping.ts';
import { type Frontier, LONG_REST_MS } from './frontier.ts';
import { blockOf, crawlsWaitingAt, newHost, waitingAt } from './host-state.ts';
import {
  addHostCounts,
  addLedgers,
  type Counts,
  type Ledger,
  NO_COUNTS,
  onlyLeases,
} from './ledger.ts';
import { areSame, type Manners, politer } from './manners.ts';
import type { UrlPage, UrlSelection } from './ports.ts';
import { shrunk } from './quotas.ts';
import { readUrls } from './reading.ts';
import {
  type Block,
  type HostRow,
  REST,
  type Rest,
  type State,
  STATE,
  type UrlRow,
} from './rows.ts';

/** How a host is treated now. */
export interface HostView {
  readonly row: HostRow;
  readonly known: boolean;
  readonly manners: Manners;
  /** Of crawls that have others towards it, by name. */
  readonly crawlManners: readonly { readonly crawl: string; readonly manners: Manners }[];
  readonly nextAllowedMs?: number | undefined;
  readonly reason: Rest;
  readonly leasesOut: number;
  readonly isTripped: boolean;
  readonly block: Block | undefined;
  /** The group or address that it shares its limit by. */
  readonly server: string | undefined;
  readonly urlQuota: number;
}

export interface LedgerView extends Ledger {
  readonly deferredHosts: readonly { readonly host: string; readonly untilMs: number }[];
  readonly deferred: number;
}

export interface ListRequest {
  readonly crawl: string;
  readonly state?: State | undefined;
  readonly host?: HostKey | undefined;
  readonly outcome?: number | undefined;
  readonly group?: string | undefined;
  readonly limit: number;
  /** Where the page before ended. */
  readonly from: { readonly bucket: number; readonly after?: string | undefined };
}

export interface ListPage {
  readonly rows: readonly UrlRow[];
  readonly next?: { readonly bucket: number; readonly after?: string | undefined } | undefined;
}

const MOST_DEFERRED = 100;
const MOST_CRAWLS = 100;
/** A page looks at no more rows than this, however few fit. */
const MOST_LOOKED_AT = 10_000;
const BUCKETS_A_PAGE = 128;
/** An answer of gRPC has a largest size; URLs and their sources are the bulk of it. */
const MOST_CHARACTERS = 1_500_000;
const ROWS_A_READING = 100;

/** Everything that only reads. */
export class Looking {
  readonly #frontier: Frontier;

  constructor(frontier: Frontier) {
    this.#frontier = frontier;
  }

  async urls(crawl: string, urls: readonly Url[]): Promise<(UrlRow | undefined)[]> {
    if (this.#frontier.crawls.get(crawl) === undefined) return urls.map(() => undefined);
    const { tables } = this.#frontier.around;
    const names = urls.map((url) => this.#frontier.nameOf(crawl, url));
    return readUrls(tables, names);
  }

  async list(request: ListRequest): Promise<ListPage> {
    const { crawl, state, host, group, limit, from } = request;
    if (this.#frontier.crawls.get(crawl) === undefined) throw crawlUnknown(crawl);
    const { buckets } = this.#frontier.around;
    const found: UrlRow[] = [];
    const onlyParked = state === STATE.parked;
    // Those of a group that nobody waits for are not in its index.
    const inGroup = onlyParked || state === STATE.waiting ? group : undefined;
    let { bucket, after } = from;
    if (host !== undefined) bucket = buckets.ofHost(host);
    let lookedAt = 0;
    let size = 0;
    for (let read = 0; read < BUCKETS_A_PAGE && bucket < buckets.count;) {
      const rows = Math.min(ROWS_A_READING, limit - found.length);
      const place = { bucket, crawl, limit: rows, after };
      const page = await this.#read({ ...place, host, onlyParked, group: inGroup });
      for (const row of page.rows) {
        lookedAt += 1;
        if (!isSelected(row, request)) continue;
        found.push(row);
        size += row.url.length + row.source.length;
      }
      after = page.cursor;
      if (after === undefined) {
        if (host !== undefined) return { rows: found };
        bucket += 1;
        read += 1;
      }
      if (found.length >= limit || lookedAt >= MOST_LOOKED_AT || size >= MOST_CHARACTERS) break;
    }
    return { rows: found, next: bucket < buckets.count ? { bucket, after } : undefined };
  }

  async #read(selection: UrlSelection & { readonly group: string | undefined }): Promise<UrlPage> {
    try {
      const { tables } = this.#frontier.around;
      const { group } = selection;
      if (group !== undefined) return await tables.group({ ...selection, group });
      return await tables.list(selection);
    } catch (error) {
      const isCursor = error instanceof CrawlError && error.code === 'ROW_INVALID';
      if (!isCursor || selection.after === undefined) throw error;
      throw new CrawlError('REQUEST_INVALID', 'page_token: must be from the page before');
    }
  }

  /** The counts of one host, of one crawl or of all. */
  async hostLedger(host: HostKey, crawl: string | undefined): Promise<Counts> {
    const { row } = await this.host(host);
    const { crawls } = this.#frontier;
    if (crawl !== undefined) {
      if (crawls.get(crawl) === undefined) throw crawlUnknown(crawl);
      return row.counts[crawl] ?? NO_COUNTS;
    }
    return Object.entries(row.counts).reduce((sum, [name, counts]) => {
      const isLive = crawls.get(name) !== undefined;
      return addHostCounts(sum, isLive ? counts : onlyLeases(counts));
    }, NO_COUNTS);
  }

  async host(host: HostKey): Promise<HostView> {
    const { tables, buckets, clock, settings } = this.#frontier.around;
    const state = this.#frontier.hostOf(host);
    const bucket = buckets.ofHost(host);
    const [row] = state === undefined ? await tables.hosts([{ bucket, host }]) : [state.row];
    const shown = row ?? newHost(bucket, host);
    const manners = politer(settings.manners, row?.policy);
    const leftMs = (state?.restUntilMs ?? 0) - clock.monotonicMs();
    const isResting = state !== undefined && leftMs > 0;
    return {
      row: shown,
      known: row !== undefined,
      manners,
      crawlManners: this.#crawlManners(shown, manners),
      nextAllowedMs: isResting ? clock.nowMs() + leftMs : undefined,
      reason: isResting ? state.restReason : REST.none,
      leasesOut: shown.leases.length,
      isTripped: shown.failures >= settings.pause.tripAfter,
      block: blockOf(shown, clock.nowMs()),
      server: this.#frontier.servers.keyOf(shown)?.name,
      urlQuota: shrunk(settings.quotas.host, shown.novelty),
    };
  }

  #crawlManners(row: HostRow, usual: Manners): HostView['crawlManners'] {
    return Object.keys(row.counts)
      .flatMap((name) => this.#frontier.crawls.get(name) ?? [])
      .map(({ name, manners }) => ({ crawl: name, manners: politer(manners, row.policy) }))
      .filter(({ manners }) => !areSame(manners, usual))
      .sort((one, other) => (one.crawl < other.crawl ? -1 : 1))
      .slice(0, MOST_CRAWLS);
  }

  ledger(crawl: string | undefined): LedgerView {
    const { books, crawls } = this.#frontier;
    if (crawl !== undefined && crawls.get(crawl) === undefined) throw crawlUnknown(crawl);
    const sum = crawl === undefined ? this.#ofAll() : books.sum(crawl);
    return { ...sum, ...this.#deferred(crawl) };
  }

  /** Leases of deleted crawls count on: the document-store has recorded what came of them. */
  #ofAll(): Ledger {
    const { books, crawls } = this.#frontier;
    let sum = books.sum(GONE);
    for (const { name } of crawls.live()) sum = addLedgers(sum, books.sum(name));
    for (const { name } of crawls.toForget()) sum = addLedgers(sum, onlyLeases(books.sum(name)));
    return sum;
  }

  /** URLs that wait, and hosts that rest; for the metrics. */
  gauges(): { readonly waiting: number; readonly resting: number } {
    const nowMs = this.#frontier.around.clock.monotonicMs();
    let waiting = 0;
    let resting = 0;
    for (const { name } of this.#frontier.crawls.live()) {
      waiting += this.#frontier.books.sum(name).waiting;
    }
    for (const lane of this.#frontier.owned()) {
      for (const host of lane.hosts.values()) if (host.restUntilMs > nowMs) resting += 1;
    }
    return { waiting, resting };
  }

  #deferred(crawl: string | undefined): Pick<LedgerView, 'deferredHosts' | 'deferred'> {
    const { clock } = this.#frontier.around;
    const nowMs = clock.monotonicMs();
    const wallMs = clock.nowMs();
    const deferredHosts: { host: string; untilMs: number }[] = [];
    let deferred = 0;
    for (const host of this.#frontier.longRests) {
      const leftMs = host.restUntilMs - nowMs;
      const waiting = this.#waiting(host.row, crawl);
      if (leftMs <= LONG_REST_MS || waiting === 0) continue;
      deferred += waiting;
      if (deferredHosts.length < MOST_DEFERRED) {
        deferredHosts.push({ host: host.host, untilMs: wallMs + leftMs });
      }
    }
    return { deferredHosts, deferred };
  }

  #waiting(row: HostRow, crawl: string | undefined): number {
    if (crawl !== undefined) return waitingAt(row, crawl);
    return crawlsWaitingAt(row)
      .filter((name) => this.#frontier.crawls.get(name) !== undefined)
      .reduce((sum, name) => sum + waitingAt(row, name), 0);
  }
}

function isSelected(row: UrlRow, { state, host, outcome, group }: ListRequest): boolean {
  if (state !== undefined && row.state !== state) return false;
  if (host !== undefined && row.host !== host) return false;
  if (group !== undefined && row.group !== group) return false;
  return outcome === undefined || (row.state === STATE.atRest && row.lastOutcome === outcome);
}
