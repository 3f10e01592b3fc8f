import { trace } from '@opentelemetry/api';
import type { Clock } from '@mayfly/clock';
import type { Kafka } from 'kafkajs';
import { limitsOf } from '../consume-limits.ts';
import { handlerCaller, takingTurns } from '../runner/call-handler.ts';
import type { ConsumeOptions, StreamLog } from '../stream.ts';
import { retryStreamName } from '../topic.ts';
import type { KafkaAdmin } from './admin.ts';
import { deadRecord } from './dead-letters.ts';
import { GroupMember } from './group-member.ts';
import { groupOffsets, kafkaGroupId } from './group-offsets.ts';
import { OffsetCommitter } from './offset-committer.ts';
import { PartitionWork } from './partition-work.ts';
import type { Addressed } from './topic-publisher.ts';

/** What a consumer needs of the stream that it belongs to. */
export interface KafkaConsumerParts {
  readonly client: () => Kafka;
  readonly admin: KafkaAdmin;
  readonly publishDead: (records: readonly Addressed[]) => Promise<void>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: StreamLog;
  readonly sessionTimeoutMs?: number;
  readonly rebalanceTimeoutMs?: number;
}

/** A member of the group that reads the topic and the group's retry topic. */
export function kafkaConsumer<M>(
  options: ConsumeOptions<M>,
  parts: KafkaConsumerParts,
): GroupMember {
  const { topic, group, handle, tracer = trace.getTracer('mayfly.stream') } = options;
  const { client, admin, publishDead, clock, random, log } = parts;
  const { sessionTimeoutMs = 30_000, rebalanceTimeoutMs = 30_000 } = parts;
  const call = takingTurns(handlerCaller(handle, { system: 'kafka', group }, tracer));
  const groupId = kafkaGroupId(topic, group);
  const retryTopic = retryStreamName(topic, group);
  const committer = new OffsetCommitter();
  const limits = limitsOf(options);
  const offsetsOf = async (kafkaTopic: string, partition: number) => {
    const offsets = await groupOffsets(admin, groupId, kafkaTopic);
    const found = offsets.find((each) => each.partition === partition);
    if (found === undefined) throw new Error(`topic ${kafkaTopic} has no partition ${partition}`);
    return found;
  };
  return new GroupMember({
    client,
    groupId,
    topics: [topic.name, retryTopic],
    times: { sessionTimeoutMs, rebalanceTimeoutMs },
    clock,
    random,
    log,
    earliest: async (kafkaTopic, partition) => (await offsetsOf(kafkaTopic, partition)).earliest,
    start: (kafkaTopic, partition, after) => {
      const stream = kafkaTopic === retryTopic ? 'retry' : 'main';
      const work = new PartitionWork<M>({
        topic,
        place: { stream, partition },
        kafkaTopic,
        call,
        limits,
        clock,
        random,
        log,
        committer,
        after,
        start: async () => (await offsetsOf(kafkaTopic, partition)).committed,
        bury: (death) => {
          const { position } = death.arrived;
          const place = { stream, partition, position } as const;
          return publishDead([deadRecord(topic.name, place, death, clock.nowMs())]);
        },
      });
      return work as unknown as PartitionWork<never>;
    },
  });
}
