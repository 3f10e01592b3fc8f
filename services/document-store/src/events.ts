import { counterOf, type DeclaredTelemetry, logOf } from '@mayfly/telemetry';
import type { RecordKind } from './core/attempt-end.ts';

/** What the document-store emits beside what the platform emits for it. */
export const TELEMETRY = {
  recorded: {
    name: 'mayfly.document_store.attempts.recorded',
    kind: 'counter',
    unit: '{attempt}',
    attributes: ['record'],
    means: 'Attempts that were recorded, by what became of them.',
  },
  repeated: {
    name: 'mayfly.document_store.attempts.repeated',
    kind: 'counter',
    unit: '{attempt}',
    means: 'Messages of attempts that were recorded before; they are only announced again.',
  },
  announced: {
    name: 'mayfly.document_store.events.announced',
    kind: 'counter',
    unit: '{event}',
    means: 'Parts of announcements that were published.',
  },
  put: {
    name: 'mayfly.document_store.bodies.put',
    kind: 'counter',
    unit: '{body}',
    attributes: ['known'],
    means: 'Bodies, texts and links that came by PutBody.',
  },
  swept: {
    name: 'mayfly.document_store.bodies.swept',
    kind: 'counter',
    unit: '{body}',
    means: 'Bodies that no message claimed in time.',
  },
  recordAttempt: {
    name: 'record attempt',
    kind: 'span',
    attributes: ['mayfly.host', 'mayfly.attempt', 'error.type'],
    means:
      'From the receipt of one fetch message to its announcement; in the trace of the attempt, linked to the batch.',
  },
  sweptEvent: {
    name: 'document_store.bodies_swept',
    kind: 'log event',
    level: 'info',
    attributes: ['count'],
    means: 'Bodies were removed because no message claimed them in time.',
  },
  listening: {
    name: 'document_store.listening',
    kind: 'log event',
    level: 'info',
    attributes: ['port', 'healthPort'],
    means: 'The document-store answers, at these ports.',
  },
} as const satisfies Record<string, DeclaredTelemetry>;

const SERVICE = 'document-store';
const log = logOf(SERVICE);
const recorded = counterOf(SERVICE, TELEMETRY.recorded);
const repeated = counterOf(SERVICE, TELEMETRY.repeated);
const announced = counterOf(SERVICE, TELEMETRY.announced);
const put = counterOf(SERVICE, TELEMETRY.put);
const swept = counterOf(SERVICE, TELEMETRY.swept);

export function documentStoreListens(port: number, healthPort: number | undefined): void {
  log.info({ event: TELEMETRY.listening.name, port, healthPort }, 'listening');
}

export function attemptRecorded(record: RecordKind): void {
  recorded(1, { record });
}

export function attemptRepeated(): void {
  repeated(1);
}

export function eventsAnnounced(count: number): void {
  announced(count);
}

export function bodyPut(known: boolean): void {
  put(1, { known });
}

export function bodiesSwept(count: number): void {
  if (count === 0) return;
  swept(count);
  log.info({ event: TELEMETRY.sweptEvent.name, count }, 'unclaimed bodies removed');
}
