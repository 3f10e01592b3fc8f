import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@mayfly/clock';
import { openDataFolder } from '@mayfly/data-folder';
import { openLmdbStream } from '@mayfly/stream';
import { eventually, temporaryFolder } from '@mayfly/testing';
import { faultCases } from './conformance/fault-cases.ts';
import { freshTopic, Gate, hostsOf, notes, Recorder, stays } from './harness.ts';
import { type LmdbEngine, lmdbEngine } from './lmdb-engine.ts';
import { notesTopic, quietLog } from './memory-partition.ts';

describe('a stream on LMDB', () => {
  let engine: LmdbEngine;
  beforeEach(async () => {
    engine = await lmdbEngine();
  });
  afterEach(() => engine.closeAll());

  describe('when processes die', () => faultCases(() => engine));

  it('takes partitions from a consumer that is stuck, and refuses its late commit', async () => {
    const topic = freshTopic('stuck', { partitions: 1 });
    const stream = await engine.open([topic], { sessionTimeoutMs: 300 });
    await stream.prepare([topic]);
    await stream.publish(topic, notes(20, hostsOf(3)));
    const gate = new Gate();
    const signals: AbortSignal[] = [];
    const seen: string[] = [];
    const stuck = await stream.consume({
      topic,
      group: 'readers',
      maxBatch: 5,
      handle: async (batch, { signal }) => {
        signals.push(signal);
        seen.push(...batch.map(({ message }) => message.text));
        await gate.passed();
      },
    });
    await eventually(() => seen.length === 5, { what: 'the first to be stuck' });
    const recorder = new Recorder();
    await stream.consume({ topic, group: 'readers', handle: recorder.handle });
    await recorder.until(20);
    expect(recorder.received).toHaveLength(20);
    expect(signals[0]!.aborted).toBe(true);
    expect(stuck.assigned()).toEqual([]);
    const isDone = async () => (await stream.lag(topic, 'readers')).messages === 0;
    await eventually(isDone, { what: 'all to be committed' });
    gate.open();
    expect(await stays(isDone, 300)).toBe(true);
    await stuck.stop();
  });

  it('takes a fault of its own in a publish for no failing disk', async () => {
    const topic = freshTopic('bug', { partitions: 1 });
    await using temporary = await temporaryFolder();
    const folder = await openDataFolder(temporary.path);
    let isBroken = false;
    const nowMs = () => {
      if (!isBroken) return systemClock.nowMs();
      isBroken = false;
      throw new TypeError('no time');
    };
    const clock = { ...systemClock, nowMs };
    const stream = openLmdbStream({
      folder,
      topics: [topic],
      clock,
      random: Math.random,
      log: quietLog,
    });
    await stream.prepare([topic]);
    isBroken = true;
    await expect(stream.publish(topic, notes(1, ['a']))).rejects.toThrow('no time');
    expect(stream.publishing().ok).toBe(true);
    await stream.publish(topic, notes(1, ['a']));
    await stream.close();
    await folder.close();
  });

  it('keeps its partitions with a stuck consumer that is alone', async () => {
    const topic = freshTopic('alone', { partitions: 1 });
    const stream = await engine.open([topic], { sessionTimeoutMs: 100 });
    await stream.prepare([topic]);
    await stream.publish(topic, notes(3, ['a']));
    const gate = new Gate();
    const recorder = new Recorder();
    const consumer = await stream.consume({
      topic,
      group: 'readers',
      handle: async (batch) => {
        await gate.passed();
        await recorder.handle(batch);
      },
    });
    expect(await stays(() => consumer.assigned().length === 1, 400)).toBe(true);
    gate.open();
    await recorder.until(3);
    expect(recorder.received).toHaveLength(3);
  });

  it('forgets messages only after every declared group has committed them', async () => {
    const topic = freshTopic('trim', { partitions: 2, groups: ['quick', 'slow'] });
    let stream = await engine.open([topic]);
    await stream.prepare([topic]);
    await stream.publish(topic, notes(3_000, hostsOf(20)));
    const blocks = engine.keptBlocks(topic);
    expect(blocks).toBeGreaterThan(2);
    const quick = new Recorder();
    await stream.consume({ topic, group: 'quick', handle: quick.handle });
    await quick.until(3_000);
    await eventually(async () => (await stream.lag(topic, 'quick')).messages === 0, {
      what: 'the quick group to commit',
    });
    expect(await stays(() => engine.keptBlocks(topic) === blocks, 200)).toBe(true);
    stream = await engine.reopen(stream, [topic]);
    const slow = new Recorder();
    await stream.consume({ topic, group: 'slow', handle: slow.handle });
    await slow.until(3_000);
    await eventually(() => engine.keptBlocks(topic) === 0, { what: 'the log to be trimmed' });
    expect(await stream.lag(topic, 'quick')).toEqual({ messages: 0, bytes: 0, seconds: 0 });
  });

  it('forgets nothing that a group needs which was added while others read', async () => {
    const before = freshTopic('added', { partitions: 1, groups: ['early'] });
    const topic = notesTopic(before.name, 1, ['early', 'late']);
    const stream = await engine.open([topic]);
    await stream.prepare([before]);
    const early = new Recorder();
    await stream.consume({ topic: before, group: 'early', handle: early.handle });
    await stream.prepare([topic]);
    await stream.publish(topic, notes(1_000, ['a']));
    await early.until(1_000);
    await eventually(async () => (await stream.lag(topic, 'early')).messages === 0, {
      what: 'the early group to commit',
    });
    expect(await stays(async () => (await stream.lag(topic, 'late')).messages === 1_000, 200)).toBe(
      true,
    );
  });

  it('trims on opening what an earlier process left', async () => {
    const topic = freshTopic('left', { partitions: 1 });
    let stream = await engine.open([topic]);
    await stream.prepare([topic]);
    await stream.publish(topic, notes(10_000, ['a']));
    const recorder = new Recorder();
    const consumer = await stream.consume({ topic, group: 'readers', handle: recorder.handle });
    await recorder.until(10_000);
    await consumer.stop();
    stream = await engine.reopen(stream, [topic]);
    await stream.consume({ topic, group: 'readers', handle: recorder.handle });
    await eventually(() => engine.keptBlocks(topic) === 0, { what: 'the log to be trimmed' });
  });

  it('goes on with rising positions after everything was trimmed', async () => {
    const topic = freshTopic('after-trim', { partitions: 1 });
    let stream = await engine.open([topic]);
    await stream.prepare([topic]);
    const recorder = new Recorder();
    for (let round = 0; round < 3; round += 1) {
      await stream.consume({ topic, group: 'readers', handle: recorder.handle });
      await stream.publish(topic, notes(10, ['a'], round * 10));
      await recorder.until((round + 1) * 10);
      await engine.closeStreams();
      stream = await engine.open([topic]);
    }
    expect(recorder.received.map(({ origin }) => origin.position)).toEqual(
      Array.from({ length: 30 }, (_, index) => BigInt(index)),
    );
  });
});
