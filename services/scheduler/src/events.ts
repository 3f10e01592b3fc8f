import { counterOf, type DeclaredTelemetry, gaugeOf, logOf } from '@mayfly/telemetry';
import { QUALITY_TELEMETRY } from './quality-events.ts';

/** What the scheduler emits beside what the platform emits for it. */
export const TELEMETRY = {
  submitted: {
    name: 'mayfly.scheduler.urls.submitted',
    kind: 'counter',
    unit: '{url}',
    attributes: ['accepted'],
    means: 'URLs that somebody wished to be fetched.',
  },
  givenUp: {
    name: 'mayfly.scheduler.urls.given_up',
    kind: 'counter',
    unit: '{url}',
    means: 'Wishes that were given up because their deadline passed.',
  },
  scheduled: {
    name: 'mayfly.scheduler.urls.scheduled',
    kind: 'counter',
    unit: '{url}',
    attributes: ['kind'],
    means:
      'Fetches that were ordered from the frontier: of sources, of pages that were chosen, and of pages because there was time to spare.',
  },
  price: {
    name: 'mayfly.scheduler.plan.price',
    kind: 'gauge',
    unit: '{visit}',
    attributes: ['crawl'],
    means: 'Visits of readers that one more request must bring to be worth it.',
  },
  planSources: {
    name: 'mayfly.scheduler.plan.sources',
    kind: 'gauge',
    unit: '{source}',
    attributes: ['crawl', 'as'],
    means: 'Sources that are kept and refused at the price, and those with an alarm.',
  },
  waitingPages: {
    name: 'mayfly.scheduler.plan.waiting_pages',
    kind: 'gauge',
    unit: '{page}',
    attributes: ['crawl'],
    means: 'Pages that the policy holds and has not given out.',
  },
  youngPages: {
    name: 'mayfly.scheduler.plan.young_pages',
    kind: 'gauge',
    unit: '{page}',
    attributes: ['crawl'],
    means: 'Pages seen on a source in the last 15 days.',
  },
  exploration: {
    name: 'mayfly.scheduler.plan.exploration_share',
    kind: 'gauge',
    unit: '1',
    attributes: ['crawl'],
    means: 'The share of the policy’s jobs since the start that were given only to learn.',
  },
  youngDropped: {
    name: 'mayfly.scheduler.young_pages.dropped',
    kind: 'counter',
    unit: '{page}',
    means:
      'Young pages that were forgotten before their time, because there are more than SCHEDULER_YOUNG_PAGES.',
  },
  alarm: {
    name: 'scheduler.source.alarm',
    kind: 'log event',
    level: 'warn',
    attributes: ['crawl', 'url', 'alarm', 'expected'],
    means:
      'A source that should have published has not, or we have stopped finding what it publishes.',
  },
  heard: {
    name: 'mayfly.scheduler.attempts.heard',
    kind: 'counter',
    unit: '{attempt}',
    means: 'Attempts whose recorded end was heard of and followed.',
  },
  visitsTaken: {
    name: 'mayfly.scheduler.visits.taken',
    kind: 'counter',
    unit: '{visit}',
    means: 'Visits that were reported and are durable in the stream.',
  },
  visitsRefused: {
    name: 'mayfly.scheduler.visits.refused',
    kind: 'counter',
    unit: '{visit}',
    attributes: ['reason'],
    means: 'Visits that were reported and not taken: wrong ones, and those of robots.',
  },
  visitsCounted: {
    name: 'mayfly.scheduler.visits.counted',
    kind: 'counter',
    unit: '{visit}',
    attributes: ['as'],
    means:
      'Visits of the stream: counted, shown (and not counted), repeated (the reader had read the page that day), or outside of every crawl.',
  },
  unremembered: {
    name: 'mayfly.scheduler.readers.unremembered',
    kind: 'counter',
    unit: '{reader}',
    means:
      'Readers of a page that were counted and not remembered, because their day has more than SCHEDULER_READERS_PER_DAY: they may count again.',
  },
  dropped: {
    name: 'scheduler.candidates.dropped',
    kind: 'log event',
    level: 'warn',
    attributes: ['count'],
    means: 'The frontier does not know URLs that it was given before; they are not fetched.',
  },
  finished: {
    name: 'scheduler.crawl.finished',
    kind: 'log event',
    level: 'info',
    attributes: ['crawl', 'reason', 'deferredHosts'],
    means: 'A crawl is finished: its page limit is met, or nothing of it is left.',
  },
  created: {
    name: 'scheduler.crawl.created',
    kind: 'log event',
    level: 'info',
    attributes: ['crawl', 'seeds'],
    means: 'Somebody made a crawl.',
  },
  deleted: {
    name: 'scheduler.crawl.deleted',
    kind: 'log event',
    level: 'info',
    attributes: ['crawl'],
    means: 'Somebody deleted a crawl.',
  },
  listening: {
    name: 'scheduler.listening',
    kind: 'log event',
    level: 'info',
    attributes: ['port', 'healthPort'],
    means: 'The scheduler answers, at these ports.',
  },
  ...QUALITY_TELEMETRY,
} as const satisfies Record<string, DeclaredTelemetry>;

