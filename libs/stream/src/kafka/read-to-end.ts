import { randomUUID } from 'node:crypto';
import type { Consumer, Kafka, KafkaMessage } from 'kafkajs';
import type { KafkaAdmin } from './admin.ts';

/** A fetch that brought nothing, so many times in a row, means the end: compaction may have taken the last offset. */
const EMPTY_FETCHES = 3;

/**
 * Everything in a topic of one partition, for people who look at it. Kafka reads through groups only, so this one
 * has a name of its own and is deleted afterwards.
 */
export async function readToEnd(
  { client, admin, clientId }: { client: () => Kafka; admin: KafkaAdmin; clientId: string },
  topic: string,
): Promise<readonly KafkaMessage[]> {
  const [edge] = await admin.ask((asked) => asked.fetchTopicOffsets(topic));
  if (edge === undefined || edge.low === edge.high) return [];
  const { topics } = await admin.ask((asked) => asked.fetchTopicMetadata({ topics: [topic] }));
  const leader = topics[0]?.partitions[0]?.leader;
  const groupId = `${clientId}.look.${randomUUID()}`;
  const consumer = client().consumer({
    groupId,
    maxWaitTimeInMs: 100,
    allowAutoTopicCreation: false,
    retry: { retries: 5, restartOnFailure: async () => false },
  });
  try {
    return await readUntil(consumer, topic, { end: BigInt(edge.high), leader });
  } finally {
    await consumer.disconnect().catch(() => undefined);
    await admin.ask((asked) => asked.deleteGroups([groupId])).catch(() => undefined);
  }
}

async function readUntil(
  consumer: Consumer,
  topic: string,
  { end, leader }: { end: bigint; leader: number | undefined },
): Promise<readonly KafkaMessage[]> {
  const messages: KafkaMessage[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let empty = 0;
  consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
  consumer.on(consumer.events.FETCH, ({ payload }) => {
    // kafkajs asks every broker, also those that have nothing of the topic; what they say means nothing.
    if (String((payload as { nodeId?: unknown }).nodeId) !== String(leader)) return;
    empty += 1;
    if (empty > EMPTY_FETCHES) resolve();
  });
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachBatch: async ({ batch }) => {
      empty = 0;
      messages.push(...batch.messages);
      if (BigInt(batch.lastOffset()) + 1n >= end) resolve();
    },
  });
  await promise;
  return messages;
}
