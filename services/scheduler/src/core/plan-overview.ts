import type { PlanDesk, SourceEntry } from './plan-desk.ts';

/** Looked at, at most. */
const MOST_LOOKED_AT = 100_000;
const MOST_ALARMS = 100;

/** What stands out among the sources of a crawl. */
export interface PlanOverview {
  /** Those with the shortest intervals, shortest first. */
  readonly shortest: readonly SourceEntry[];
  /** At most 100 of those with an alarm. */
  readonly alarmed: readonly SourceEntry[];
  /** All that have one. */
  readonly alarms: number;
  readonly lookedAt: number;
}

export function overviewOf(
  desk: Pick<PlanDesk, 'listSources'>,
  crawl: string,
  most: number,
): PlanOverview {
  const sources = desk.listSources(crawl, { limit: MOST_LOOKED_AT });
  const alarmed = sources.filter(({ alarm }) => alarm !== undefined);
  return {
    shortest: sources.filter(isVisited).sort(byInterval).slice(0, most),
    alarmed: alarmed.slice(0, MOST_ALARMS),
    alarms: alarmed.length,
    lookedAt: sources.length,
  };
}

const isVisited = ({ estimate, state }: SourceEntry): boolean =>
  Number.isFinite(estimate.intervalSeconds) && state !== 'retired';

function byInterval(one: SourceEntry, other: SourceEntry): number {
  return (
    one.estimate.intervalSeconds - other.estimate.intervalSeconds || (one.url < other.url ? -1 : 1)
  );
}
