import type { SourceEntry } from './plan-desk.ts';
import type { Reason } from './reasons.ts';
import { spokenNumber, spokenRate, spokenSeconds } from './spoken.ts';

/** Why a source is visited as it is: why now, why not, why this interval. */
export function sourceReasons(source: SourceEntry, nowMs: number): Reason[] {
  return [
    ...(source.alarm === undefined ? [] : [alarmReason(source.alarm)]),
    stateReason(source, nowMs),
    ...(Number.isFinite(source.estimate.intervalSeconds) ? [intervalReason(source)] : []),
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

function stateReason(source: SourceEntry, nowMs: number): Reason {
  const { state, reason, nextVisitMs, estimate } = source;
  const { index, price } = estimate;
  const why = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  const figures = { value: index, price };
  if (state === 'retired') {
    return { kind: 'source-retired', sentence: `It is a source that is not visited: ${why}` };
  }
  if (state === 'resting') {
    const than = `a visit would earn ${spokenNumber(index)}, and a request has to earn ${spokenNumber(price)}`;
    return {
      kind: 'source-resting',
      sentence: `It is a source that rests: ${than}. ${upper(why)}`,
      ...figures,
    };
  }
  if (state === 'candidate') {
    const sentence = `It is a source that is looked at before it counts: ${why}`;
    return { kind: 'source-candidate', sentence, timeMs: nextVisitMs };
  }
  const earns = `a visit would earn ${spokenNumber(index)} now, and a request has to earn ${spokenNumber(price)}`;
  return {
    kind: 'source-next-visit',
    sentence: `It is a source that is visited ${whenWords(nextVisitMs, nowMs)}: ${earns}.`,
    timeMs: nextVisitMs,
    ...figures,
  };
}

function whenWords(nextVisitMs: number | undefined, nowMs: number): string {
  if (nextVisitMs === undefined) return 'again, nobody knows when';
  if (nextVisitMs <= nowMs) return 'now, as soon as its host and the budget allow';
  return `again at ${new Date(nextVisitMs).toISOString()}`;
}

function intervalReason({ estimate }: SourceEntry): Reason {
  const { lambda, profit, decay, visits, intervalSeconds } = estimate;
  const links = `new links on it: ${spokenRate(lambda)}`;
  const read = `a new page of it gets ${spokenNumber(profit)} visits`;
  const fades = decay > 0 ? `, of which half are made in ${spokenSeconds(Math.LN2 / decay)}` : '';
  const from =
    visits > 0
      ? `learned from ${spokenNumber(visits)} ${visits === 1 ? 'visit' : 'visits'}`
      : 'as pages like it, since none was visited yet';
  return {
    kind: 'source-interval',
    sentence: `Its interval is ${spokenSeconds(intervalSeconds)}. ${upper(links)}; ${read}${fades} (${from}).`,
    value: intervalSeconds,
  };
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
