import type { Access } from './access-log.ts';
import { hostOfRobots, MOST_REDIRECTS, type RobotsHistory, rulesOf } from './robots-book.ts';

/** How long a host must be left alone. */
export interface Manners {
  /** Between the end of an answer and the start of the next request. */
  readonly delayMs: number | ((host: string) => number);
  /** A host rests so many times as long as its last answer took, if that is longer. */
  readonly busyFactor?: number;
  /** Too early by no more than this is forgiven: clocks of two processes and timers are not that exact. */
  readonly toleranceMs?: number;
}

/** A request that came too early. */
export interface Impolite {
  readonly access: Access;
  readonly previous: Access;
  /** From the end of the previous answer; negative where it had not ended. */
  readonly restedMs: number;
  readonly neededMs: number;
}

/** Requests made before the host had rested: its delay, its slowness, and what its last answer asked for. */
export function impoliteRequests(log: readonly Access[], manners: Manners): Impolite[] {
  const { delayMs, busyFactor = 0, toleranceMs = 0 } = manners;
  return neighbours(log).flatMap(([previous, access]) => {
    const endMs = previous.endMs ?? Infinity;
    const restedMs = access.startMs - endMs;
    const neededMs = Math.max(
      typeof delayMs === 'number' ? delayMs : delayMs(access.host),
      Number.isFinite(endMs) ? busyFactor * (endMs - previous.startMs) : 0,
      previous.retryAfterMs ?? 0,
    );
    return restedMs < neededMs - toleranceMs ? [{ access, previous, restedMs, neededMs }] : [];
  });
}

/** Requests that began while another of the same host had not ended. */
export function overlappingRequests(log: readonly Access[]): { access: Access; during: Access }[] {
  return [...byHost(log).values()].flatMap((requests) => {
    let longest: Access | undefined;
    return requests.flatMap((access) => {
      const during = longest;
      if (longest === undefined || endOf(access) > endOf(longest)) longest = access;
      return during !== undefined && access.startMs < endOf(during) ? [{ access, during }] : [];
    });
  });
}

/** Why a request should not have been made. */
export interface Disallowed {
  readonly access: Access;
  /** No robots.txt had been read, or the rules that had been read forbid the path. */
  readonly reason: 'robots-unread' | 'disallowed';
}

/**
 * Requests against the robots.txt that their maker had read last: rules that changed since count only once they were
 * asked for again. Requests for robots.txt itself are always right.
 */
export function disallowedRequests(log: readonly Access[], history: RobotsHistory): Disallowed[] {
  const requests = byHost(log);
  return log.flatMap((access): Disallowed[] => {
    if (access.path === '/robots.txt') return [];
    const read = robotsRead(requests, access, access.host);
    if (read === undefined) return [{ access, reason: 'robots-unread' }];
    const rules = rulesOf(access.host, access.userAgent, (host) =>
      history.robotsAt(host, robotsRead(requests, access, host)?.startMs ?? access.startMs),
    );
    if (!redirectsFollowed(requests, access, history)) return [{ access, reason: 'robots-unread' }];
    return rules.allows(access.path) ? [] : [{ access, reason: 'disallowed' }];
  });
}

/** How often each URL was asked for. */
export function requestsPerUrl(log: readonly Access[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { url } of log) counts.set(url, (counts.get(url) ?? 0) + 1);
  return counts;
}

/** The last robots.txt of a host whose answer was complete when the request began. */
function robotsRead(
  requests: Map<string, Access[]>,
  { startMs }: Access,
  host: string,
): Access | undefined {
  return requests
    .get(host)
    ?.findLast(
      (other) => other.path === '/robots.txt' && !other.aborted && endOf(other) <= startMs,
    );
}

function redirectsFollowed(
  requests: Map<string, Access[]>,
  access: Access,
  history: RobotsHistory,
): boolean {
  let { host } = access;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
    const read = robotsRead(requests, access, host);
    if (read === undefined) return false;
    const answer = history.robotsAt(host, read.startMs);
    if (!('location' in answer)) return true;
    host = hostOfRobots(answer.location);
  }
  return true;
}

function neighbours(log: readonly Access[]): (readonly [Access, Access])[] {
  return [...byHost(log).values()].flatMap((requests) =>
    requests.slice(1).map((access, i) => [requests[i]!, access] as const),
  );
}

function byHost(log: readonly Access[]): Map<string, Access[]> {
  return Map.groupBy(
    log.toSorted((a, b) => a.startMs - b.startMs),
    ({ host }) => host,
  );
}

function endOf({ endMs }: Access): number {
  return endMs ?? Infinity;
}
