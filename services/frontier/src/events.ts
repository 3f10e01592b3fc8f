import { counterOf, type DeclaredTelemetry, gaugeOf, logOf } from '@mayfly/telemetry';

/** What the frontier emits beside what the platform emits for it. */
export const TELEMETRY = {
  submitted: {
    name: 'mayfly.frontier.urls.submitted',
    kind: 'counter',
    unit: '{url}',
    attributes: ['answer'],
    means: 'URLs that were submitted, by answer.',
  },
  leased: {
    name: 'mayfly.frontier.leases.given',
    kind: 'counter',
    unit: '{lease}',
    attributes: ['kind'],
    means: 'Leases that were given, for pages and for robots.txt.',
  },
  settled: {
    name: 'mayfly.frontier.leases.settled',
    kind: 'counter',
    unit: '{lease}',
    attributes: ['outcome'],
    means: 'Settlements that were taken, by outcome.',
  },
  expired: {
    name: 'mayfly.frontier.leases.expired',
    kind: 'counter',
    unit: '{lease}',
    means: 'Leases that expired.',
  },
  waiting: {
    name: 'mayfly.frontier.urls.waiting',
    kind: 'gauge',
    unit: '{url}',
    means: 'URLs that wait.',
  },
  resting: {
    name: 'mayfly.frontier.hosts.resting',
    kind: 'gauge',
    unit: '{host}',
    means: 'Hosts that rest.',
  },
  listening: {
    name: 'frontier.listening',
    kind: 'log event',
    level: 'info',
    attributes: ['port', 'healthPort'],
    means: 'The frontier answers, at these ports.',
  },
  leasesExpired: {
    name: 'frontier.leases_expired',
    kind: 'log event',
    level: 'info',
    attributes: ['count'],
    means: 'Fetchers did not say in time how their requests ended.',
  },
} as const satisfies Record<string, DeclaredTelemetry>;

const log = logOf('frontier');
const submitted = counterOf('frontier', TELEMETRY.submitted);
const leased = counterOf('frontier', TELEMETRY.leased);
const settled = counterOf('frontier', TELEMETRY.settled);
const expired = counterOf('frontier', TELEMETRY.expired);
const waiting = gaugeOf('frontier', TELEMETRY.waiting);
const resting = gaugeOf('frontier', TELEMETRY.resting);

export function frontierListens(port: number, healthPort: number | undefined): void {
  log.info({ event: TELEMETRY.listening.name, port, healthPort }, 'listening');
}

const ANSWERS = ['', 'new', 'known', 'refused', 'crawl unknown'] as const;

export function urlsSubmitted(answers: Iterable<number>): void {
  for (const [answer, count] of countsOf(answers)) {
    submitted(count, { answer: ANSWERS[answer] ?? '' });
  }
}

export function leasesGiven(kinds: Iterable<number>): void {
  for (const [kind, count] of countsOf(kinds)) {
    leased(count, { kind: kind === 1 ? 'page' : 'robots' });
  }
}

export function leasesSettled(outcomes: Iterable<number>): void {
  for (const [outcome, count] of countsOf(outcomes)) settled(count, { outcome });
}

export function leasesExpired(count: number): void {
  if (count === 0) return;
  expired(count);
  log.info({ event: TELEMETRY.leasesExpired.name, count }, 'leases expired');
}

export function gaugesRead(gauges: { readonly waiting: number; readonly resting: number }): void {
  waiting(gauges.waiting);
  resting(gauges.resting);
}

function countsOf(values: Iterable<number>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
