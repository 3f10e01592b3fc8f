import { atMost, type Clock } from '@mayfly/clock';
import type { Consumer as KafkajsConsumer, EachBatchPayload, Kafka } from 'kafkajs';
import { Backoff } from '../runner/backoff.ts';
import type { StreamLog } from '../stream.ts';
import { TELEMETRY } from '../telemetry-names.ts';
import { cutOff } from './connections.ts';
import type { PartitionWork } from './partition-work.ts';

/** How long and how often Kafka wants to hear of a member. */
export interface GroupTimes {
  readonly sessionTimeoutMs: number;
  readonly rebalanceTimeoutMs: number;
}

/** What a member of a group needs from outside. */
export interface MemberParts {
  readonly client: () => Kafka;
  readonly groupId: string;
  readonly topics: readonly string[];
  readonly times: GroupTimes;
  /** Begins the work on a partition that was assigned; `after` is the end of earlier work on it. */
  readonly start: (topic: string, partition: number, after: Promise<void>) => PartitionWork<never>;
  /** The first offset that Kafka still has. */
  readonly earliest: (topic: string, partition: number) => Promise<bigint>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: StreamLog;
}

/** A consumer that crashed, with the client that was made for it. */
interface Failed {
  readonly consumer: KafkajsConsumer;
  readonly kafka: Kafka;
}

/** How long a fetch waits for a full partition before that partition is paused; pausing costs the next fetch a wait. */
const HOLD_MS = 250;
/** How long a fetch waits at the broker for something to come. */
const FETCH_WAIT_MS = 200;
/** How long leaving may take when handlers have used up the time; a member that only goes is dropped after its session. */
const LEAVE_MS = 1_000;
/** One fetch takes so much of a partition, or one message. */
const FETCH_BYTES = 1_048_576;

/**
 * A member of a consumer group. kafkajs only fetches and keeps the session alive here: a batch goes into the buffer
 * of its partition and the fetching goes on, so neither a slow handler nor a waiting partition stops heartbeats or
 * other partitions. An assignment is an epoch: everything begun under it is lost when the next one begins.
 */
export class GroupMember {
  private readonly parts: MemberParts;
  private readonly closing = new AbortController();
  private readonly backoff: Backoff;
  private works = new Map<string, PartitionWork<never>>();
  /** Works of earlier epochs whose handlers still run. */
  private readonly ending = new Map<string, Promise<void>>();
  private consumer: KafkajsConsumer | undefined;
  /** Of the consumer that is, or is about to be. */
  private kafka: Kafka | undefined;
  private connecting: Promise<void> | undefined;

  constructor(parts: MemberParts) {
    this.parts = parts;
    this.backoff = new Backoff(parts);
  }

  /** Begins to join; from then on it heals by itself. */
  start(): void {
    this.connecting = this.connect();
  }

  get current(): readonly PartitionWork<never>[] {
    return [...this.works.values()];
  }

  assigned(topic: string): readonly number[] {
    return [...this.works.keys()].flatMap((key) => {
      const [name, partition] = parseKey(key);
      return name === topic ? partition : [];
    });
  }

  /** Lets handlers finish for that long, then leaves the group. */
  async stop(drainMs: number): Promise<void> {
    const { clock } = this.parts;
    const untilMs = clock.monotonicMs() + drainMs;
    this.closing.abort();
    const works = this.current;
    for (const { stopping } of works) stopping.abort();
    await atMost(clock, drainMs, Promise.all(works.map(({ ended }) => ended)));
    this.loseAll();
    await atMost(clock, Math.max(untilMs - clock.monotonicMs(), LEAVE_MS), this.leaveGroup());
    // Kafka may keep a member waiting for half a minute before it lets it in, and so would we our process.
    if (this.kafka !== undefined) cutOff(this.kafka);
  }

  /** kafkajs does not notice a stop while it joins, and would stay in the group without working. */
  private async leaveGroup(): Promise<void> {
    await this.connecting;
    const { consumer } = this;
    this.consumer = undefined;
    if (consumer !== undefined) await leave(consumer);
  }

