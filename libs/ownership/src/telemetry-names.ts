import type { DeclaredTelemetry } from '@mayfly/telemetry';

/** What is said about owning tables. */
export const TELEMETRY = {
  waiting: {
    name: 'ownership.waiting',
    kind: 'log event',
    level: 'info',
    attributes: ['table', 'instance', 'waitMs'],
    means:
      'The last owner did not say goodbye; it is watched for a sign of life before it is replaced.',
  },
  taken: {
    name: 'ownership.taken',
    kind: 'log event',
    level: 'info',
    attributes: ['table', 'epoch'],
    means: 'This process owns the tables now.',
  },
  lost: {
    name: 'ownership.lost',
    kind: 'log event',
    level: 'error',
    attributes: ['table', 'epoch', 'err'],
    means:
      'Another process owns the tables, or the owner could not say for too long that it lives.',
  },
} as const satisfies Record<string, DeclaredTelemetry>;
