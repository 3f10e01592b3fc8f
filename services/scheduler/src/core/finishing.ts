import type { Finish, Settings } from './crawl.ts';
import type { Ledger, StreamLag } from './ports.ts';
import type { Totals } from './totals.ts';

/** What one look at a crawl found. The ledger is read first, then the lags in the order of the walk, then the counts. */
export interface Look {
  readonly settings: Settings;
  readonly ledger: Ledger;
  /** Ended attempts that are not recorded. */
  readonly fetches: StreamLag;
  /** Recorded ones that we have not heard of. */
  readonly records: StreamLag;
  readonly totals: Totals;
  readonly nowMs: number;
}

/** A crawl in which nothing moved for a while. */
export interface Quiet {
  /** The counts; when they change it was not quiet. */
  readonly counts: string;
  readonly sinceMs: number;
  /** All that had ended before `sinceMs` was recorded by then. */
  readonly recordedMs?: number | undefined;
}

export interface Verdict {
  readonly quiet: Quiet | undefined;
  readonly finish?: Finish | undefined;
  /** Nothing else is left, so what is parked has to be looked through. */
  readonly parked?: boolean;
}

/** Clocks of brokers and of this machine may differ by so much. */
const MARGIN_MS = 1_000;

/** Decides by two looks at least: what is between two books is in neither at one moment. */
export function decideFinish(before: Quiet | undefined, look: Look): Verdict {
  const reason = reasonOf(look);
  if (reason === undefined) return { quiet: undefined };
  const counts = countsOf(look);
  const { nowMs, ledger } = look;
  if (before?.counts !== counts) return { quiet: { counts, sinceMs: nowMs } };
  const { sinceMs } = before;
  const isRecorded = isDrained(look.fetches, nowMs - sinceMs);
  const recordedMs = before.recordedMs ?? (isRecorded ? nowMs : undefined);
  const quiet = { counts, sinceMs, recordedMs };
  if (recordedMs === undefined || !isDrained(look.records, nowMs - recordedMs)) return { quiet };
  if (reason === 'nothing-left' && ledger.parked > 0) return { quiet: undefined, parked: true };
  const deferredHosts = reason === 'nothing-left' ? ledger.deferredHosts : [];
  return { quiet, finish: { reason, atMs: nowMs, deferredHosts } };
}

/** Why it could be finished, as far as counts say. With visits to come something is always left. */
function reasonOf({ settings, ledger, totals }: Look): Finish['reason'] | undefined {
  const { maxPages } = settings.limits ?? {};
  if (ledger.leased > 0 || ledger.leasesOut > 0) return undefined;
  if (maxPages !== undefined && ledger.pages >= maxPages) return 'page-limit';
  if (settings.revisitIntervalMs !== undefined && totals.revisits > 0) return undefined;
  const isLeft = totals.candidates > 0 || totals.submitted > 0 || ledger.waiting > ledger.deferred;
  return isLeft ? undefined : 'nothing-left';
}

function isDrained({ messages, seconds }: StreamLag, forMs: number): boolean {
  return messages === 0 || seconds * 1_000 < forMs - MARGIN_MS;
}

function countsOf({ ledger, totals }: Look): string {
  const { known, parked, waiting, leasesGiven, pages } = ledger;
  return JSON.stringify([known, parked, waiting, leasesGiven, pages, Object.values(totals)]);
}
