import { type Crawl, type GetPlanResponse, SourceState } from '@mayfly/contracts/scheduler/v1';
import type { ProtoDuration } from '@mayfly/grpc';
import { crawlState } from './crawl.ts';
import { plainSeconds, shownDuration, shownNumber, shownShare } from './figures.ts';
import { plainSource, shownAlarms, shownSources } from './source.ts';
import { table, wordOf } from './words.ts';

/** A plan, for a person, with whether its crawl runs. */
export function shownPlan(plan: GetPlanResponse, crawl: Crawl | undefined, nowMs: number): string {
  const shortest = crawl?.settings?.revisitInterval;
  const state = crawl === undefined ? 'running' : crawlState(crawl);
  const idle = state === 'running' ? '' : `; ${state}, so that nothing of this is done now`;
  const parts = [
    `${plan.crawl}: policy ${plan.policy}${idle}`,
    table([...figures(plan), ['  revisits', revisitWords(shortest)]]),
  ];
  if (plan.sources.length > 0) {
    parts.push(
      '',
      'sources with the shortest intervals:',
      shownSources(plan.sources, { nowMs, shortest }),
    );
  }
  if (plan.alarmedSources > 0) {
    const all = plan.alarmedSources > plan.alarms.length ? `, the first ${plan.alarms.length}` : '';
    parts.push(
      '',
      `sources with an alarm (${plan.alarmedSources}${all}):`,
      shownAlarms(plan.alarms, nowMs).trimEnd(),
    );
  }
  return `${parts.join('\n')}\n`;
}

function figures(plan: GetPlanResponse): string[][] {
  const { rate, sourceRate, pageRate, expectedProfit, possibleProfit, price } = plan;
  const share = possibleProfit > 0 ? ` (${shownShare(expectedProfit / possibleProfit)})` : '';
  const states = plan.sourcesByState.filter(({ sources }) => sources > 0);
  const byState = states.map(
    ({ state, sources }) => `${sources} ${wordOf(SourceState, state, 'SOURCE_STATE_')}`,
  );
  return [
    [
      '  requests',
      `${shownNumber(rate)}/s: ${shownNumber(sourceRate)} for sources, ${shownNumber(pageRate)} for their pages`,
    ],
    ['  price', `a request has to earn ${shownNumber(price)} visits`],
    [
      '  expected',
      `${shownNumber(expectedProfit)} visits/s of ${shownNumber(possibleProfit)} possible${share}`,
    ],
    [
      '  one more',
      `request per second would bring ${shownNumber(plan.profitOfOneMore)} visits/s more`,
    ],
    [
      '  for all',
      `${shownNumber(plan.rateForAll)} requests/s would be enough for every source that is worth anything`,
    ],
    [
      '  sources',
      `${plan.keptSources} visited, ${plan.refusedSources} refused at this price${byState.length === 0 ? '' : `: ${byState.join(', ')}`}`,
    ],
    [
      '  pages',
      `${plan.waitingPages} found and not fetched yet; ${shownShare(plan.explorationShare)} of all orders only to learn`,
    ],
    ...(plan.lastingPages === 0 ? [] : [['  kept fresh', freshWords(plan)]]),
  ];
}

function revisitWords(shortest: ProtoDuration | undefined): string {
  return shortest === undefined
    ? 'none: nothing is fetched twice, since the crawl has no revisit interval'
    : `every ${shownDuration(shortest)} at most, of one source`;
}

function freshWords({ lastingPages, freshness = 0, age }: GetPlanResponse): string {
  return `${lastingPages} lasting pages: ${shownShare(freshness)} as they are now, ${shownDuration(age)} behind on average`;
}

/** The same for scripts: intervals of sources are the policy's. */
export function plainPlan(
  { age, sourcesByState, sources, alarms, ...plan }: GetPlanResponse,
  crawl: Crawl | undefined,
): object {
  const states = sourcesByState.map(({ state, sources: count }) => [
    wordOf(SourceState, state, 'SOURCE_STATE_'),
    count,
  ]);
  return {
    ...{ ...plan, ageSeconds: plainSeconds(age) },
    revisitIntervalSeconds: plainSeconds(crawl?.settings?.revisitInterval),
    sourcesByState: Object.fromEntries(states) as object,
    sources: sources.map(plainSource),
    alarms: alarms.map(plainSource),
  };
}
