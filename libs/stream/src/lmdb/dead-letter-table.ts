import type { Environment, Tree } from '@mayfly/data-folder';
import { CrawlError, type ErrorCode } from '@mayfly/errors';
import {
  type DeadLetter,
  deadLetterId,
  type DeadLetterPlace,
  parseDeadLetterId,
} from '../dead-letter.ts';
import type { Death } from '../runner/arrived.ts';
import type { Origin } from '../stream.ts';

/** A dead letter with its payload, as it goes back into a retry stream. */
export interface Kept {
  readonly letter: DeadLetter;
  readonly payload: Uint8Array;
}

interface Words {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly attempts: number;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly publishedMs: number;
  readonly diedMs: number;
}

/** The dead letters of one group of one topic. */
export class DeadLetterTable {
  private readonly tree: Tree;
  private readonly topic: string;
  private readonly prefix: Buffer;

  constructor(environment: Environment, topic: string, group: string) {
    this.tree = environment.tree('dead-letters');
    this.topic = topic;
    this.prefix = Buffer.from(`${topic}\0${group}\0`);
  }

  /** Only inside the work of a commit. */
  put(place: DeadLetterPlace, { arrived, code, reason, attempts }: Death, diedMs: number): void {
    const { key, publishedMs } = arrived;
    const headers = Object.fromEntries(
      Object.entries(arrived.headers).map(([name, value]) => [
        name,
        Buffer.from(value).toString('base64'),
      ]),
    );
    const words: Words = { code, reason, attempts, key, headers, publishedMs, diedMs };
    const head = Buffer.from(JSON.stringify(words));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(head.length);
    this.tree.put(this.keyOf(place), Buffer.concat([length, head, arrived.payload]));
  }

  list(limit: number, after: string | undefined): readonly DeadLetter[] {
    const place = after === undefined ? undefined : placeOf(after, this.topic);
    const from =
      place === undefined ? this.prefix : Buffer.concat([this.keyOf(place), Buffer.of(0)]);
    const to = Buffer.concat([this.prefix, Buffer.of(0xff)]);
    return [...this.tree.range({ from, to, limit })].map(
      ({ key, value }) => this.decode(this.placeIn(key), value).letter,
    );
  }

  /** Fails for an id that is not there. */
  get(id: string): Kept {
    const place = placeOf(id, this.topic);
    const value = this.tree.get(this.keyOf(place));
    if (value === undefined) throw unknown(id, this.topic);
    return this.decode(place, value);
  }

  /** Only inside the work of a commit. */
  remove(id: string): void {
    this.tree.remove(this.keyOf(placeOf(id, this.topic)));
  }

  private keyOf({ stream, partition, position }: DeadLetterPlace): Buffer {
    const place = Buffer.alloc(13);
    place.writeUInt8(stream === 'main' ? 0 : 1, 0);
    place.writeUInt32BE(partition, 1);
    place.writeBigUInt64BE(position, 5);
    return Buffer.concat([this.prefix, place]);
  }

  private placeIn(key: Uint8Array): DeadLetterPlace {
    const place = Buffer.from(key).subarray(this.prefix.length);
    return {
      stream: place.readUInt8(0) === 0 ? 'main' : 'retry',
      partition: place.readUInt32BE(1),
      position: place.readBigUInt64BE(5),
    };
  }

  private decode(place: DeadLetterPlace, value: Uint8Array): Kept {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    const headEnd = 4 + bytes.readUInt32BE(0);
    const words = JSON.parse(bytes.toString('utf8', 4, headEnd)) as Words;
    const payload = bytes.subarray(headEnd);
    const origin: Origin = { ...place, topic: this.topic };
    const headers = Object.fromEntries(
      Object.entries(words.headers).map(([name, text]) => [name, Buffer.from(text, 'base64')]),
    );
    const id = deadLetterId(place);
    return {
      letter: { ...words, id, headers, origin, payloadBytes: payload.length },
      payload,
    };
  }
}

function placeOf(id: string, topic: string): DeadLetterPlace {
  const place = parseDeadLetterId(id);
  if (place === undefined) throw unknown(id, topic);
  return place;
}

function unknown(id: string, topic: string): CrawlError {
  return new CrawlError('DEAD_LETTER_UNKNOWN', `topic ${topic}: no dead letter ${id}`);
}
