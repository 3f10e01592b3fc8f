import { counterOf, type DeclaredTelemetry, logOf } from '@mayfly/telemetry';

/** What the scheduler emits beside what the platform emits for it. */
export const TELEMETRY = {
  submitted: {
    name: 'mayfly.scheduler.urls.submitted',
    kind: 'counter',
    unit: '{url}',
    attributes: ['accepted'],
    means: 'URLs that somebody wished to be fetched.',
  },
  scheduled: {
    name: 'mayfly.scheduler.urls.scheduled',
    kind: 'counter',
    unit: '{url}',
    means: 'Fetches that were ordered from the frontier: pages found, and visits that were due.',
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
} as const satisfies Record<string, DeclaredTelemetry>;

const log = logOf('scheduler');
const submitted = counterOf('scheduler', TELEMETRY.submitted);
const scheduled = counterOf('scheduler', TELEMETRY.scheduled);
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

export function urlsScheduled(count: number): void {
  if (count > 0) scheduled(count);
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
