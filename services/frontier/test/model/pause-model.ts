import { CAPABILITIES } from './capabilities.ts';
import type { Manners, ModelHost, Span } from './model-rows.ts';
import { SETTINGS } from './world.ts';

const OUTCOME = { robots: 6, blockedAddress: 7, busy: 8, abandoned: 18 };
const TRIED_LATER: ReadonlySet<number> = new Set([8, 9, 10, 11, 12, 20]);
const NO_REQUEST: ReadonlySet<number> = new Set([
  OUTCOME.robots,
  OUTCOME.blockedAddress,
  OUTCOME.abandoned,
]);
const LONGEST_BACKOFF_MS = 3_600_000;

export const isTriedLater = (outcome: number): boolean => TRIED_LATER.has(outcome);
export const isPage = (outcome: number): boolean => outcome === 1 || outcome === 2;

/** What an attempt said of its host. */
export interface HostFacts {
  readonly outcome: number;
  readonly hostTimeMs: number | undefined;
  readonly retryAfterMs: number | undefined;
}

export interface PauseBounds extends Span {
  /** Failures of the host afterwards. */
  readonly failures: number;
}

/** The politer of both, point by point. */
export function politer(one: Manners, set: Partial<Manners> | undefined): Manners {
  return {
    delayMs: Math.max(one.delayMs, set?.delayMs ?? 0),
    busyFactor: Math.max(one.busyFactor, set?.busyFactor ?? 0),
    leasesAtATime: Math.min(one.leasesAtATime, set?.leasesAtATime ?? Infinity),
    obeyRobots: one.obeyRobots || set?.obeyRobots === true,
  };
}

/** The rest that every request is followed by. */
export function usualPauseMs(host: ModelHost, manners: Manners, hostTimeMs = 0): number {
  const asked = manners.obeyRobots ? (host.crawlDelayMs ?? 0) : 0;
  return Math.max(
    manners.delayMs,
    Math.min(asked, SETTINGS.crawlDelayCapMs),
    Math.min(hostTimeMs * manners.busyFactor, SETTINGS.longestBusyPauseMs),
  );
}

/** How long a host rests after an attempt, at least and at most; undefined where it was asked nothing. */
export function pauseBounds(
  host: ModelHost,
  facts: HostFacts,
  manners: Manners,
): PauseBounds | undefined {
  const { outcome, retryAfterMs } = facts;
  if (NO_REQUEST.has(outcome) && retryAfterMs === undefined) return undefined;
  const usualMs = usualPauseMs(host, manners, facts.hostTimeMs);
  const askedMs = Math.max(usualMs, retryAfterMs ?? 0);
  const calmed = CAPABILITIES.decay ? Math.floor(host.failures / 2) : 0;
  const failures = isTriedLater(outcome) ? host.failures + 1 : calmed;
  const times = backoffTimes(outcome, failures, askedMs > usualMs);
  if (times === 0) return { from: askedMs, to: askedMs, failures };
  const wholeMs = Math.min(LONGEST_BACKOFF_MS, SETTINGS.backoffMs * 2 ** Math.min(times - 1, 20));
  const longestMs = CAPABILITIES.breaker ? LONGEST_BACKOFF_MS : wholeMs;
  return { from: Math.max(askedMs, wholeMs / 2), to: Math.max(askedMs, longestMs), failures };
}

/** How often a back-off has grown: of a busy host from the first time, of a failing one later. */
function backoffTimes(outcome: number, failures: number, isAsked: boolean): number {
  if (outcome === OUTCOME.busy) return failures;
  // A host that says itself how long to stay away is believed.
  if (isAsked || !isTriedLater(outcome)) return 0;
  return Math.max(0, failures - SETTINGS.failingFrom + 1);
}

export function robotsPauseMs(failures: number): number {
  const doubled = SETTINGS.robotsRetryMs * 2 ** Math.min(failures - 1, 20);
  return Math.min(LONGEST_BACKOFF_MS, doubled);
}
