import type { DeclaredTelemetry } from '@mayfly/telemetry';

/** What engines say while they are opened. */
export const TELEMETRY = {
  waits: {
    name: 'engines.waits',
    kind: 'log event',
    level: 'info',
    means: 'MongoDB or Kafka has not answered yet; the line says where, and which setting says so.',
  },
} as const satisfies Record<string, DeclaredTelemetry>;
