import type { HostState } from './host-state.ts';
import type { Manners } from './manners.ts';
import { isTriedLater, isWithoutRequest, OUTCOME } from './outcome.ts';
import { type HostRow, REST, type Rest } from './rows.ts';

/** What the settings say about hosts that are slow, busy or broken. */
export interface PauseSettings {
  /** A robots.txt may ask for more than this, but does not get it. */
  readonly crawlDelayCapMs: number;
  /** The first rest of a host that is busy or fails; it doubles with each failure. */
  readonly backoffMs: number;
  /** The first rest of a host whose robots.txt cannot be had. */
  readonly robotsRetryMs: number;
  /** So many failures, and a host is left alone for long and then asked once. */
  readonly tripAfter: number;
  /** The first rest of such a host; it doubles each time it fails again. */
  readonly tripMs: number;
}

/** What one attempt told about its host. */
export interface HostFacts {
  readonly outcome: number;
  readonly hostTimeMs?: number | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** How long a host rests from now on, and why. */
export interface Pause {
  readonly restMs: number;
  readonly reason: Rest;
  /** Failures that the host has not made up for, this one included. */
  readonly failures: number;
}

const LONGEST_RETRY_AFTER_MS = 86_400_000;
const LONGEST_BACKOFF_MS = 3_600_000;
const LONGEST_TRIP_MS = 86_400_000;
/** An answer that took very long says that the host is busy, not that it is to be left alone for an hour. */
const LONGEST_BUSY_PAUSE_MS = 300_000;
/** So many failures are the host's, not one page's. */
const FAILING_FROM = 3;

/** The usual rest after a request. */
export function usualPauseMs(
  row: Pick<HostRow, 'crawlDelayMs'>,
  manners: Manners,
  settings: PauseSettings,
  hostTimeMs = 0,
): number {
  const asked = manners.obeyRobots ? (row.crawlDelayMs ?? 0) : 0;
  return Math.max(
    manners.delayMs,
    Math.min(asked, settings.crawlDelayCapMs),
    Math.min(hostTimeMs * manners.busyFactor, LONGEST_BUSY_PAUSE_MS),
  );
}

/** The rest after an attempt; undefined when no request was made. `random` is from [0, 1). */
export function pauseAfter(
  row: Pick<HostRow, 'crawlDelayMs' | 'failures'>,
  facts: HostFacts,
  around: { readonly manners: Manners; readonly settings: PauseSettings; readonly random: number },
): Pause | undefined {
  const { outcome, hostTimeMs, retryAfterMs } = facts;
  const { manners, settings, random } = around;
  if (isWithoutRequest(outcome) && retryAfterMs === undefined) return undefined;
  const usualMs = usualPauseMs(row, manners, settings, hostTimeMs);
  const askedMs = Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
  const isBusy = outcome === OUTCOME.busy;
  const failures = isTriedLater(outcome) ? row.failures + 1 : Math.floor(row.failures / 2);
  if (isTriedLater(outcome) && failures >= settings.tripAfter) {
    const growth = { times: failures - settings.tripAfter + 1, mostMs: LONGEST_TRIP_MS, random };
    const tripMs = grown(settings.tripMs, growth);
    return { restMs: Math.max(usualMs, askedMs, tripMs), reason: REST.tripped, failures };
  }
  if (isBusy || askedMs > usualMs) {
    const growth = { times: failures, mostMs: LONGEST_BACKOFF_MS, random };
    const backoffMs = isBusy ? grown(settings.backoffMs, growth) : 0;
    return { restMs: Math.max(usualMs, askedMs, backoffMs), reason: REST.busy, failures };
  }
  if (!isTriedLater(outcome) || failures < FAILING_FROM) {
    return { restMs: usualMs, reason: REST.delay, failures };
  }
  const growth = { times: failures - FAILING_FROM + 1, mostMs: LONGEST_BACKOFF_MS, random };
  const backoffMs = grown(settings.backoffMs, growth);
  return { restMs: Math.max(usualMs, backoffMs), reason: REST.failing, failures };
}

/** The rest of a host whose robots.txt could not be had so many times in a row. */
export function robotsPauseMs(settings: PauseSettings, failures: number): number {
  return Math.min(LONGEST_BACKOFF_MS, settings.robotsRetryMs * 2 ** Math.min(failures - 1, 20));
}

/** Doubles each time; up to half is left to chance, so that hosts that failed together do not come back together. */
function grown(
  baseMs: number,
  { times, mostMs, random }: { times: number; mostMs: number; random: number },
): number {
  const wholeMs = Math.min(mostMs, baseMs * 2 ** Math.min(times - 1, 20));
  return wholeMs * (0.5 + random / 2);
}

/**
 * How long a host that was not in memory still rests. The kept time is by the wall clock, which may have jumped: never
 * longer than the rest was made for.
 */
export function restLeftMs(row: HostRow, nowMs: number): number {
  return Math.max(0, Math.min(row.nextAllowedMs - nowMs, row.restMs));
}

/** Until when a host rests the delay of whoever asks it next, since it is asked by this process. */
export function freshUntilMs(
  { row, sinceMs }: Pick<HostState, 'row' | 'sinceMs'>,
  manners: Manners,
  settings: PauseSettings,
): number {
  return sinceMs + usualPauseMs(row, manners, settings);
}

interface BothClocks {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

/**
 * The row of a host in memory with the rest that memory knows, which no jump of the wall clock changes: whoever writes the row
 * makes the kept time true again. A rest after a start is begun anew by every start.
 */
export function withRestOf(
  { row, restUntilMs, restReason }: Pick<HostState, 'row' | 'restUntilMs' | 'restReason'>,
  { wallMs, monotonicMs }: BothClocks,
): HostRow {
  const leftMs = Math.ceil(restUntilMs - monotonicMs);
  if (leftMs <= 0 || restReason === REST.restart) return row;
  const nextAllowedMs = wallMs + leftMs;
  return { ...row, nextAllowedMs, restMs: Math.max(row.restMs, leftMs), restReason };
}
