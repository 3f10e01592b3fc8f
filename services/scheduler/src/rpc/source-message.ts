import {
  AlarmKind,
  PageLife,
  type Source,
  SourceKind,
  SourceState,
} from '@mayfly/contracts/scheduler/v1';
import { durationOf } from '@mayfly/grpc';
import type * as desk from '../core/plan-desk.ts';

const KINDS: Readonly<Record<desk.SourceKind, SourceKind>> = {
  seed: SourceKind.SOURCE_KIND_SEED,
  'front-page': SourceKind.SOURCE_KIND_FRONT_PAGE,
  list: SourceKind.SOURCE_KIND_LIST,
  feed: SourceKind.SOURCE_KIND_FEED,
  sitemap: SourceKind.SOURCE_KIND_SITEMAP,
  'by-hand': SourceKind.SOURCE_KIND_BY_HAND,
};

export const SOURCE_STATES: Readonly<Record<desk.SourceState, SourceState>> = {
  candidate: SourceState.SOURCE_STATE_CANDIDATE,
  active: SourceState.SOURCE_STATE_ACTIVE,
  resting: SourceState.SOURCE_STATE_RESTING,
  retired: SourceState.SOURCE_STATE_RETIRED,
};

const LIVES: Readonly<Record<desk.SourceEntry['pages'], PageLife>> = {
  unknown: PageLife.PAGE_LIFE_UNKNOWN,
  ephemeral: PageLife.PAGE_LIFE_EPHEMERAL,
  lasting: PageLife.PAGE_LIFE_LASTING,
};

const ALARMS: Readonly<Record<desk.SourceAlarm['kind'], AlarmKind>> = {
  silent: AlarmKind.ALARM_KIND_SILENT,
  'not-found': AlarmKind.ALARM_KIND_NOT_FOUND,
};

/** A source as callers see it. */
export function sourceMessage(entry: desk.SourceEntry): Source {
  const { url, host, kind, state, reason, sinceMs, crawls, newLinks, pages } = entry;
  const { lambda, profit, decay, visits, intervalSeconds, index, price } = entry.estimate;
  const { alarm } = entry;
  return {
    ...{ url, host, kind: KINDS[kind], state: SOURCE_STATES[state], reason, crawls, newLinks },
    sinceTime: new Date(sinceMs),
    lastCrawlTime: timeOf(entry.lastCrawlMs),
    nextVisitTime: timeOf(entry.nextVisitMs),
    estimate: {
      ...{ newLinksPerSecond: lambda, profit, decayPerSecond: decay, visits, index, price },
      interval: Number.isFinite(intervalSeconds) ? durationOf(intervalSeconds * 1_000) : undefined,
    },
    pageLife: LIVES[pages],
    alarm: alarm && {
      kind: ALARMS[alarm.kind],
      sinceTime: new Date(alarm.sinceMs),
      expected: alarm.expected,
    },
  };
}

export function timeOf(ms: number | undefined): Date | undefined {
  return ms === undefined ? undefined : new Date(ms);
}
