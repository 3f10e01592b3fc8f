import type { PlanDesk, SourceAlarm, SourceEntry } from './plan-desk.ts';

/** Looked at, at most: some tenths of a second. */
export const MOST_LOOKED_AT = 100_000;
const A_TIME = 1_000;
const MOST_ALARMS = 100;

/** What stands out among the sources of a crawl. */
export interface PlanOverview {
  /** Those with the shortest intervals, shortest first. */
  readonly shortest: readonly SourceEntry[];
  /** At most 100 of those with an alarm. */
  readonly alarmed: readonly SourceEntry[];
  readonly alarms: Readonly<Record<SourceAlarm['kind'], number>>;
  readonly lookedAt: number;
}

/** Looks at the sources of a crawl, some at a time: whoever else has something to do comes in between. */
export async function overviewOf(
  desk: Pick<PlanDesk, 'listSources'>,
  crawl: string,
  { most, pause }: { readonly most: number; readonly pause: () => Promise<void> },
): Promise<PlanOverview> {
  let shortest: SourceEntry[] = [];
  const alarmed: SourceEntry[] = [];
  const alarms = { silent: 0, 'not-found': 0 };
  let lookedAt = 0;
  let after: SourceEntry['url'] | undefined;
  while (lookedAt < MOST_LOOKED_AT) {
    const some = desk.listSources(crawl, { after, limit: A_TIME });
    lookedAt += some.length;
    after = some.at(-1)?.url;
    for (const source of some) {
      if (source.alarm === undefined) continue;
      alarms[source.alarm.kind] += 1;
      if (alarmed.length < MOST_ALARMS) alarmed.push(source);
    }
    shortest = [...shortest, ...some.filter(isVisited)].sort(byInterval).slice(0, most);
    if (some.length < A_TIME) break;
    await pause();
  }
  return { shortest, alarmed, alarms, lookedAt };
}

const isVisited = ({ estimate }: SourceEntry): boolean => Number.isFinite(estimate.intervalSeconds);

function byInterval(one: SourceEntry, other: SourceEntry): number {
  return (
    one.estimate.intervalSeconds - other.estimate.intervalSeconds || (one.url < other.url ? -1 : 1)
  );
}
