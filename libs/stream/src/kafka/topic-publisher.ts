import { atMost, type Clock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import type { Kafka, Message, Producer } from 'kafkajs';
import { MAX_MESSAGE_BYTES } from '../outgoing.ts';
import type { PublishState } from '../publish-state.ts';
import { Backoff } from '../runner/backoff.ts';
import { kafkaErrorType } from './client.ts';
import { cutOff } from './connections.ts';

/** A message that is addressed and measured. */
export interface Addressed extends Message {
  readonly partition: number;
  readonly bytes: number;
}

/** What publishers of all topics share. */
export interface PublisherParts {
  readonly client: () => Kafka;
  readonly clock: Clock;
  readonly random: () => number;
  readonly state: PublishState;
  /** How long a call may take. */
  readonly timeoutMs: number;
  /** Rejects while the topic is not as it is declared. */
  readonly check: () => Promise<void>;
}

interface Call {
  readonly messages: readonly Addressed[];
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  /** Its caller has been told; whether it gets through is unknown. */
  over: boolean;
}

/** Room that Kafka takes in a record batch for each message beside its own bytes, and more than enough for headers. */
const RECORD_BYTES = 100;
/** How long a producer may take to disconnect. */
const DISCONNECT_MS = 1_000;
const REFUSED = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD']);
const MISSING = 'UNKNOWN_TOPIC_OR_PARTITION';

/**
 * Publishes to one topic of Kafka's, one request at a time; what arrives meanwhile goes together in the next, so
 * order is the order of calls. The producer is idempotent only as long as a request that failed is repeated as it
 * was: kafkajs takes its sequence numbers back, and other messages under the same numbers would be dropped as
 * repeats. So a request is repeated unchanged, and when nobody waits for it any more its producer goes too.
 */
export class TopicPublisher {
  private readonly topic: string;
  private readonly parts: PublisherParts;
  private readonly closing = new AbortController();
  /** Calls whose callers have not been told yet. */
  private readonly open = new Set<Call>();
  private waiting: Call[] = [];
  private sending: Promise<void> | undefined;
  private producer: Producer | undefined;
  /** The client that was made for the producer. */
  private kafka: Kafka | undefined;

  constructor(topic: string, parts: PublisherParts) {
    this.topic = topic;
    this.parts = parts;
  }

  /** Resolves when all replicas have them; fails with STREAM_AWAY after the deadline. */
  publish(messages: readonly Addressed[]): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const answered = new AbortController();
    const answer = (): void => {
      this.open.delete(call);
      answered.abort();
    };
    const call: Call = {
      messages,
      over: false,
      resolve: () => {
        answer();
        resolve();
      },
      reject: (error) => {
        call.over = true;
        answer();
        reject(error);
      },
    };
    if (this.closing.signal.aborted) {
      call.reject(this.closed());
      return promise;
    }
    this.open.add(call);
    void this.parts.clock.sleep(this.parts.timeoutMs, answered.signal).then(
      () => {
        const error = this.away();
        this.parts.state.fails(error);
        call.reject(error);
      },
      () => undefined,
    );
    this.waiting.push(call);
    this.sending ??= this.sendAll();
    return promise;
  }

  /** Waits so long for what is under way; what is not through by then fails with STREAM_AWAY. */
  async close(drainMs: number): Promise<void> {
    await atMost(this.parts.clock, drainMs, this.sending);
    this.closing.abort();
    for (const call of [...this.open]) call.reject(this.closed());
    // kafkajs first waits for the answer to what is under way, which a broker that hangs never gives.
    const { kafka } = this;
    await atMost(this.parts.clock, DISCONNECT_MS, this.dropProducer());
    if (kafka !== undefined) cutOff(kafka);
  }

  private async sendAll(): Promise<void> {
    while (this.waiting.length > 0) await this.sendTogether(this.takeCalls());
    this.sending = undefined;
  }

  /** As many calls as fit: a broker takes so much a partition in one request. */
  private takeCalls(): readonly Call[] {
    const sizes = new Map<number, number>();
    let count = 0;
    for (const { messages } of this.waiting) {
      for (const { partition, bytes } of messages) {
        sizes.set(partition, (sizes.get(partition) ?? 0) + bytes + RECORD_BYTES);
      }
      if (count > 0 && Math.max(...sizes.values()) > MAX_MESSAGE_BYTES) break;
      count += 1;
    }
    return this.waiting.splice(0, count).filter((call) => !call.over);
  }

  private async sendTogether(calls: readonly Call[]): Promise<void> {
    for (const messages of requestsOf(calls.flatMap((call) => call.messages))) {
      if (!(await this.sendUntilOver(calls, messages))) return;
    }
    for (const call of calls) call.resolve();
  }

  /** Whether the request got through; otherwise every caller has been told. */
  private async sendUntilOver(calls: readonly Call[], messages: Addressed[]): Promise<boolean> {
    const backoff = new Backoff(this.parts);
    for (;;) {
      try {
        await this.parts.check();
        this.producer ??= await this.connect();
        await this.producer.send({ topic: this.topic, messages, acks: -1 });
        this.parts.state.works();
        return true;
      } catch (cause) {
        const failure = this.failureOf(cause);
        if (failure.final) for (const call of calls) call.reject(failure.error);
        else this.parts.state.fails(failure.error);
        if (failure.sequenceLost || calls.every(({ over }) => over)) await this.dropProducer();
        if (calls.every(({ over }) => over)) return false;
        await backoff.wait(this.closing.signal);
      }
    }
  }

  private failureOf(cause: unknown) {
    if (cause instanceof CrawlError) {
      return { final: !cause.retryable, sequenceLost: false, error: cause };
    }
    const type = kafkaErrorType(cause) ?? '';
    const what = `topic ${this.topic}`;
    const sequenceLost = /SEQUENCE|PRODUCER/.test(type);
    if (REFUSED.has(type)) {
      const error = new CrawlError('MESSAGE_TOO_LARGE', `${what}: refused by the broker`, {
        cause,
      });
      return { final: true, sequenceLost, error };
    }
    if (type === MISSING) {
      const error = new CrawlError('STREAM_NOT_PREPARED', `${what}: it is not there`, { cause });
      return { final: true, sequenceLost, error };
    }
    return { final: false, sequenceLost, error: this.away(cause) };
  }

  private away(cause?: unknown): CrawlError {
    return new CrawlError('STREAM_AWAY', `topic ${this.topic}: Kafka does not answer`, { cause });
  }

  private closed(): CrawlError {
    return new CrawlError('STREAM_AWAY', `topic ${this.topic}: the stream is closed`);
  }

  private async connect(): Promise<Producer> {
    if (this.closing.signal.aborted) throw this.closed();
    const kafka = this.parts.client();
    const producer = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner:
        () =>
        ({ message }) =>
          message.partition!,
    });
    try {
      await producer.connect();
      // Nobody would disconnect it later.
      if (this.closing.signal.aborted) throw this.closed();
      this.kafka = kafka;
      return producer;
    } catch (error) {
      await producer.disconnect().catch(() => undefined);
      cutOff(kafka);
      throw error;
    }
  }

  private async dropProducer(): Promise<void> {
    const { producer, kafka } = this;
    this.producer = undefined;
    this.kafka = undefined;
    await producer?.disconnect().catch(() => undefined);
    if (kafka !== undefined) cutOff(kafka);
  }
}

/** One call may be more than a broker takes at once; it is cut then, in order. */
function requestsOf(messages: readonly Addressed[]): readonly Addressed[][] {
  const requests: Addressed[][] = [];
  let sizes = new Map<number, number>();
  for (const message of messages) {
    const size = (sizes.get(message.partition) ?? 0) + message.bytes + RECORD_BYTES;
    const request = requests.at(-1);
    if (request === undefined || (size > MAX_MESSAGE_BYTES && sizes.has(message.partition))) {
      requests.push([message]);
      sizes = new Map([[message.partition, message.bytes + RECORD_BYTES]]);
    } else {
      request.push(message);
      sizes.set(message.partition, size);
    }
  }
  return requests;
}
