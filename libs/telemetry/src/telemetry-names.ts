import type { DeclaredTelemetry } from './declared.ts';

/** What this library itself emits. */
export const TELEMETRY = {
  problem: {
    name: 'telemetry.problem',
    kind: 'log event',
    level: 'warn',
    attributes: ['message', 'more'],
    means: 'The OpenTelemetry SDK could not do its work, such as reach the collector.',
  },
  unsent: {
    name: 'telemetry.unsent',
    kind: 'log event',
    level: 'warn',
    attributes: ['err'],
    means: 'The process ended before the last spans and metrics were sent.',
  },
} as const satisfies Record<string, DeclaredTelemetry>;
