import { isTriedLater } from './outcome.ts';
import { END, STATE, type UrlRow } from './rows.ts';

/** An order: how badly, and when at the earliest. */
export interface UrlOrder {
  readonly priority: number;
  readonly notBeforeMs?: number | undefined;
}

/** So many failures of one fetch, and the URL rests. */
const MOST_FAILURES = 3;
/** So many leases in a row that expired, and no further request is made. */
export const ABANDON_FROM = 3;
const LONGEST_RETRY_MS = 3_600_000;

/** A URL that was never heard of. */
export type NewUrl = Omit<UrlRow, 'state' | 'failures' | 'expiries'>;

export function parked(url: NewUrl): UrlRow {
  // All columns in the order in which rows are read from the table: code that meets rows of one form alone is quicker.
  return {
    bucket: url.bucket,
    crawl: url.crawl,
    host: url.host,
    id: url.id,
    url: url.url,
    state: STATE.parked,
    source: url.source,
    sourceAttempt: url.sourceAttempt,
    discoverMs: url.discoverMs,
    depth: url.depth,
    hops: url.hops,
    seed: url.seed,
    traceparent: url.traceparent,
    group: url.group,
    priority: url.priority,
    notBeforeMs: url.notBeforeMs,
    ageMs: url.ageMs,
    rank: url.rank,
    laterMs: url.laterMs,
    lastAttempt: url.lastAttempt,
    lastOutcome: url.lastOutcome,
    lastEnd: url.lastEnd,
    settleMs: url.settleMs,
    failures: 0,
    expiries: 0,
    keptPriority: url.keptPriority,
    keptNotBeforeMs: url.keptNotBeforeMs,
    etag: url.etag,
    lastModified: url.lastModified,
  };
}

/** The URL waits by that order; one that waits already keeps its place among equals. */
export function waiting(
  row: UrlRow,
  order: UrlOrder,
  at: { nowMs: number; ageMs: number },
): UrlRow {
  const { priority, notBeforeMs } = order;
  const isLater = notBeforeMs !== undefined && notBeforeMs > at.nowMs;
  return {
    ...row,
    state: STATE.waiting,
    priority,
    notBeforeMs,
    ageMs: row.state === STATE.waiting ? row.ageMs : at.ageMs,
    rank: isLater ? undefined : -priority,
    laterMs: isLater ? notBeforeMs : undefined,
    keptPriority: undefined,
    keptNotBeforeMs: undefined,
  };
}

/** Its time has come. */
export function ready(row: UrlRow): UrlRow {
  return { ...row, rank: -(row.priority ?? 0), laterMs: undefined };
}

export function leased(row: UrlRow, attempt: number): UrlRow {
  return {
    ...row,
    state: STATE.leased,
    rank: undefined,
    laterMs: undefined,
    lastAttempt: attempt,
    lastOutcome: undefined,
    lastEnd: undefined,
    settleMs: undefined,
  };
}

/** An order that takes effect when the lease ends. */
export function kept(row: UrlRow, order: UrlOrder): UrlRow {
  return { ...row, keptPriority: order.priority, keptNotBeforeMs: order.notBeforeMs };
}

/** How an attempt ended, and what the document said of itself. */
export interface AttemptEnd {
  readonly outcome: number;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

/** The URL after its attempt: at rest with the outcome, or waiting, by a kept order or for another try. */
export function settled(
  row: UrlRow,
  end: AttemptEnd,
  at: { readonly nowMs: number; readonly retryMs: number; readonly triesAgain: boolean },
): UrlRow {
  const { nowMs } = at;
  const { outcome } = end;
  const isKept = row.keptPriority !== undefined;
  const isFailure = !isKept && isTriedLater(outcome) && at.triesAgain;
  const failures = isFailure ? row.failures + 1 : 0;
  // What was there before a failure is still the best we have to ask with.
  const { etag, lastModified } = isFailure ? row : end;
  const ended: UrlRow = {
    ...row,
    state: STATE.atRest,
    rank: undefined,
    laterMs: undefined,
    lastOutcome: outcome,
    lastEnd: END.settled,
    settleMs: nowMs,
    expiries: 0,
    failures,
    etag,
    lastModified,
  };
  if (isKept) return byKeptOrder(ended, nowMs);
  // Since when it waited is of no use to what waits no longer, and most URLs ever seen are at rest.
  if (!isFailure || failures >= MOST_FAILURES) return { ...ended, ageMs: undefined };
  const notBeforeMs = nowMs + Math.min(LONGEST_RETRY_MS, at.retryMs * 2 ** (failures - 1));
  const order = { priority: row.priority ?? 0, notBeforeMs };
  return waiting(ended, order, { nowMs, ageMs: row.ageMs ?? nowMs });
}

/** The URL when its lease ended without a report, or without a request: it waits as before. */
export function unleased(
  row: UrlRow,
  at: { readonly nowMs: number; readonly triesAgain: boolean; readonly expired: boolean },
): UrlRow {
  const { nowMs } = at;
  const back: UrlRow = at.expired
    ? { ...row, lastEnd: END.expired, expiries: row.expiries + 1 }
    : { ...row, lastEnd: END.released };
  if (row.keptPriority !== undefined) return byKeptOrder(back, nowMs);
  if (at.triesAgain) {
    const order = { priority: row.priority ?? 0, notBeforeMs: row.notBeforeMs };
    return waiting(back, order, { nowMs, ageMs: row.ageMs ?? nowMs });
  }
  return { ...back, state: STATE.parked };
}

export const isAbandoned = (row: UrlRow): boolean => row.expiries >= ABANDON_FROM;

function byKeptOrder(row: UrlRow, nowMs: number): UrlRow {
  const order = { priority: row.keptPriority ?? 0, notBeforeMs: row.keptNotBeforeMs };
  return waiting(row, order, { nowMs, ageMs: nowMs });
}
