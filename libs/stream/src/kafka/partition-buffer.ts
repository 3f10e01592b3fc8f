import type { KafkaMessage } from 'kafkajs';
import { sizeOf } from '../outgoing.ts';
import type { Arrived, Source } from '../runner/arrived.ts';
import type { Headers } from '../stream.ts';

const NOTHING = Buffer.alloc(0);
const NO_HEADERS: Headers = Object.freeze({});

/** What was fetched of one partition and not handed over yet, as kafkajs gives it: ours is made when it is taken. */
export class PartitionBuffer implements Source {
  private readonly full: { readonly messages: number; readonly bytes: number };
  private messages: KafkaMessage[] = [];
  /** Where the first message stands that was not taken. */
  private head = 0;
  private byteCount = 0;
  private arrivals: (() => void)[] = [];
  private departures: (() => void)[] = [];

  constructor(full: { readonly messages: number; readonly bytes: number }) {
    this.full = full;
  }

  get size(): number {
    return this.messages.length - this.head;
  }

  get bytes(): number {
    return this.byteCount;
  }

  /** Whether nothing more should be fetched now. */
  get isFull(): boolean {
    return this.size >= this.full.messages || this.byteCount >= this.full.bytes;
  }

  push(messages: readonly KafkaMessage[]): void {
    this.messages =
      this.size === 0 ? [...messages] : [...this.messages.slice(this.head), ...messages];
    this.head = 0;
    for (const message of messages) this.byteCount += bytesOf(message);
    this.arrivals = wakeAll(this.arrivals);
  }

  take(limit: { readonly messages: number; readonly bytes: number }): readonly Arrived[] {
    const taken: Arrived[] = [];
    const end = Math.min(this.head + limit.messages, this.messages.length);
    let bytes = 0;
    while (this.head < end) {
      const message = this.messages[this.head]!;
      const size = bytesOf(message);
      if (taken.length > 0 && bytes + size > limit.bytes) break;
      bytes += size;
      taken.push(toArrived(message, size));
      this.head += 1;
    }
    if (this.size === 0) {
      this.messages = [];
      this.head = 0;
    }
    this.byteCount -= bytes;
    if (!this.isFull) this.departures = wakeAll(this.departures);
    return taken;
  }

  async arrival(signal: AbortSignal): Promise<void> {
    if (this.messages.length > 0 || signal.aborted) return;
    await woken((wake) => this.arrivals.push(wake), signal);
  }

  /** Resolves when there is room again, or with the signal. */
  async room(signal: AbortSignal): Promise<void> {
    if (!this.isFull || signal.aborted) return;
    await woken((wake) => this.departures.push(wake), signal);
  }
}

function wakeAll(wakers: readonly (() => void)[]): (() => void)[] {
  for (const wake of wakers) wake();
  return [];
}

async function woken(wait: (wake: () => void) => void, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const wake = () => resolve();
  wait(wake);
  signal.addEventListener('abort', wake, { once: true });
  await promise;
  signal.removeEventListener('abort', wake);
}

function toArrived(message: KafkaMessage, bytes: number): Arrived {
  return {
    position: BigInt(message.offset),
    key: message.key === null ? '' : message.key.toString(),
    // A record without a value is nothing we publish; its empty payload will not decode.
    payload: message.value ?? NOTHING,
    headers: toHeaders(message.headers),
    publishedMs: Number(message.timestamp),
    bytes,
  };
}

function bytesOf({ key, value, headers }: KafkaMessage): number {
  return sizeOf(key ?? NOTHING, value ?? NOTHING, toHeaders(headers));
}

/** Of a header that was given more than once the last value counts. */
export function toHeaders(headers: KafkaMessage['headers']): Headers {
  let ours: Record<string, Uint8Array> | undefined;
  for (const name in headers) {
    ours ??= {};
    const values = headers[name];
    const value = Array.isArray(values) ? values.at(-1) : values;
    if (value !== undefined) ours[name] = typeof value === 'string' ? Buffer.from(value) : value;
  }
  return ours ?? NO_HEADERS;
}
