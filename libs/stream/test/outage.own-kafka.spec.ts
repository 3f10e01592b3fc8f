import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type KafkaServers, startKafka, withoutGiven } from '@mayfly/stack';
import { type StreamLog } from '@mayfly/stream';
import { eventually } from '@mayfly/testing';
import { inOrderWithRepeats } from './conformance/group-cases.ts';
import { type Engine, freshTopic, hostsOf, notes, Recorder } from './harness.ts';
import { kafkaEngine } from './kafka-engine.ts';

describe('a stream whose broker goes away', () => {
  let servers: KafkaServers;
  let engine: Engine;
  const said: string[] = [];
  const log: StreamLog = {
    debug: () => {},
    warn: (_, message) => said.push(message),
    error: (_, message) => said.push(`ERROR ${message}`),
  };

  beforeAll(async () => {
    // It is killed, so it must not be the one that all share.
    servers = await startKafka({ nodes: 1, env: withoutGiven(process.env) });
  });
  afterAll(() => servers.stop());
  afterEach(() => engine.closeAll());

  it('loses nothing, keeps order and heals by itself', async () => {
    engine = kafkaEngine(servers.brokers, { log, publishTimeoutMs: 90_000 });
    const [node] = servers.nodes;
    const hosts = hostsOf(5);
    const topic = freshTopic('outage', { partitions: 2 });
    const stream = await engine.open([topic]);
    await stream.prepare([topic]);
    const recorder = new Recorder();
    await stream.consume({ topic, group: 'readers', handle: recorder.handle });
    let sent = 0;
    const publish = async (): Promise<void> => {
      const batch = notes(10, hosts, sent);
      sent += 10;
      await stream.publish(topic, batch);
    };
    for (let round = 0; round < 10; round += 1) await publish();
    await recorder.until(100);
    const during = [publish(), publish(), publish()];
    await node!.kill();
    during.push(publish(), publish());
    await eventually(() => !stream.publishing().ok, {
      what: 'publishing to fail',
      withinMs: 60_000,
    });
    expect(stream.publishing().error).toMatchObject({ code: 'STREAM_AWAY' });
    expect(await stream.isReady()).toBe(false);
    await node!.start();
    await Promise.all(during);
    expect(stream.publishing().ok).toBe(true);
    await publish();
    await recorder.until(sent, 60_000);
    for (const host of hosts) expect(inOrderWithRepeats(recorder, host)).toBe(true);
    await eventually(async () => (await stream.lag(topic, 'readers')).messages === 0, {
      what: 'all to be committed',
      withinMs: 60_000,
    });
    expect(said.filter((line) => line.startsWith('ERROR'))).toEqual([]);
  });

  it('tells a publisher in time, and finds out by itself that publishing works again', async () => {
    engine = kafkaEngine(servers.brokers, { log, publishTimeoutMs: 4_000 });
    const [node] = servers.nodes;
    const topic = freshTopic('deadline', { partitions: 1 });
    const stream = await engine.open([topic]);
    await stream.prepare([topic]);
    await stream.publish(topic, notes(1, ['a']));
    await node!.freeze();
    // A process does not stop in the very moment it is told to, so the first may still get through.
    const failure = await eventually(
      () =>
        stream.publish(topic, notes(1, ['a'], 1)).then(
          () => false as const,
          (error: Error) => error,
        ),
      { what: 'a publish to fail', withinMs: 60_000 },
    );
    expect(failure).toMatchObject({ code: 'STREAM_AWAY', retryable: true });
    expect(stream.publishing()).toMatchObject({ ok: false });
    await node!.thaw();
    await eventually(() => stream.publishing().ok, {
      what: 'publishing to work',
      withinMs: 60_000,
    });
    await stream.publish(topic, notes(1, ['a'], 2));
    const recorder = new Recorder();
    await stream.consume({ topic, group: 'readers', handle: recorder.handle });
    await eventually(() => recorder.texts().includes('2'), { what: 'the last message' });
    // Nobody was promised the second one; the others are there.
    expect([...new Set(recorder.texts())].filter((text) => text !== '1')).toEqual(['0', '2']);
  });
});
