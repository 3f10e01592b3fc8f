import type { Clock } from '@mayfly/clock';
import type { DataFolder, Environment } from '@mayfly/data-folder';
import { CrawlError } from '@mayfly/errors';
import { DEFAULT_LIST_LIMIT, type DeadLetters } from '../dead-letter.ts';
import { encodeAll, sizeOf } from '../outgoing.ts';
import { PublishState } from '../publish-state.ts';
import type {
  ConsumeOptions,
  Consumer,
  Lag,
  PublishOptions,
  Stream,
  StreamLog,
} from '../stream.ts';
import { type AnyTopic, checkGroup, type Topic } from '../topic.ts';
import { claimStarter, type GroupPlace, type LmdbParts } from './consume.ts';
import { DeadLetterTable } from './dead-letter-table.ts';
import { Group } from './group.ts';
import type { Log, ToAppend } from './log.ts';
import { Offsets } from './offsets.ts';
import { TopicRegistry } from './topic-registry.ts';
import { Trimmer } from './trimmer.ts';

/** What the embedded stream needs from outside. */
export interface LmdbStreamOptions {
  readonly folder: DataFolder;
  /** The topics this process uses; `isReady` looks for them. */
  readonly topics: readonly AnyTopic[];
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: StreamLog;
  /** How long a handler may be stuck before another consumer of its group takes over (30 s). */
  readonly sessionTimeoutMs?: number;
  /** How long `stop` lets running handlers finish (10 s). */
  readonly drainMs?: number;
}

/** Opens the streams of a data folder; they live in this process and wake its consumers at once. */
export function openLmdbStream(options: LmdbStreamOptions): Stream {
  return new LmdbStream(options);
}

/** Environments whose streams are open: two would not see what the other publishes, and nobody would be told. */
const OPEN = new WeakSet<Environment>();

class LmdbStream implements Stream {
  private readonly options: LmdbStreamOptions;
  private readonly parts: LmdbParts;
  private readonly registry: TopicRegistry;
  private readonly groups = new Map<string, Group<GroupPlace>>();
  private readonly consumers = new Set<Consumer>();
  private readonly state: PublishState;
  private readonly publishes = new Set<Promise<unknown>>();
  private closed = false;

  constructor(options: LmdbStreamOptions) {
    const environment = options.folder.environment('stream');
    if (OPEN.has(environment))
      throw new Error(`the streams of ${options.folder.path} are open already`);
    OPEN.add(environment);
    const offsets = new Offsets(environment);
    const trimmer = new Trimmer({ environment, offsets, log: options.log });
    const { clock, random, log } = options;
    this.options = options;
    this.parts = { environment, offsets, trimmer, clock, random, log };
    this.registry = new TopicRegistry(environment);
    this.state = new PublishState(clock);
  }

  async publish<M>(
    topic: Topic<M>,
    messages: readonly M[],
    options?: PublishOptions<M>,
  ): Promise<void> {
    this.checkOpen();
    const { main } = this.registry.open(topic);
    await this.append(main, encodeAll(topic, messages, options));
  }

  async consume<M>(options: ConsumeOptions<M>): Promise<Consumer> {
    this.checkOpen();
    const { drainMs = 10_000 } = this.options;
    const member = this.groupOf(options.topic, options.group).join(
      claimStarter(options, this.parts),
    );
    const consumer: Consumer = {
      assigned: () =>
        member.assigned().flatMap(({ stream, partition }) => (stream === 'main' ? partition : [])),
      ahead: () => ({ messages: 0, bytes: 0 }),
      stop: async () => {
        if (this.consumers.delete(consumer)) await member.leave(drainMs);
      },
    };
    this.consumers.add(consumer);
    return consumer;
  }

