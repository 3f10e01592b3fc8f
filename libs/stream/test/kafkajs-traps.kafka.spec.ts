import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, startProcess } from '@mayfly/testing';
import kafkajs, { type Admin } from 'kafkajs';
import { type Engine, freshTopic, Gate, hostsOf, notes, Recorder, stays } from './harness.ts';
import { kafkaEngine, sharedKafka } from './kafka-engine.ts';

/** Other specs look at dead letters on the same brokers at the same time. */
const CLIENT = 'traps';

describe('what kafkajs does, and we do not', () => {
  let servers: Awaited<ReturnType<typeof sharedKafka>>;
  let engine: Engine;
  let admin: Admin;
  beforeAll(async () => {
    servers = await sharedKafka();
  });
  afterAll(() => servers.stop());
  beforeEach(async () => {
    engine = kafkaEngine(servers.brokers, { clientId: CLIENT });
    const logLevel = kafkajs.logLevel.NOTHING;
    admin = new kafkajs.Kafka({ brokers: [...servers.brokers], logLevel }).admin();
    await admin.connect();
  });
  afterEach(async () => {
    await admin.disconnect();
    await engine.closeAll();
  });

  it('neither spins nor warns while it is idle', async () => {
    const idle = startProcess({
      name: 'idle',
      file: fileURLToPath(new URL('./timers-process.ts', import.meta.url)),
      args: [servers.brokers.join(','), freshTopic('idle').name],
    });
    const line = await idle.waitForLine(/^timers \d+$/);
    expect((await idle.exited).code).toBe(0);
    expect(Number(line.split(' ')[1])).toBeLessThan(100);
    expect(idle.output).not.toContain('Warning');
  });

  it('commits at the broker what was answered, as the next position, though nothing resolves it', async () => {
    const topic = freshTopic('committed', { partitions: 1 });
    const stream = await engine.open([topic]);
    await stream.prepare([topic]);
    const recorder = new Recorder();
    const consumer = await stream.consume({ topic, group: 'readers', handle: recorder.handle });
    await stream.publish(topic, notes(7, ['a']));
    await recorder.until(7);
    await consumer.stop();
    const groupId = `readers.${topic.name}`;
    const [offsets] = await admin.fetchOffsets({ groupId, topics: [topic.name] });
    expect(offsets!.partitions[0]).toMatchObject({ partition: 0, offset: '7' });
  });

  it('creates no topic by publishing or consuming', async () => {
    const topic = freshTopic('uncreated');
    const stream = await engine.open([topic]);
    await expect(stream.publish(topic, notes(1, ['a']))).rejects.toThrow('it is not there');
    const consuming = stream.consume({ topic, group: 'readers', handle: async () => {} });
    await expect(consuming).rejects.toThrow('it is not there');
    expect(await admin.listTopics()).not.toContain(topic.name);
  });

  it('keeps what each group needs to itself when one process reads several topics', async () => {
    const topics = [freshTopic('several-a'), freshTopic('several-b')];
    const stream = await engine.open(topics);
    await stream.prepare(topics);
    const recorders = topics.map(() => new Recorder());
    for (const [index, topic] of topics.entries()) {
      await stream.consume({ topic, group: 'readers', handle: recorders[index]!.handle });
    }
    for (const topic of topics) await stream.publish(topic, notes(20, hostsOf(4)));
    await Promise.all(recorders.map((recorder) => recorder.until(20)));
    for (const [index, topic] of topics.entries()) {
      const names = recorders[index]!.received.map(({ origin }) => origin.topic);
      expect(new Set(names)).toEqual(new Set([topic.name]));
    }
  });

  it('leaves no group behind after people looked at dead letters', async () => {
    const topic = freshTopic('letters', { partitions: 1 });
    const stream = await engine.open([topic]);
    await stream.prepare([topic]);
    await stream.publish(topic, [{ host: 'a', text: 'garbage' }]);
    await stream.consume({ topic, group: 'readers', handle: async () => {} });
    const dead = stream.deadLetters(topic, 'readers');
    await eventually(async () => (await dead.list()).length === 1, { what: 'a dead letter' });
    const { groups } = await admin.listGroups();
    expect(groups.filter(({ groupId }) => groupId.startsWith(`${CLIENT}.look.`))).toEqual([]);
  });

  it('repeats at most the batch in hand of each partition when a member joins', async () => {
    const topic = freshTopic('redo', { partitions: 2 });
    const stream = await engine.open([topic]);
    await stream.prepare([topic]);
    const recorder = new Recorder();
    const gate = new Gate();
    let inHand = 0;
    const handle: typeof recorder.handle = async (batch) => {
      await recorder.handle(batch);
      if (recorder.received.length <= 50) return;
      inHand += batch.length;
      await gate.passed();
    };
    const consume = () => stream.consume({ topic, group: 'readers', maxBatch: 5, handle });
    await consume();
    await stream.publish(topic, notes(2_000, hostsOf(10)));
    await eventually(
      async () => {
        const answered = recorder.received.length - inHand;
        return inHand > 5 && (await stream.lag(topic, 'readers')).messages === 2_000 - answered;
      },
      { what: 'both partitions to have a batch in hand, and all before it to be committed' },
    );
    const most = inHand;
    const second = await consume();
    await eventually(() => second.assigned().length === 1, { what: 'the second to join' });
    gate.open();
    await recorder.until(2_000);
    expect(recorder.received.length - 2_000).toBeLessThanOrEqual(most);
    const isDone = async () => (await stream.lag(topic, 'readers')).messages === 0;
    await eventually(isDone, { what: 'all to be committed' });
    expect(await stays(isDone, 200)).toBe(true);
  });
});
