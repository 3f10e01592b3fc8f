import type { Clock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import { type AnyTopic, checkGroup, deadStreamName, retryStreamName } from '../topic.ts';
import type { KafkaAdmin } from './admin.ts';
import { kafkaErrorType } from './client.ts';

/** A topic of Kafka's that one of ours needs. */
interface Needed {
  readonly name: string;
  readonly partitions: number;
  readonly config: Readonly<Record<string, string>>;
}

/** A topic that was just made is not known to every broker at once; so long we wait for that. */
const SPREAD_MS = 10_000;
const LOOK_MS = 50;

/** Makes topics, and refuses to use any that are not as they are declared. */
export class TopicCheck {
  private readonly admin: KafkaAdmin;
  private readonly clock: Clock;
  private readonly replicationFactor: number;
  private readonly good = new Set<string>();

  constructor(admin: KafkaAdmin, options: { clock: Clock; replicationFactor: number }) {
    this.admin = admin;
    this.clock = options.clock;
    this.replicationFactor = options.replicationFactor;
  }

  async prepare(topics: readonly AnyTopic[]): Promise<void> {
    const missing: Needed[] = [];
    for (const needed of topics.flatMap(neededFor)) {
      if ((await this.partitionsOf(needed.name)) === undefined) missing.push(needed);
      else await this.check(needed);
    }
    if (missing.length === 0) return;
    await this.create(missing);
    const untilMs = this.clock.monotonicMs() + SPREAD_MS;
    for (const needed of missing) {
      while ((await this.partitionsOf(needed.name)) === undefined) {
        if (this.clock.monotonicMs() > untilMs) break;
        await this.clock.sleep(LOOK_MS);
      }
      await this.check(needed);
    }
  }

  /** For publishers; what was found good once is not looked at again. */
  async checkTopic(topic: AnyTopic): Promise<void> {
    await this.checkOnce(neededFor(topic)[0]!);
  }

  /** For consumers and those who ask about them. */
  async checkGroup(topic: AnyTopic, group: string): Promise<void> {
    checkGroup(topic, group);
    for (const needed of neededFor({ ...topic, groups: [group] })) await this.checkOnce(needed);
  }

  /** Looks again next time: the topic was good and is said to be gone. */
  forget(topic: AnyTopic): void {
    this.good.delete(topic.name);
  }

  /** Asks anew each time whether all is there and answers. */
  async areReady(topics: readonly AnyTopic[]): Promise<boolean> {
    try {
      for (const needed of topics.flatMap(neededFor)) await this.check(needed);
      return true;
    } catch {
      return false;
    }
  }

  private async create(topics: readonly Needed[]): Promise<void> {
    const { replicationFactor } = this;
    await this.admin.ask((admin) =>
      admin.createTopics({
        // kafkajs fails when a broker has not heard of the topic yet, instead of waiting for that.
        waitForLeaders: false,
        topics: topics.map(({ name, partitions, config }) => ({
          topic: name,
          numPartitions: partitions,
          replicationFactor,
          configEntries: Object.entries(config).map(([key, value]) => ({ name: key, value })),
        })),
      }),
    );
  }

  private async checkOnce(needed: Needed): Promise<void> {
    if (!this.good.has(needed.name)) await this.check(needed);
  }

  private async check({ name, partitions }: Needed): Promise<void> {
    const found = await this.partitionsOf(name);
    if (found !== partitions) {
      throw new CrawlError(
        'STREAM_NOT_PREPARED',
        found === undefined
          ? `topic ${name}: it is not there`
          : `topic ${name}: it has ${found} partitions and is declared with ${partitions}; ` +
              'keys would move, so another number needs another topic',
      );
    }
    this.good.add(name);
  }

  private async partitionsOf(name: string): Promise<number | undefined> {
    try {
      const { topics } = await this.admin.ask((admin) =>
        admin.fetchTopicMetadata({ topics: [name] }),
      );
      return topics[0]?.partitions.length;
    } catch (error) {
      if (kafkaErrorType(error) === 'UNKNOWN_TOPIC_OR_PARTITION') return undefined;
      throw error;
    }
  }
}

/** The topic itself first, then a retry and a dead-letter topic a group. */
function neededFor(topic: AnyTopic): readonly Needed[] {
  // A cluster may be set to compress by itself, which kafkajs cannot read, or to less than our largest message.
  const common = { 'compression.type': 'producer', 'max.message.bytes': '2097152' };
  const timed = {
    ...common,
    'cleanup.policy': 'delete',
    'retention.ms': String(topic.retentionMs),
  };
  return [
    { name: topic.name, partitions: topic.partitions, config: timed },
    ...topic.groups.flatMap((group) => [
      { name: retryStreamName(topic, group), partitions: 1, config: timed },
      {
        name: deadStreamName(topic, group),
        partitions: 1,
        config: { ...common, 'cleanup.policy': 'compact' },
      },
    ]),
  ];
}
