import { atMost, type Clock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import type { DeadLetters } from '../dead-letter.ts';
import { encodeAll, type Outgoing } from '../outgoing.ts';
import { PublishState } from '../publish-state.ts';
import type {
  ConsumeOptions,
  Consumer,
  Lag,
  PublishOptions,
  Stream,
  StreamLog,
} from '../stream.ts';
import {
  type AnyTopic,
  checkGroup,
  deadStreamName,
  retryStreamName,
  type Topic,
} from '../topic.ts';
import { KafkaAdmin } from './admin.ts';
import { kafkaClient, type KafkaConnection } from './client.ts';
import { kafkaConsumer } from './consume.ts';
import { kafkaGroupId } from './group-offsets.ts';
import { kafkaDeadLetters } from './dead-letters.ts';
import { kafkaLag } from './lag.ts';
import { readToEnd } from './read-to-end.ts';
import { mendRequestQueue } from './request-queue.ts';
import { TopicCheck } from './topic-check.ts';
import { type Addressed, TopicPublisher } from './topic-publisher.ts';

/** What a stream on Kafka needs from outside. */
export interface KafkaStreamOptions extends KafkaConnection {
  /** The topics this process uses; `isReady` looks for them. */
  readonly topics: readonly AnyTopic[];
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: StreamLog;
  /** How long Kafka waits for a sign of life before it gives a member's partitions to others (30 s). */
  readonly sessionTimeoutMs?: number;
  /** How long Kafka waits in a rebalance for members to join again (30 s). */
  readonly rebalanceTimeoutMs?: number;
  /** How long a publish may take before it fails with STREAM_AWAY (30 s). */
  readonly publishTimeoutMs?: number;
  /** How long `stop` lets running handlers finish, and `close` then lets publishes finish (10 s). */
  readonly drainMs?: number;
  /** Copies of each topic that `prepare` creates; by default what the cluster is set to. */
  readonly replicationFactor?: number;
}

const DRAIN_MS = 10_000;
/** How long publishes may still take when consumers have used up the time: they have dead letters to write. */
const LAST_MS = 1_000;
/** How long a question about readiness may take: a probe asks again. */
const READY_MS = 2_000;
/** How often Kafka is asked whether it is back while publishing fails. */
const PROBE_MS = 500;

/** Opens streams on Kafka. It connects when it is used, so Kafka may come up later than we do. */
export function openKafkaStream(options: KafkaStreamOptions): Stream {
  mendRequestQueue();
  return new KafkaStream(options);
}

class KafkaStream implements Stream {
  private readonly options: KafkaStreamOptions;
  private readonly admin: KafkaAdmin;
  private readonly check: TopicCheck;
  private readonly state: PublishState;
  private readonly publishers = new Map<string, TopicPublisher>();
  private readonly consumers = new Set<Consumer>();
  private readonly closing = new AbortController();
  /** Later than `closing`: consumers that finish may have dead letters to write. */
  private publishersClosed = false;
  private probing = false;
  private readonly published = { messages: 0, bytes: 0 };

  constructor(options: KafkaStreamOptions) {
    this.options = options;
    this.admin = new KafkaAdmin(() => this.client(), options);
    this.check = new TopicCheck(this.admin, {
      clock: options.clock,
      replicationFactor: options.replicationFactor ?? -1,
    });
    this.state = new PublishState(options.clock);
  }

  async publish<M>(
    topic: Topic<M>,
    messages: readonly M[],
    options?: PublishOptions<M>,
  ): Promise<void> {
    this.checkOpen();
    const outgoing = encodeAll(topic, messages, options);
    if (outgoing.length === 0) return;
    await this.send(topic.name, outgoing.map(toAddressed), () => this.check.checkTopic(topic));
    this.published.messages += outgoing.length;
    for (const { bytes } of outgoing) this.published.bytes += bytes;
  }

  async consume<M>(options: ConsumeOptions<M>): Promise<Consumer> {
    this.checkOpen();
    const { topic, group } = options;
    await this.check.checkGroup(topic, group);
    // A consumer that starts after `close` would be stopped by nobody.
    this.checkOpen();
    const { drainMs = DRAIN_MS } = this.options;
    const member = kafkaConsumer(options, {
      ...this.options,
      client: () => this.client(),
      admin: this.admin,
      publishDead: (records) => this.send(deadStreamName(topic, group), records),
    });
    const consumer: Consumer = {
      assigned: () => member.assigned(topic.name),
      ahead: () => ({
        messages: member.current.reduce((sum, { buffer }) => sum + buffer.size, 0),
        bytes: member.current.reduce((sum, { buffer }) => sum + buffer.bytes, 0),
      }),
      stop: async () => {
        if (this.consumers.delete(consumer)) await member.stop(drainMs);
      },
    };
    this.consumers.add(consumer);
    member.start();
    return consumer;
  }

  async lag(topic: AnyTopic, group: string): Promise<Lag> {
    await this.check.checkGroup(topic, group);
    const { messages, bytes } = this.published;
    const lags = await Promise.all(
      [topic.name, retryStreamName(topic, group)].map((name) =>
        kafkaLag(this.admin, {
          groupId: kafkaGroupId(topic, group),
          topic: name,
          retentionMs: topic.retentionMs,
          nowMs: this.options.clock.nowMs(),
          publishedMeanBytes: messages === 0 ? undefined : bytes / messages,
        }),
      ),
    );
    return {
      messages: lags.reduce((sum, lag) => sum + lag.messages, 0),
      bytes: lags.reduce((sum, lag) => sum + lag.bytes, 0),
      seconds: Math.max(...lags.map((lag) => lag.seconds)),
    };
  }

  publishing() {
    return this.state.now;
  }

  deadLetters(topic: AnyTopic, group: string): DeadLetters {
    checkGroup(topic, group);
    const name = deadStreamName(topic, group);
    return kafkaDeadLetters({
      topic: topic.name,
      read: async () => {
        this.checkOpen();
        await this.check.checkGroup(topic, group);
        this.checkOpen();
        const { clientId } = this.options;
        return readToEnd({ client: () => this.client(), admin: this.admin, clientId }, name);
      },
      publishDead: (records) => this.send(name, records),
      publishRetry: (records) => this.send(retryStreamName(topic, group), records),
    });
  }

  async prepare(topics: readonly AnyTopic[]): Promise<void> {
    await this.check.prepare(topics);
  }

  async isReady(): Promise<boolean> {
    if (this.closing.signal.aborted) return false;
    const { clock, topics } = this.options;
    return (await atMost(clock, READY_MS, this.check.areReady(topics))) ?? false;
  }

  async close(): Promise<void> {
    const { clock, drainMs = DRAIN_MS } = this.options;
    const untilMs = clock.monotonicMs() + drainMs;
    this.closing.abort();
    await Promise.all([...this.consumers].map((consumer) => consumer.stop()));
    this.publishersClosed = true;
    const leftMs = Math.max(untilMs - clock.monotonicMs(), LAST_MS);
    await Promise.all([
      this.admin.close(),
      ...[...this.publishers.values()].map((publisher) => publisher.close(leftMs)),
    ]);
  }

  private async send(
    name: string,
    records: readonly Addressed[],
    check = async (): Promise<void> => undefined,
  ): Promise<void> {
    if (this.publishersClosed) throw closed();
    let publisher = this.publishers.get(name);
    if (publisher === undefined) {
      const { clock, random, publishTimeoutMs: timeoutMs = 30_000 } = this.options;
      const { state } = this;
      const client = () => this.client();
      publisher = new TopicPublisher(name, { client, clock, random, state, timeoutMs, check });
      this.publishers.set(name, publisher);
    }
    try {
      await publisher.publish(records);
    } finally {
      if (!this.state.now.ok) void this.probe();
    }
  }

  /** Callers may publish nothing while publishing fails, so somebody else has to find out that it works again. */
  private async probe(): Promise<void> {
    if (this.probing) return;
    this.probing = true;
    const { clock, topics } = this.options;
    while (!this.state.now.ok && !this.closing.signal.aborted) {
      await clock.sleep(PROBE_MS, this.closing.signal).catch(() => undefined);
      if (await this.check.areReady(topics)) this.state.works();
    }
    this.probing = false;
  }

  private client() {
    return kafkaClient(this.options, this.options.log);
  }

  private checkOpen(): void {
    if (this.closing.signal.aborted) throw closed();
  }
}

function closed(): CrawlError {
  return new CrawlError('STREAM_AWAY', 'the stream is closed');
}

function toAddressed({ partition, key, payload, headers, bytes }: Outgoing): Addressed {
  return {
    partition,
    bytes,
    key: asBuffer(key),
    value: asBuffer(payload),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, asBuffer(value)]),
    ),
  };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