  private async connect(): Promise<void> {
    const { client, groupId, topics, times, log } = this.parts;
    const kafka = client();
    this.kafka = kafka;
    const consumer = kafka.consumer({
      groupId,
      sessionTimeout: times.sessionTimeoutMs,
      rebalanceTimeout: times.rebalanceTimeoutMs,
      heartbeatInterval: Math.min(3_000, Math.floor(times.sessionTimeoutMs / 10)),
      maxWaitTimeInMs: FETCH_WAIT_MS,
      maxBytesPerPartition: FETCH_BYTES,
      allowAutoTopicCreation: false,
      // A consumer that crashed may know too much that is no longer so; it is made anew below.
      retry: { retries: 5, restartOnFailure: async () => false },
    });
    const { GROUP_JOIN, REBALANCING, CRASH } = consumer.events;
    consumer.on(GROUP_JOIN, ({ payload }) => this.assign(payload.memberAssignment));
    consumer.on(REBALANCING, () => this.loseAll());
    consumer.on(CRASH, ({ payload }) => this.reconnect({ consumer, kafka }, payload.error));
    this.consumer = consumer;
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [...topics], fromBeginning: true });
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: 1_024,
        eachBatch: (payload) => this.take(consumer, payload),
      });
      if (this.closing.signal.aborted) await leave(consumer);
    } catch (err) {
      log.debug({ err, groupId }, 'consumer did not start');
      this.reconnect({ consumer, kafka }, err);
    }
  }

  private reconnect(failed: Failed, err: unknown): void {
    if (this.consumer !== failed.consumer) return;
    this.consumer = undefined;
    this.loseAll();
    this.connecting = this.connectAgain(failed, err);
  }

  private async connectAgain({ consumer, kafka }: Failed, err: unknown): Promise<void> {
    if (!this.closing.signal.aborted) {
      const { groupId, log } = this.parts;
      const event = TELEMETRY.consumerReconnects.name;
      if (this.backoff.isFresh) log.warn({ event, err, groupId }, 'consumer reconnects');
    }
    await Promise.all([this.backoff.wait(this.closing.signal), leave(consumer)]);
    cutOff(kafka);
    if (!this.closing.signal.aborted) await this.connect();
  }

  private assign(assignment: Readonly<Record<string, readonly number[]>>): void {
    this.loseAll();
    if (this.closing.signal.aborted) return;
    for (const [topic, partitions] of Object.entries(assignment)) {
      for (const partition of partitions) {
        const key = keyOf(topic, partition);
        const after = this.ending.get(key) ?? Promise.resolve();
        this.works.set(key, this.parts.start(topic, partition, after));
      }
    }
  }

  private loseAll(): void {
    for (const [key, work] of this.works) {
      work.lost.abort();
      this.ending.set(key, work.ended);
      void work.ended.then(() => {
        if (this.ending.get(key) === work.ended) this.ending.delete(key);
      });
    }
    this.works = new Map();
  }

  private async take(consumer: KafkajsConsumer, payload: EachBatchPayload): Promise<void> {
    const { topic, partition } = payload.batch;
    const work = this.works.get(keyOf(topic, partition));
    // Fetched again at once, the same batch would come round and round while handlers finish.
    if (this.closing.signal.aborted) payload.pause();
    if (work === undefined || this.closing.signal.aborted) return;
    if (!(await this.continues(work, payload))) {
      if (!work.lost.signal.aborted && work.next !== undefined) {
        consumer.seek({ topic, partition, offset: String(work.next) });
      }
      return;
    }
    work.take(payload);
    // Only now: one that crashes at each fetch has joined all the same, and each join disturbs the whole group.
    this.backoff.reset();
    payload.resolveOffset(payload.batch.lastOffset());
    if (!work.buffer.isFull) return;
    const ended = AbortSignal.any([work.lost.signal, this.closing.signal]);
    await atMost(this.parts.clock, HOLD_MS, work.buffer.room(ended));
    if (!work.buffer.isFull || ended.aborted) return;
    const resume = payload.pause();
    void work.buffer.room(ended).then(() => {
      if (this.consumer === consumer && !this.closing.signal.aborted) resume();
    });
  }

  /**
   * Whether the batch begins where this work ends. One that was fetched under an earlier assignment does not, and
   * taking it would leave out what lies between. What Kafka itself has let go is no gap.
   */
  private async continues(
    work: PartitionWork<never>,
    { batch }: EachBatchPayload,
  ): Promise<boolean> {
    await work.begun;
    if (work.next === undefined) return false;
    const { fetchedOffset } = batch as unknown as { fetchedOffset: string };
    const from = BigInt(fetchedOffset);
    if (from > work.next) {
      const earliest = await this.parts.earliest(batch.topic, batch.partition).catch(() => 0n);
      if (earliest > work.next) work.next = earliest;
    }
    return from === work.next && !work.lost.signal.aborted;
  }
}

/** Whether that works or not, we are through with it; a member that only goes is dropped after its session. */
async function leave(consumer: KafkajsConsumer): Promise<void> {
  await consumer.disconnect().catch(() => undefined);
}

function keyOf(topic: string, partition: number): string {
  return `${topic}|${partition}`;
}

function parseKey(key: string): readonly [string, number] {
  const [topic = '', partition] = key.split('|');
  return [topic, Number(partition)];
}