  async lag(topic: AnyTopic, group: string): Promise<Lag> {
    const nowMs = this.parts.clock.nowMs();
    const lag = { messages: 0, bytes: 0, seconds: 0 };
    for (const { log, partition } of this.placesOf(topic, group)) {
      const committed = this.parts.offsets.get(group, { log: log.name, partition }) ?? 0;
      const { messages, bytes, first } = log.behind(partition, committed);
      lag.messages += messages;
      lag.bytes += bytes;
      if (first !== undefined) {
        lag.seconds = Math.max(lag.seconds, (nowMs - first.publishedMs) / 1_000);
      }
    }
    return lag;
  }

  publishing() {
    return this.state.now;
  }

  deadLetters(topic: AnyTopic, group: string): DeadLetters {
    checkGroup(topic, group);
    const table = new DeadLetterTable(this.parts.environment, topic.name, group);
    return {
      list: async ({ limit = DEFAULT_LIST_LIMIT, after } = {}) => table.list(limit, after),
      retry: async (ids) => {
        const retry = this.registry.openRetry(topic, group);
        const ends = await this.parts.environment.commit(() => {
          const letters = [...new Set(ids)].map((id) => table.get(id));
          for (const { letter } of letters) table.remove(letter.id);
          return retry.append(
            letters.map(({ letter, payload }): ToAppend => {
              const key = Buffer.from(letter.key);
              const { headers } = letter;
              const bytes = sizeOf(key, payload, headers);
              return { key, payload, headers, bytes, partition: 0 };
            }),
            this.parts.clock.nowMs(),
          );
        });
        retry.show(ends);
      },
    };
  }

  async prepare(topics: readonly AnyTopic[]): Promise<void> {
    await this.registry.prepare(topics);
  }

  async isReady(): Promise<boolean> {
    return (
      !this.closed &&
      this.state.now.ok &&
      this.options.topics.every((topic) => this.registry.isPrepared(topic))
    );
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.consumers].map((consumer) => consumer.stop()));
    await Promise.allSettled(this.publishes);
    await this.parts.trimmer.close();
    OPEN.delete(this.parts.environment);
  }

  private async append(log: Log, messages: readonly ToAppend[]): Promise<void> {
    if (messages.length === 0) return;
    const { environment, clock } = this.parts;
    let fault: unknown;
    const commit = environment.commit(() => {
      try {
        return log.append(messages, clock.nowMs());
      } catch (error) {
        fault = error;
        throw error;
      }
    });
    this.publishes.add(commit);
    try {
      log.show(await commit);
      this.state.works();
    } catch (cause) {
      // Of these messages alone; the next ones may well be written.
      if (cause === fault) throw cause;
      const error = new CrawlError('STREAM_AWAY', `topic ${log.name}: the log cannot be written`, {
        cause,
      });
      this.state.fails(error);
      throw error;
    } finally {
      this.publishes.delete(commit);
    }
  }

  private groupOf(topic: AnyTopic, name: string): Group<GroupPlace> {
    const key = `${topic.name}\0${name}`;
    let group = this.groups.get(key);
    if (group === undefined) {
      const { sessionTimeoutMs = 30_000 } = this.options;
      const { clock } = this.parts;
      const places = this.placesOf(topic, name);
      // What an earlier process had no time to trim.
      for (const { log, groups, partition } of places) {
        this.parts.trimmer.committed(log, groups, partition);
      }
      group = new Group(places, { clock, sessionTimeoutMs });
      this.groups.set(key, group);
    }
    return group;
  }

  private placesOf(topic: AnyTopic, group: string): readonly GroupPlace[] {
    const retry = this.registry.openRetry(topic, group);
    const { main } = this.registry.open(topic);
    const groups = () => this.registry.open(topic).groups;
    return [
      ...Array.from({ length: topic.partitions }, (_, partition): GroupPlace => ({
        stream: 'main',
        log: main,
        partition,
        groups,
      })),
      { stream: 'retry', log: retry, partition: 0, groups: () => [group] },
    ];
  }

  private checkOpen(): void {
    if (this.closed) throw new CrawlError('STREAM_AWAY', 'the stream is closed');
  }
}
