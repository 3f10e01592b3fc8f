import { counterOf, type DeclaredTelemetry, logOf } from '@mayfly/telemetry';

/** What site-scoring emits beside what the platform emits for it. */
export const TELEMETRY = {
  counted: {
    name: 'mayfly.site_scoring.attempts.counted',
    kind: 'counter',
    unit: '{attempt}',
    means: 'Attempts that were counted for their sites.',
  },
  scored: {
    name: 'mayfly.site_scoring.urls.scored',
    kind: 'counter',
    unit: '{url}',
    means: 'URLs that were given a prior.',
  },
  listening: {
    name: 'site_scoring.listening',
    kind: 'log event',
    level: 'info',
    attributes: ['port', 'healthPort'],
    means: 'Site-scoring answers, at these ports.',
  },
} as const satisfies Record<string, DeclaredTelemetry>;

const log = logOf('site-scoring');
const counted = counterOf('site-scoring', TELEMETRY.counted);
const scored = counterOf('site-scoring', TELEMETRY.scored);

export function siteScoringListens(port: number, healthPort: number | undefined): void {
  log.info({ event: TELEMETRY.listening.name, port, healthPort }, 'listening');
}

export function attemptsCounted(count: number): void {
  if (count > 0) counted(count);
}

export function urlsScored(count: number): void {
  scored(count);
}
