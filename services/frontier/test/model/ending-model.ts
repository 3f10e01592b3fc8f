import type { FrontierModel } from './frontier-model.ts';
import {
  type End,
  type ModelHost,
  type ModelLease,
  type ModelUrl,
  type Span,
  STATE,
} from './model-rows.ts';
import { isPage, isTriedLater, pauseBounds, robotsPauseMs, usualPauseMs } from './pause-model.ts';
import { BY_HAND, SETTINGS } from './world.ts';

export const ANSWER = { done: 1, expired: 2, unknown: 3 } as const;

export interface RobotsResult {
  readonly known: boolean;
  readonly crawlDelayMs: number | undefined;
  readonly maxAgeMs: number | undefined;
}

/** The reported end of an attempt. */
export interface Report {
  readonly outcome: number;
  readonly hostTimeMs: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly etag: string;
  readonly robots: RobotsResult | undefined;
}

/** The answers that a lease that is named may get. */
export function answersTo(lease: ModelLease, end: End | 'extended'): readonly number[] {
  if (lease.end === undefined) return [ANSWER.done];
  const answer = lease.end === end ? ANSWER.done : ANSWER.expired;
  // By the URL it is known at least that it was leased again, and so that this one was too late.
  return lease.isForgettable ? [answer, ANSWER.expired, ANSWER.unknown] : [answer];
}

export function settle(model: FrontierModel, lease: ModelLease, report: Report): void {
  const host = model.host(lease.host);
  if (lease.end === 'expired') return settleLate(model, lease, report);
  if (lease.end !== undefined) return settleForgotten(model, lease, report);
  const failuresBefore = host.robotsFailures;
  if (lease.isRobots) takeRules(model, lease, report.robots);
  const manners = model.mannersOf(lease.crawl, host);
  const pause = pauseBounds(host, report, manners);
  host.failures = pause?.failures ?? host.failures;
  const isWithoutRules = host.robotsFailures > failuresBefore;
  const robotsMs = isWithoutRules ? robotsPauseMs(host.robotsFailures) : 0;
  const { from = 0, to = 0 } = pause ?? {};
  model.rest(host, { from: Math.max(from, robotsMs), to: Math.max(to, robotsMs) });
  const url = endLease(model, lease, 'settled');
  if (url === undefined) return;
  settleUrl(model, url, report);
  if (isPage(report.outcome)) model.pages.set(url.crawl, (model.pages.get(url.crawl) ?? 0) + 1);
}

/** It had expired: of what it says only what the host asks for counts. */
function settleLate(model: FrontierModel, lease: ModelLease, report: Report): void {
  const host = model.host(lease.host);
  const { robots } = report;
  if (lease.isRobots && robots?.known === true) host.crawlDelayMs = robots.crawlDelayMs;
  const calm: ModelHost = { ...host, failures: 0 };
  const pause = pauseBounds(calm, report, model.mannersOf(lease.crawl, host));
  if (pause !== undefined) model.rest(host, pause);
}

/** It ended otherwise, and may have been forgotten: then it counts as late. */
function settleForgotten(model: FrontierModel, lease: ModelLease, report: Report): void {
  if (!lease.isForgettable) return;
  const host = model.host(lease.host);
  const calm: ModelHost = { ...host, failures: 0 };
  const pause = pauseBounds(calm, report, model.mannersOf(lease.crawl, host));
  if (pause !== undefined) model.rest(host, { from: 0, to: pause.to });
}

export function release(model: FrontierModel, lease: ModelLease, isRobotsUnknown: boolean): void {
  if (lease.end !== undefined) return;
  // Whoever lost some rules of the host may have lost all.
  if (isRobotsUnknown) model.host(lease.host).rules = {};
  const url = endLease(model, lease, 'released');
  if (url !== undefined) comeBack(model, url, wallNow(model));
}

/** It ended by itself, at some time since it was due. */
export function expire(model: FrontierModel, lease: ModelLease): void {
  const host = model.host(lease.host);
  const sinceMs = model.nowMs - Math.min(model.nowMs, lease.expiresMs);
  const usualMs = usualPauseMs(host, model.mannersOf(lease.crawl, host));
  const before = host.robotsFailures;
  const isOwnRobots = lease.isRobots && !lease.isNamed;
  if (isOwnRobots) host.robotsFailures += 1;
  const robotsMs = isOwnRobots && before > 0 ? robotsPauseMs(before) : 0;
  const restMs = Math.max(usualMs, robotsMs);
  model.rest(host, { from: restMs - sinceMs, to: restMs });
  const url = endLease(model, lease, 'expired');
  if (url === undefined) return;
  url.expiries += 1;
  const { to } = wallNow(model);
  comeBack(model, url, { from: to - sinceMs, to });
}

/** Ends it in the books; gives its URL, where that still belongs to it. */
function endLease(model: FrontierModel, lease: ModelLease, end: End): ModelUrl | undefined {
  lease.end = end;
  lease.endedMs = model.nowMs;
  if (lease.isOrphan || lease.isRobots) return undefined;
  return model.url(lease.crawl, lease.url);
}

function settleUrl(model: FrontierModel, url: ModelUrl, report: Report): void {
  const { outcome } = report;
  url.lastOutcome = outcome;
  url.expiries = 0;
  const etagBefore = url.etag;
  url.etag = report.etag;
  const now = wallNow(model);
  if (url.kept !== undefined) {
    url.failures = 0;
    return model.wait(url, url.kept, now);
  }
  if (!isTriedLater(outcome) || url.crawl === BY_HAND) {
    url.failures = 0;
    url.state = STATE.atRest;
    return;
  }
  url.etag = etagBefore;
  url.failures += 1;
  if (url.failures >= SETTINGS.mostFailures) {
    url.state = STATE.atRest;
    return;
  }
  const waitMs = Math.min(SETTINGS.longestRetryMs, SETTINGS.retryMs * 2 ** (url.failures - 1));
  model.wait(url, { ...url.order, notBeforeWallMs: now.from + waitMs }, url.age);
}

/** Without a report the URL waits as before, or by the order that was kept for it. */
function comeBack(model: FrontierModel, url: ModelUrl, now: Span): void {
  if (url.kept !== undefined) return model.wait(url, url.kept, now);
  if (url.crawl === BY_HAND) url.state = STATE.parked;
  else model.wait(url, url.order, url.age);
}

function takeRules(
  model: FrontierModel,
  lease: ModelLease,
  robots: RobotsResult | undefined,
): void {
  const host = model.host(lease.host);
  if (lease.isNamed && robots === undefined) return;
  if (robots?.known !== true) {
    host.robotsFailures += 1;
    return;
  }
  const askedMs = Math.min(SETTINGS.longestRulesMs, robots.maxAgeMs ?? SETTINGS.longestRulesMs);
  const maxAgeMs = Math.max(SETTINGS.shortestRulesMs, askedMs);
  const expiresWallMs = model.clock.nowMs() + maxAgeMs;
  host.rules[lease.scheme] = { attempt: lease.attempt, expiresWallMs };
  host.robotsFailures = 0;
  host.crawlDelayMs = robots.crawlDelayMs;
}

const wallNow = (model: FrontierModel): Span => {
  const wallMs = model.clock.nowMs();
  return { from: wallMs, to: wallMs };
};
