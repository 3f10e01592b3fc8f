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
  joined: {
    name: 'buckets.joined',
    kind: 'log event',
    level: 'info',
    attributes: ['table', 'replica', 'address'],
    means: 'This process is one of the replicas that share the buckets.',
  },
  bucketsTaken: {
    name: 'buckets.taken',
    kind: 'log event',
    level: 'info',
    attributes: ['table', 'buckets', 'owned'],
    means: 'So many buckets were free or their owner was dead, and belong to this replica now.',
  },
  bucketsGiven: {
    name: 'buckets.given',
    kind: 'log event',
    level: 'info',
    attributes: ['table', 'buckets', 'owned'],
    means:
      'So many buckets were handed over, because this replica stops or has more than its share.',
  },
  bucketsLost: {
    name: 'buckets.lost',
    kind: 'log event',
    level: 'warn',
    attributes: ['table', 'buckets', 'why'],
    means:
      'Another replica owns so many buckets now, or this one could not say for too long that it lives.',
  },
  notServed: {
    name: 'buckets.not-served',
    kind: 'log event',
    level: 'error',
    attributes: ['table', 'err'],
    means: 'The service could not begin to serve buckets that it was given; they are given back.',
  },
  giveUpFailed: {
    name: 'buckets.give-up-failed',
    kind: 'log event',
    level: 'warn',
    attributes: ['table', 'err'],
    means: 'The service could not let go of buckets; what is under way will be refused.',
  },
  goodbyeFailed: {
    name: 'buckets.goodbye-failed',
    kind: 'log event',
    level: 'warn',
    attributes: ['table', 'err'],
    means: 'The store did not take the goodbye; others find the buckets free a little later.',
  },
} as const satisfies Record<string, DeclaredTelemetry>;
