import { systemClock } from '@mayfly/clock';
import { openKafkaStream, type Stream, type Topic } from '@mayfly/stream';
import kafkajs, { type Kafka } from 'kafkajs';
import { mendRequestQueue } from '../../src/kafka/request-queue.ts';
import { quietLog } from '../memory-partition.ts';
import { type BenchMessage, benchBatch, benchTopic, Finish, inTurns } from './bench-messages.ts';
import type { StreamRates } from './stream-bench.ts';

/** Batches published in one turn. */
const TURN = 10;
/** Batches in a backlog that is consumed. */
const BACKLOG = 150;
/** How often it is consumed at most, each time by groups of their own. */
const REPEATS = 8;

/** Our stream on Kafka beside bare kafkajs with the same settings: all replicas, idempotent, commits by hand. */
export async function benchKafka(
  brokers: readonly string[],
  seconds: number,
  batch: number,
): Promise<StreamRates> {
  mendRequestQueue();
  const client = new kafkajs.Kafka({
    brokers: [...brokers],
    logLevel: kafkajs.logLevel.NOTHING,
  });
  const topic = benchTopic();
  const bareTopic = benchTopic();
  const stream = await openKafkaStream({
    brokers,
    clientId: 'bench',
    topics: [topic],
    clock: systemClock,
    random: Math.random,
    log: quietLog,
  });
  await stream.prepare([topic, bareTopic]);
  const messages = benchBatch(batch);
  const producer = client.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
  });
  await producer.connect();
  const bareSend = async (): Promise<void> => {
    await producer.send({
      topic: bareTopic.name,
      acks: -1,
      messages: messages.map(({ host, payload }) => ({ key: host, value: payload as Buffer })),
    });
  };
  const publish = await inTurns(
    async () => {
      for (let turn = 0; turn < TURN; turn += 1) await stream.publish(topic, messages);
      return TURN * batch;
    },
    async () => {
      for (let turn = 0; turn < TURN; turn += 1) await bareSend();
      return TURN * batch;
    },
    seconds / 2,
  );

  const rates: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  const groups = Array.from({ length: REPEATS }, (_, index) => `readers-${index}`);
  const backlog = benchTopic(groups);
  await stream.prepare([backlog]);
  for (let turn = 0; turn < BACKLOG; turn += 1) await stream.publish(backlog, messages);
  const until = performance.now() + (seconds / 2) * 1_000;
  for (const group of groups) {
    const count = BACKLOG * batch;
    rates.ours.push(count / (await consume(stream, backlog, { group, count, batch })));
    rates.bare.push(count / (await bareConsume(client, backlog.name, { group, count })));
    if (rates.ours.length >= 5 && performance.now() > until) break;
  }
  await producer.disconnect();
  await stream.close();
  return { publish, consume: { ours: median(rates.ours), bare: median(rates.bare) } };
}

/** Of messages a millisecond, a second's: a rebalance or a pause of the machine hits one round and not the figure. */
function median(rates: readonly number[]): number {
  const sorted = [...rates].sort((a, b) => a - b);
  return Math.round(sorted[sorted.length >> 1]! * 1_000);
}

/** From the first message to the last, in ms. */
async function consume(
  stream: Stream,
  topic: Topic<BenchMessage>,
  { group, count, batch }: { group: string; count: number; batch: number },
): Promise<number> {
  const finish = new Finish();
  const done = finish.more(count);
  let begin = 0;
  const consumer = await stream.consume({
    topic,
    group,
    maxBatch: batch,
    handle: async (received) => {
      begin ||= performance.now();
      finish.add(received.length);
    },
  });
  await done;
  const ms = performance.now() - begin;
  await consumer.stop();
  return ms;
}

/** The same with kafkajs alone, and a commit after each of its batches. */
async function bareConsume(
  client: Kafka,
  topic: string,
  { group, count }: { group: string; count: number },
): Promise<number> {
  const consumer = client.consumer({ groupId: `bare.${group}.${topic}` });
  const finish = new Finish();
  const done = finish.more(count);
  let begin = 0;
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachBatchAutoResolve: false,
    partitionsConsumedConcurrently: 4,
    eachBatch: async (payload) => {
      const { batch } = payload;
      begin ||= performance.now();
      const { partition } = batch;
      const offset = String(BigInt(batch.lastOffset()) + 1n);
      payload.resolveOffset(batch.lastOffset());
      await payload.commitOffsetsIfNecessary({
        topics: [{ topic, partitions: [{ partition, offset }] }],
      });
      finish.add(batch.messages.length);
    },
  });
  await done;
  const ms = performance.now() - begin;
  await consumer.disconnect();
  return ms;
}
