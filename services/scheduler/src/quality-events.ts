import { counterOf, type DeclaredTelemetry, gaugeOf, histogramOf, logOf } from '@mayfly/telemetry';

/** From a second to a week. */
const DELAY_BUCKETS = [
  1, 5, 15, 60, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400, 259_200, 604_800,
];

/** What is emitted of quality and of plans as a whole; part of the list of the scheduler. */
export const QUALITY_TELEMETRY = {
  discoveryDelay: {
    name: 'mayfly.scheduler.pages.discovery_delay',
    kind: 'histogram',
    unit: 's',
    buckets: DELAY_BUCKETS,
    means: 'From when a page was published until its link was seen on a source.',
  },
  crawlDelay: {
    name: 'mayfly.scheduler.pages.crawl_delay',
    kind: 'histogram',
    unit: 's',
    buckets: DELAY_BUCKETS,
    means: 'From when a page was published until it was first recorded.',
  },
  profit: {
    name: 'mayfly.scheduler.profit',
    kind: 'counter',
    unit: '{visit}',
    attributes: ['as'],
    means:
      'Visits: possible (what pages found would bring if they were stored when they were born), expected (of pages stored, when they were) and counted (those that pages got in the week after they were stored).',
  },
  sources: {
    name: 'mayfly.scheduler.sources',
    kind: 'gauge',
    unit: '{source}',
    attributes: ['state'],
    means: 'Sources of all crawls, by state.',
  },
  plannedProfit: {
    name: 'mayfly.scheduler.plan.profit',
    kind: 'gauge',
    unit: '{visit}/s',
    attributes: ['as'],
    means:
      'Visits a second of all crawls by their plans: expected under the budget, and possible without one.',
  },
  plannedRate: {
    name: 'mayfly.scheduler.plan.rate',
    kind: 'gauge',
    unit: '{request}/s',
    attributes: ['as'],
    means:
      'Requests per second of all crawls by their plans: those that will be made for sources and their new pages (planned), and those at which no source would be refused (for-all).',
  },
  unsaved: {
    name: 'scheduler.quality.unsaved',
    kind: 'log event',
    level: 'warn',
    attributes: ['err'],
    means:
      'The last seconds of what was measured of quality could not be saved before the process stopped.',
  },
} as const satisfies Record<string, DeclaredTelemetry>;

const log = logOf('scheduler');
const discoveryDelay = histogramOf('scheduler', QUALITY_TELEMETRY.discoveryDelay);
const crawlDelay = histogramOf('scheduler', QUALITY_TELEMETRY.crawlDelay);
const profit = counterOf('scheduler', QUALITY_TELEMETRY.profit);
const sources = gaugeOf('scheduler', QUALITY_TELEMETRY.sources);
const plannedProfit = gaugeOf('scheduler', QUALITY_TELEMETRY.plannedProfit);
const plannedRate = gaugeOf('scheduler', QUALITY_TELEMETRY.plannedRate);

/** What is measured of pages as they are found and stored. */
export const qualityNotes = {
  discovered: (delayMs: number): void => discoveryDelay(delayMs / 1_000),
  recorded: (delayMs: number): void => crawlDelay(delayMs / 1_000),
  profit: (as: 'expected' | 'possible' | 'counted', visits: number): void => {
    if (visits > 0) profit(visits, { as });
  },
};

export function qualityUnsaved(err: unknown): void {
  log.warn({ event: QUALITY_TELEMETRY.unsaved.name, err }, 'quality unsaved');
}

/** The plans of all crawls together. */
export function plansSeen(sums: {
  readonly states: Readonly<Record<string, number>>;
  readonly profit: Readonly<Record<'expected' | 'possible', number>>;
  readonly rate: Readonly<Record<'planned' | 'for-all', number>>;
}): void {
  for (const [state, count] of Object.entries(sums.states)) sources(count, { state });
  for (const [as, visits] of Object.entries(sums.profit)) plannedProfit(visits, { as });
  for (const [as, rate] of Object.entries(sums.rate)) plannedRate(rate, { as });
}
