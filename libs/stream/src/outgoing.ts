import { CrawlError } from '@mayfly/errors';
import { context, propagation } from '@opentelemetry/api';
import { keyPartition } from './key-partition.ts';
import type { Headers, PublishOptions } from './stream.ts';
import type { AnyTopic, Topic } from './topic.ts';

/** The largest message: key, payload and headers together. Larger things go to a store, and the message names them. */
export const MAX_MESSAGE_BYTES = 1_000_000;

/** The longest key and the longest name of a header: logs keep their lengths in two bytes. */
export const MAX_NAME_BYTES = 65_535;
const MAX_HEADERS = 65_535;

/** A message as bytes, on its way into an engine. */
export interface Outgoing {
  readonly partition: number;
  readonly key: Uint8Array;
  readonly payload: Uint8Array;
  readonly headers: Headers;
  readonly bytes: number;
}

/** Encodes a whole call, so that one message that is too large stops all before anything is sent. */
export function encodeAll<M>(
  topic: Topic<M>,
  messages: readonly M[],
  { headers }: PublishOptions<M> = {},
): readonly Outgoing[] {
  const trace = traceHeaders();
  // Messages of one host come together, so its bytes and its partition are made once.
  const hosts = new Map<string, { readonly key: Uint8Array; readonly partition: number }>();
  return messages.map((message) => {
    const text = topic.key(message);
    let host = hosts.get(text);
    if (host === undefined) {
      const key = Buffer.from(text);
      checkLimit(topic, 'a key', key.length, MAX_NAME_BYTES);
      hosts.set(text, (host = { key, partition: keyPartition(key, topic.partitions) }));
    }
    const { key, partition } = host;
    const payload = topic.encode(message);
    const all = headers === undefined ? trace : { ...trace, ...toBytes(headers(message)) };
    const bytes = sizeOf(key, payload, all);
    checkLimit(topic, 'a message', bytes, MAX_MESSAGE_BYTES);
    if (headers !== undefined) checkNames(topic, Object.keys(all));
    return { partition, key, payload, headers: all, bytes };
  });
}

function checkNames(topic: AnyTopic, names: readonly string[]): void {
  for (const name of names) {
    checkLimit(topic, 'the name of a header', Buffer.byteLength(name), MAX_NAME_BYTES);
  }
  if (names.length > MAX_HEADERS) {
    throw tooLarge(topic, `a message has ${names.length} headers, and ${MAX_HEADERS} is the most`);
  }
}

function checkLimit(topic: AnyTopic, what: string, bytes: number, most: number): void {
  if (bytes > most) throw tooLarge(topic, `${what} has ${bytes} bytes, and ${most} is the most`);
}

function tooLarge(topic: AnyTopic, why: string): CrawlError {
  return new CrawlError('MESSAGE_TOO_LARGE', `topic ${topic.name}: ${why}`);
}

/** What counts against the limit, and in a lag of bytes. */
export function sizeOf(key: Uint8Array, payload: Uint8Array, headers: Headers): number {
  let bytes = key.length + payload.length;
  for (const name in headers) bytes += Buffer.byteLength(name) + headers[name]!.length;
  return bytes;
}

function traceHeaders(): Headers {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return toBytes(carrier);
}

function toBytes(headers: Readonly<Record<string, string | Uint8Array>>): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? Buffer.from(value) : value,
    ]),
  );
}
