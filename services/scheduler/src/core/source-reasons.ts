import type { SourceEntry } from './plan-desk.ts';
import type { Reason } from './reasons.ts';
import { spokenNumber, spokenRate, spokenSeconds, spokenVisits } from './spoken.ts';

/** The shortest time between two visits of a source, where its crawl has one. */
type Shortest = number | undefined;

/** Why a source is visited as it is: why now, why not, why this interval. */
export function sourceReasons(source: SourceEntry, nowMs: number, shortestMs?: Shortest): Reason[] {
  return [
    ...(source.alarm === undefined ? [] : [alarmReason(source.alarm)]),
    stateReason(source, nowMs, shortestMs),
    ...(Number.isFinite(source.estimate.intervalSeconds)
      ? [intervalReason(source, shortestMs)]
      : []),
  ];
}

function alarmReason({ kind, sinceMs, expected }: NonNullable<SourceEntry['alarm']>): Reason {
  const since = `since ${new Date(sinceMs).toISOString()}`;
  const sentence =
    kind === 'silent'
      ? `It seems to have fallen silent: ${spokenNumber(expected)} new links were expected ${since}, and it shows none.`
      : `What it publishes is not found any more: ${since} readers open pages of its host that no link led to.`;
  return { kind: 'source-alarm', sentence, timeMs: sinceMs, value: expected };
}

function stateReason(source: SourceEntry, nowMs: number, shortestMs: Shortest): Reason {
  const { state, reason, nextVisitMs, estimate } = source;
  const { index, price } = estimate;
  const why = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  const figures = { value: index, price };
  if (state === 'retired') {
    return { kind: 'source-retired', sentence: `It is a source that is not visited: ${why}` };
  }
  if (state === 'resting') {
    const than = `a visit would earn ${spokenVisits(index)}, and a request has to earn ${spokenNumber(price)}`;
    return {
      kind: 'source-resting',
      sentence: `It is a source that rests: ${than}. ${upper(why)}`,
      ...figures,
    };
  }
  if (isVisitedOnce(source, shortestMs)) {
    return {
      kind: 'source-next-visit',
      sentence:
        'It is a source that was visited, and is not visited again: the crawl has no revisit interval, so that nothing is fetched twice.',
    };
  }
  if (state === 'candidate') {
    const sentence = `It is a source that is looked at before it counts, ${whenWords(nextVisitMs, nowMs)}: ${why}`;
    return { kind: 'source-candidate', sentence, timeMs: nextVisitMs };
  }
  const earns = `a visit would earn ${spokenVisits(index)} of readers now, and a request has to earn ${spokenNumber(price)}`;
  return {
    kind: 'source-next-visit',
    sentence: `It is a source that is visited ${whenWords(nextVisitMs, nowMs)}: ${earns}.`,
    timeMs: nextVisitMs,
    ...figures,
  };
}

/** A crawl without a revisit interval fetches nothing twice. */
function isVisitedOnce({ crawls, nextVisitMs }: SourceEntry, shortestMs: Shortest): boolean {
  return shortestMs === undefined && nextVisitMs === undefined && crawls > 0;
}

function whenWords(nextVisitMs: number | undefined, nowMs: number): string {
  if (nextVisitMs === undefined) return 'again, nobody knows when';
  if (nextVisitMs <= nowMs) return 'now, as soon as its host and the budget allow';
  return `again at ${new Date(nextVisitMs).toISOString()}`;
}

function intervalReason(source: SourceEntry, shortestMs: Shortest): Reason {
  const { lambda, profit, decay, visits, intervalSeconds } = source.estimate;
  const links = `new links on it: ${spokenRate(lambda)}`;
  const read = `a new page of it gets ${spokenVisits(profit)}`;
  const fades = decay > 0 ? `, of which half are made in ${spokenSeconds(Math.LN2 / decay)}` : '';
  const from =
    visits > 0
      ? `learned from ${spokenVisits(visits)}`
      : 'as pages like it, since none was visited yet';
  const is = isVisitedOnce(source, shortestMs)
    ? 'Were it visited again, its interval would be'
    : 'Its interval is';
  const kept =
    shortestMs !== undefined && shortestMs > 1_000 * intervalSeconds
      ? `, and the crawl lets it be visited every ${spokenSeconds(shortestMs / 1_000)} at most`
      : '';
  const interval =
    shortestMs !== undefined && intervalSeconds === 0
      ? `It is visited every ${spokenSeconds(shortestMs / 1_000)}, as often as the crawl allows, since there are requests to spare`
      : `${is} ${spokenSeconds(intervalSeconds)}${kept}`;
  return {
    kind: 'source-interval',
    sentence: `${interval}. ${upper(links)}; ${read}${fades} (${from}).`,
    value: intervalSeconds,
  };
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
