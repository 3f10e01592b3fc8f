import { counterOf, type DeclaredTelemetry, logOf } from '@mayfly/telemetry';

/** What dedup emits beside what the platform emits for it. */
export const TELEMETRY = {
  judged: {
    name: 'mayfly.dedup.documents.judged',
    kind: 'counter',
    unit: '{document}',
    attributes: ['verdict'],
    means: 'Documents that were judged; one that is asked about again counts again.',
  },
  listening: {
    name: 'dedup.listening',
    kind: 'log event',
    level: 'info',
    attributes: ['port', 'healthPort'],
    means: 'dedup answers, at these ports.',
  },
} as const satisfies Record<string, DeclaredTelemetry>;

const log = logOf('dedup');
const judged = counterOf('dedup', TELEMETRY.judged);

export function dedupListens(port: number, healthPort: number | undefined): void {
  log.info({ event: TELEMETRY.listening.name, port, healthPort }, 'listening');
}

export function documentsJudged(unique: number, same: number): void {
  if (unique > 0) judged(unique, { verdict: 'unique' });
  if (same > 0) judged(same, { verdict: 'same' });
}