const log = logOf('scheduler');
const submitted = counterOf('scheduler', TELEMETRY.submitted);
const givenUp = counterOf('scheduler', TELEMETRY.givenUp);
const scheduled = counterOf('scheduler', TELEMETRY.scheduled);
const price = gaugeOf('scheduler', TELEMETRY.price);
const planSources = gaugeOf('scheduler', TELEMETRY.planSources);
const waitingPages = gaugeOf('scheduler', TELEMETRY.waitingPages);
const youngPages = gaugeOf('scheduler', TELEMETRY.youngPages);
const exploration = gaugeOf('scheduler', TELEMETRY.exploration);
const youngDropped = counterOf('scheduler', TELEMETRY.youngDropped);
const heard = counterOf('scheduler', TELEMETRY.heard);
const taken = counterOf('scheduler', TELEMETRY.visitsTaken);
const refused = counterOf('scheduler', TELEMETRY.visitsRefused);
const unremembered = counterOf('scheduler', TELEMETRY.unremembered);
const counted = counterOf('scheduler', TELEMETRY.visitsCounted);

export function schedulerListens(port: number, healthPort: number | undefined): void {
  log.info({ event: TELEMETRY.listening.name, port, healthPort }, 'listening');
}

export function urlsSubmitted(count: number, accepted: boolean): void {
  if (count > 0) submitted(count, { accepted });
}

export function wishesGivenUp(count: number): void {
  if (count > 0) givenUp(count);
}

export function urlsScheduled(kind: 'source' | 'page' | 'spare', count: number): void {
  if (count > 0) scheduled(count, { kind });
}

export function planned(
  crawl: string,
  plan: {
    readonly price: number;
    readonly keptSources: number;
    readonly refusedSources: number;
    readonly waitingPages: number;
    readonly jobs: number;
    readonly explorationJobs: number;
  },
  counts: { readonly young: number; readonly alarms: number },
): void {
  price(plan.price, { crawl });
  planSources(plan.keptSources, { crawl, as: 'kept' });
  planSources(plan.refusedSources, { crawl, as: 'refused' });
  planSources(counts.alarms, { crawl, as: 'alarm' });
  waitingPages(plan.waitingPages, { crawl });
  youngPages(counts.young, { crawl });
  exploration(plan.jobs === 0 ? 0 : plan.explorationJobs / plan.jobs, { crawl });
}

export function youngPagesDropped(count: number): void {
  if (count > 0) youngDropped(count);
}

export function sourceAlarm(crawl: string, url: string, alarm: string, expected: number): void {
  log.warn({ event: TELEMETRY.alarm.name, crawl, url, alarm, expected }, 'source alarm');
}

export function attemptsHeard(count: number): void {
  if (count > 0) heard(count);
}

export function candidatesDropped(count: number): void {
  if (count > 0) log.warn({ event: TELEMETRY.dropped.name, count }, 'candidates dropped');
}

export function crawlFinished(crawl: string, reason: string, deferredHosts: number): void {
  log.info({ event: TELEMETRY.finished.name, crawl, reason, deferredHosts }, 'crawl finished');
}

export function crawlCreated(crawl: string, seeds: number): void {
  log.info({ event: TELEMETRY.created.name, crawl, seeds }, 'crawl created');
}

export function crawlDeleted(crawl: string): void {
  log.info({ event: TELEMETRY.deleted.name, crawl }, 'crawl deleted');
}

export function visitsTaken(count: number): void {
  if (count > 0) taken(count);
}

export function visitsRefused(count: number, reason: string): void {
  refused(count, { reason });
}

export function visitsCounted(counts: {
  readonly counted: number;
  readonly shown: number;
  readonly repeated: number;
  readonly outside: number;
}): void {
  for (const as of ['counted', 'shown', 'repeated', 'outside'] as const) {
    if (counts[as] > 0) counted(counts[as], { as });
  }
}

export function readersUnremembered(count: number): void {
  if (count > 0) unremembered(count);
}
