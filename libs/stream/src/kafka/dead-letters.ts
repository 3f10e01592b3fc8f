import { CrawlError, type ErrorCode, isErrorCode } from '@mayfly/errors';
import type { KafkaMessage } from 'kafkajs';
import {
  compareDeadLetters,
  type DeadLetter,
  deadLetterId,
  type DeadLetterPlace,
  DEFAULT_LIST_LIMIT,
  type DeadLetters,
  parseDeadLetterId,
} from '../dead-letter.ts';
import { sizeOf } from '../outgoing.ts';
import type { Death } from '../runner/arrived.ts';
import type { Headers } from '../stream.ts';
import { toHeaders } from './partition-buffer.ts';
import type { Addressed } from './topic-publisher.ts';

/** Our words in the headers of a dead letter; the headers of the message itself stand beside them. */
const WORD = 'mayfly-dead-';

interface Words {
  readonly topic: string;
  readonly partition: string;
  readonly position: string;
  readonly stream: string;
  readonly code: string;
  readonly reason: string;
  readonly attempts: string;
  readonly key: string;
  readonly published: string;
  readonly died: string;
}

/** A dead letter as a record: its key is the id, so that compaction keeps one of each. */
export function deadRecord(
  topic: string,
  place: DeadLetterPlace,
  { arrived, code, reason, attempts }: Death,
  diedMs: number,
): Addressed {
  const words: Words = {
    topic,
    partition: String(place.partition),
    position: String(place.position),
    stream: place.stream,
    code,
    // Kafka counts headers into the size of a message, and reasons may be long.
    reason: reason.slice(0, 1_000),
    attempts: String(attempts),
    key: arrived.key,
    published: String(arrived.publishedMs),
    died: String(diedMs),
  };
  const headers: Record<string, Buffer> = {};
  for (const [name, value] of Object.entries(arrived.headers)) headers[name] = Buffer.from(value);
  for (const [name, value] of Object.entries(words))
    headers[WORD + name] = Buffer.from(String(value));
  const key = Buffer.from(deadLetterId(place));
  const value = Buffer.from(arrived.payload);
  return { key, value, headers, partition: 0, bytes: sizeOf(key, value, headers) };
}

interface Kept {
  readonly letter: DeadLetter;
  readonly payload: Buffer;
}

/** What the dead letters of one group need of Kafka. */
export interface DeadTopic {
  readonly topic: string;
  /** All records of the dead-letter topic. */
  readonly read: () => Promise<readonly KafkaMessage[]>;
  readonly publishDead: (records: readonly Addressed[]) => Promise<void>;
  readonly publishRetry: (records: readonly Addressed[]) => Promise<void>;
}

/** Lists by reading the whole topic: dead letters are few, and people look at them seldom. */
export function kafkaDeadLetters(dead: DeadTopic): DeadLetters {
  return {
    list: async ({ limit = DEFAULT_LIST_LIMIT, after } = {}) => {
      const last = after === undefined ? undefined : parseDeadLetterId(after);
      if (after !== undefined && last === undefined) throw unknown(after, dead.topic);
      const letters = [...keptIn(await dead.read()).values()].map(({ letter }) => letter);
      return letters
        .sort((a, b) => compareDeadLetters(a.origin, b.origin))
        .filter(({ origin }) => last === undefined || compareDeadLetters(origin, last) > 0)
        .slice(0, limit);
    },
    retry: async (ids) => {
      const kept = keptIn(await dead.read());
      const letters = [...new Set(ids)].map((id) => {
        const letter = kept.get(id);
        if (letter === undefined) throw unknown(id, dead.topic);
        return letter;
      });
      await dead.publishRetry(letters.map(retryRecord));
      await dead.publishDead(
        letters.map(({ letter }) => ({ key: letter.id, value: null, partition: 0, bytes: 0 })),
      );
    },
  };
}

/** The newest record of each id; one without a value says that the letter was given back. */
function keptIn(records: readonly KafkaMessage[]): ReadonlyMap<string, Kept> {
  const kept = new Map<string, Kept>();
  for (const { key, value, headers } of records) {
    const id = key?.toString() ?? '';
    const place = parseDeadLetterId(id);
    if (place === undefined) continue;
    if (value === null) kept.delete(id);
    else kept.set(id, { letter: letterOf(place, toHeaders(headers), value), payload: value });
  }
  return kept;
}

function letterOf(place: DeadLetterPlace, all: Headers, payload: Buffer): DeadLetter {
  const word = (name: keyof Words): string => Buffer.from(all[WORD + name] ?? []).toString();
  const headers = Object.fromEntries(
    Object.entries(all).filter(([name]) => !name.startsWith(WORD)),
  );
  const code: ErrorCode = isErrorCode(word('code')) ? (word('code') as ErrorCode) : 'INTERNAL';
  return {
    id: deadLetterId(place),
    code,
    reason: word('reason'),
    attempts: Number(word('attempts')),
    key: word('key'),
    headers,
    origin: { ...place, topic: word('topic') },
    publishedMs: Number(word('published')),
    diedMs: Number(word('died')),
    payloadBytes: payload.length,
  };
}

function retryRecord({ letter, payload }: Kept): Addressed {
  const headers: Record<string, Buffer> = {};
  for (const [name, value] of Object.entries(letter.headers)) headers[name] = Buffer.from(value);
  const key = Buffer.from(letter.key);
  const bytes = sizeOf(key, payload, headers);
  return { key, value: payload, headers, partition: 0, bytes };
}

function unknown(id: string, topic: string): CrawlError {
  return new CrawlError('DEAD_LETTER_UNKNOWN', `topic ${topic}: no dead letter ${id}`);
}
