import type { Tracer } from '@opentelemetry/api';
import type { DeadLetters } from './dead-letter.ts';
import type { AnyTopic, Topic } from './topic.ts';

/** Words about a message beside its payload; bytes come back as they went in. */
export type Headers = Readonly<Record<string, Uint8Array>>;

/** Where a message stands. Positions never go back for a key of one stream. */
export interface Origin {
  /** A message that was dead and came again is guarded apart from those that come the first time. */
  readonly stream: 'main' | 'retry';
  readonly topic: string;
  readonly partition: number;
  readonly position: bigint;
}

/** A message in the hands of a handler. */
export interface Received<M> {
  readonly message: M;
  readonly key: string;
  readonly headers: Headers;
  readonly origin: Origin;
  readonly publishedMs: number;
}

/**
 * Handles messages of one partition, in order. Answers one entry a message, undefined for done; no answer means
 * all done, and a throw that each failed with it. When a message failed, later ones of its key come again after
 * it, whatever their answer. The signal is aborted when the partition belongs to somebody else.
 */
export type Handle<M> = (
  batch: readonly Received<M>[],
  context: { readonly signal: AbortSignal },
) => Promise<readonly (Error | undefined)[] | void>;

/** Who reads what, how much at a time, and what becomes of it. */
export interface ConsumeOptions<M> {
  readonly topic: Topic<M>;
  readonly group: string;
  readonly handle: Handle<M>;
  /** Most messages in one call of the handler (500). */
  readonly maxBatch?: number;
  /** Most bytes in one call of the handler, unless one message alone is larger (4 MB). */
  readonly maxBatchBytes?: number;
  /** Tries before a message that fails while others pass is given up (5). */
  readonly maxTries?: number;
  /** Makes the spans of this consumer; its name says which service it is. */
  readonly tracer?: Tracer;
}

/** One member of a group, reading until it is stopped. */
export interface Consumer {
  /** Partitions of the topic that it has now. */
  assigned(): readonly number[];
  /** What it has taken from the engine and not handed over yet. */
  ahead(): { readonly messages: number; readonly bytes: number };
  /** Takes nothing new, lets running handlers finish for a while, commits, and leaves the group. */
  stop(): Promise<void>;
}

/** How far a group is behind. */
export interface Lag {
  readonly messages: number;
  /** Exact in the embedded log; on Kafka by the mean size of a message. */
  readonly bytes: number;
  /** Age of the oldest message that is not committed; 0 when there is none. */
  readonly seconds: number;
}

/** Whether a publish would get through now, and since when that is so. */
export interface Publishing {
  readonly ok: boolean;
  readonly sinceMs: number;
  readonly error?: Error;
}

/** What may be said about each message of a publish. */
export interface PublishOptions<M> {
  readonly headers?: (message: M) => Readonly<Record<string, string | Uint8Array>>;
}

/** Typed messages from publishers to groups of consumers: at least once, in order per key. */
export interface Stream {
  /** Resolves when all are durable. After a rejection with a retryable code some may have got through. */
  publish<M>(topic: Topic<M>, messages: readonly M[], options?: PublishOptions<M>): Promise<void>;
  consume<M>(options: ConsumeOptions<M>): Promise<Consumer>;
  lag(topic: AnyTopic, group: string): Promise<Lag>;
  publishing(): Publishing;
  deadLetters(topic: AnyTopic, group: string): DeadLetters;
  /** Creates what the topics need; what is there already stays as it is. */
  prepare(topics: readonly AnyTopic[]): Promise<void>;
  /** Whether the engine answers and has the topics it was opened for. */
  isReady(): Promise<boolean>;
  /** Stops all consumers and waits for publishes under way. */
  close(): Promise<void>;
}

/** Where a stream says what it does; a pino logger fits. */
export interface StreamLog {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
