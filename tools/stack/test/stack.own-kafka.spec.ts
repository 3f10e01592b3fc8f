import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type KafkaServers, type ServerControl, startKafka } from '@mayfly/stack';
import { eventually, temporaryFolder } from '@mayfly/testing';
import { Kafka, logLevel, Partitioners } from 'kafkajs';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brokersInCluster } from '../src/kafka-admin.ts';
import { processIdOf } from '../src/process-id.ts';
import { ownEnv, stack, starterOf } from './stack-command.ts';

const TOPIC = 'spec.v1';
const isGone = (pid: number): boolean => processIdOf(pid) === undefined;

function clientOf(brokers: readonly string[]): Kafka {
  return new Kafka({
    brokers: [...brokers],
    logLevel: logLevel.NOTHING,
    // A broker that hangs takes a connection and answers nothing.
    requestTimeout: 5_000,
    connectionTimeout: 5_000,
    retry: { retries: 20, initialRetryTime: 100, maxRetryTime: 1_000 },
  });
}

async function makeTopic(brokers: readonly string[], copies: number): Promise<void> {
  const admin = clientOf(brokers).admin();
  await admin.connect();
  const topic = { topic: TOPIC, numPartitions: 1, replicationFactor: copies };
  await admin.createTopics({ topics: [topic] });
  await admin.disconnect();
}

/** Publishes a message with the strongest promise there is. */
async function publish(brokers: readonly string[], value: string): Promise<void> {
  const producer = clientOf(brokers).producer({
    idempotent: true,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  await producer.connect();
  await producer.send({ topic: TOPIC, acks: -1, messages: [{ value }] });
  await producer.disconnect();
}

/** Reads the topic from its beginning in a group of its own, until as many messages have come. */
async function read(brokers: readonly string[], count: number): Promise<string[]> {
  const seen: string[] = [];
  const groupId = `reader-${process.pid}-${performance.now()}`;
  const consumer = clientOf(brokers).consumer({
    groupId,
    sessionTimeout: 6_000,
    maxWaitTimeInMs: 100,
  });
  await consumer.connect();
  await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
  await consumer.run({ eachMessage: async ({ message }) => void seen.push(String(message.value)) });
  await eventually(() => seen.length >= count, { what: 'the messages', withinMs: 60_000 });
  await consumer.disconnect();
  return seen;
}

function threeOf({ nodes }: KafkaServers): [ServerControl, ServerControl, ServerControl] {
  const [first, second, third] = nodes;
  if (!first || !second || !third) throw new Error('there are not three brokers');
  return [first, second, third];
}

/** Waits until a broker goes on without another. */
async function untilOutside(broker: ServerControl, otherId: number): Promise<void> {
  const what = `broker ${otherId} to be out of the cluster`;
  const isOutside = async () => !(await brokersInCluster(broker.address)).includes(otherId);
  await eventually(isOutside, { what, withinMs: 60_000, everyMs: 100 });
}

describe('the stack command on Kafka', () => {
  it('starts, finds, heals and stops a server, and keeps its data through all of it', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    const args = ['--only', 'kafka', '--data', data];
    try {
      const up = await stack(['up', ...args]);
      expect([up.code, up.answer.kafka?.state]).toEqual([0, 'up']);
      const { brokers = [], nodes = [] } = up.answer.kafka ?? {};
      await makeTopic(brokers, 1);
      await publish(brokers, 'a');

      const again = await stack(['up', ...args]);
      expect(again.answer.kafka?.message).toContain('is up already');
      expect(again.answer.kafka?.nodes).toEqual(nodes);
      const status = await stack(['status', ...args]);
      expect([status.code, status.answer.kafka?.message]).toEqual([0, 'is up and answers']);

      process.kill(nodes[0]?.pid as number, 'SIGKILL');
      await eventually(() => isGone(nodes[0]?.pid as number), { what: 'the kill' });
      expect((await stack(['status', ...args])).answer.kafka?.state).toBe('down');
      const healed = await stack(['up', ...args]);
      expect(healed.answer.kafka?.brokers).toEqual(brokers);
      await publish(brokers, 'b');
      expect(await read(brokers, 2)).toEqual(['a', 'b']);

      const pid = healed.answer.kafka?.nodes[0]?.pid as number;
      expect((await stack(['down', ...args])).answer.kafka?.message).toBe(
        'stopped; its data stays',
      );
      expect(isGone(pid)).toBe(true);
      expect((await stack(['down', ...args])).code).toBe(0);
      expect((await stack(['status', ...args])).code).toBe(1);

      expect((await stack(['up', ...args])).answer.kafka?.brokers).toEqual(brokers);
      await publish(brokers, 'c');
      expect(await read(brokers, 3)).toEqual(['a', 'b', 'c']);
    } finally {
      await stack(['down', '--wipe', ...args]);
    }
    expect(existsSync(data)).toBe(false);
  });
});

describe('startKafka', () => {
  let servers: KafkaServers;
  beforeAll(async () => {
    servers = await startKafka({ nodes: 3, env: ownEnv() });
    await makeTopic(servers.brokers, 3);
  });
  afterAll(() => servers.stop());

  it('serves groups and producers as soon as it is there', async () => {
    await publish(servers.brokers, 'first');
    expect(await read(servers.brokers, 1)).toContain('first');
  });

  it('goes on without a broker that is killed, and takes it back with all that it missed', async () => {
    const [first, second, third] = threeOf(servers);
    await first.kill();
    await untilOutside(second, 1);
    await publish([second.address, third.address], 'without the first');
    await first.start();
    const admin = clientOf(servers.brokers).admin();
    await admin.connect();
    const { topics } = await admin.fetchTopicMetadata({ topics: [TOPIC] });
    await admin.disconnect();
    expect([...(topics[0]?.partitions[0]?.isr ?? [])].sort()).toEqual([1, 2, 3]);
    expect(await read([first.address], 2)).toContain('without the first');
  });

  it('serves again after a broker hung', async () => {
    const [first, second, third] = threeOf(servers);
    await second.freeze();
    try {
      await untilOutside(first, 2);
      await publish([first.address, third.address], 'while it hung');
    } finally {
      await second.thaw();
    }
    await servers.ready();
    expect(await read(servers.brokers, 3)).toContain('while it hung');
  });

  it('takes a server whose address is given, and leaves it alone', async () => {
    const MAYFLY_KAFKA_BROKERS = servers.brokers.join(',');
    const given = await startKafka({
      env: { ...ownEnv(), MAYFLY_STACK: '', MAYFLY_KAFKA_BROKERS },
    });
    expect([given.way, given.brokers, given.nodes]).toEqual(['given', servers.brokers, []]);
    await given.stop();
    await servers.ready();
  });

  it('ends with the process that started it, also when that is killed', async () => {
    await using temporary = await temporaryFolder();
    const { starter, pids } = await starterOf('kafka', temporary.path);
    expect(pids.map(isGone)).toEqual([false]);
    await starter.kill9();
    await eventually(() => pids.every(isGone), { what: 'the server to end' });
    await eventually(
      () => !readdirSync(temporary.path).some((name) => name.startsWith('mayfly-stack-')),
      {
        what: 'its data to go',
      },
    );
  });
});
