import type { DeclaredTelemetry } from '@mayfly/telemetry';

/** What streams emit: spans by the messaging conventions, and log events that a person may have to act on. */
export const TELEMETRY = {
  process: {
    name: 'process {topic}',
    kind: 'span',
    attributes: [
      'messaging.system',
      'messaging.operation.name',
      'messaging.operation.type',
      'messaging.destination.name',
      'messaging.destination.partition.id',
      'messaging.consumer.group.name',
      'messaging.batch.message_count',
      'error.type',
    ],
    means: 'One call of a handler; linked to the span that published each of its messages.',
  },
  deadLetter: {
    name: 'stream.dead_letter',
    kind: 'log event',
    level: 'warn',
    attributes: ['topic', 'stream', 'partition', 'position', 'code'],
    means: 'A message was given up and lies with the dead letters of its group.',
  },
  partitionWaits: {
    name: 'stream.partition_waits',
    kind: 'log event',
    level: 'warn',
    attributes: ['topic', 'stream', 'partition', 'code'],
    means: 'Something that a handler needs is away; its partition waits until it is back.',
  },
  handlerFailed: {
    name: 'stream.handler_failed',
    kind: 'log event',
    level: 'error',
    attributes: ['topic', 'stream', 'partition', 'err', 'try'],
    means: 'A handler failed by a bug; the message is tried a few times more.',
  },
  deadLetterWaits: {
    name: 'stream.dead_letter_waits',
    kind: 'log event',
    level: 'warn',
    attributes: ['topic', 'stream', 'partition', 'err'],
    means: 'A dead letter cannot be written now; its partition waits.',
  },
  consumerReconnects: {
    name: 'stream.consumer_reconnects',
    kind: 'log event',
    level: 'warn',
    attributes: ['err', 'groupId'],
    means: 'A consumer lost Kafka and is made anew.',
  },
  trimFailed: {
    name: 'stream.trim_failed',
    kind: 'log event',
    level: 'warn',
    attributes: ['err'],
    means: 'The embedded log could not be trimmed; it is tried again after the next commit.',
  },
} as const satisfies Record<string, DeclaredTelemetry>;
