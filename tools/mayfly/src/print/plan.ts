import { type Crawl, type GetPlanResponse, SourceState } from '@mayfly/contracts/scheduler/v1';
import type { Settings } from '@mayfly/contracts/crawl/v1';
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
    table([...figures(plan, crawl?.settings), ['  revisits', revisitWords(shortest)]]),
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

/** Without a crawl's settings nobody knows what it lets happen. */
function figures(plan: GetPlanResponse, settings: Settings | undefined): string[][] {
  const { expectedProfit, possibleProfit } = plan;
  const share = possibleProfit > 0 ? ` (${shownShare(expectedProfit / possibleProfit)})` : '';
  const states = plan.sourcesByState.filter(({ sources }) => sources > 0);
  const byState = states.map(
    ({ state, sources }) => `${sources} ${wordOf(SourceState, state, 'SOURCE_STATE_')}`,
  );
  const isOnce = settings !== undefined && settings.revisitInterval === undefined;
  return [
    ['  requests', isOnce ? onceWords(plan) : requestWords(plan, settings)],
    ...(isOnce ? [] : earnings(plan, share)),
    [
      '  sources',
      `${sourceWords(plan, isOnce)}${byState.length === 0 ? '' : `: ${byState.join(', ')}`}`,
    ],
    [
      '  pages',
      `${plan.waitingPages} found and not fetched yet; ${shownShare(plan.explorationShare)} of all orders only to learn`,
    ],
    ...(plan.lastingPages === 0 ? [] : [['  kept fresh', freshWords(plan)]]),
  ];
}

function earnings(plan: GetPlanResponse, share: string): string[][] {
  const { price, expectedProfit, possibleProfit, profitOfOneMore, rateForAll } = plan;
  const isSpare = price === 0;
  return [
    [
      '  price',
      isSpare
        ? 'none: there are more requests than sources can use'
        : `a request has to earn ${shownNumber(price)} visits`,
    ],
    [
      '  expected',
      `${shownNumber(expectedProfit)} visits/s of ${shownNumber(possibleProfit)} possible${share}`,
    ],
    [
      '  one more',
      isSpare
        ? 'request per second would bring nothing more'
        : `request per second would bring ${shownNumber(profitOfOneMore)} visits/s more`,
    ],
    [
      '  for all',
      `${shownNumber(rateForAll)} requests/s would be enough for every source that is worth anything`,
    ],
  ];
}

/** What is going to be done, and how much could be. */
function requestWords(
  { rate, sourceRate, pageRate }: GetPlanResponse,
  settings: Settings | undefined,
): string {
  const of =
    settings?.limits?.requestsPerSecond === undefined
      ? `; it has made ${shownNumber(rate)}/s lately while there was something to do`
      : ` (it may make ${shownNumber(rate)}/s)`;
  return `${shownNumber(sourceRate + pageRate)}/s: ${shownNumber(sourceRate)} for sources, ${shownNumber(pageRate)} for their new pages${of}`;
}

function sourceWords({ keptSources, refusedSources }: GetPlanResponse, isOnce: boolean): string {
  return isOnce
    ? `${keptSources + refusedSources} known`
    : `${keptSources} visited, ${refusedSources} refused at this price`;
}

function onceWords({ waitingPages }: GetPlanResponse): string {
  return waitingPages === 0
    ? 'none planned: no source is visited again, and no page waits'
    : 'what was found is fetched; no source is visited again';
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
