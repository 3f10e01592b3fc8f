import { expect, it } from '@jest/globals';
import { CrawlError } from '@mayfly/errors';
import { type Consumer, type Received } from '@mayfly/stream';
import { eventually } from '@mayfly/testing';
import {
  type Engine,
  freshTopic,
  Gate,
  hostsOf,
  notes,
  Recorder,
  rises,
  stays,
} from '../harness.ts';
import type { Note } from '../memory-partition.ts';

/** What consumers may rely on. */
export function groupCases(engine: () => Engine): void {
  it('gives a new group everything from the beginning, and each group all of it', async () => {
    const topic = freshTopic('groups', { groups: ['early', 'late'] });
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    const early = new Recorder();
    const late = new Recorder();
    await stream.publish(topic, notes(30, hostsOf(5)));
    await stream.consume({ topic, group: 'early', handle: early.handle });
    await early.until(30);
    await stream.consume({ topic, group: 'late', handle: late.handle });
    await late.until(30);
    expect(late.received).toHaveLength(30);
  });

  it('goes on after a clean stop where it was, without a repeat', async () => {
    const topic = freshTopic('resume');
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    const recorder = new Recorder();
    for (let round = 1; round <= 3; round += 1) {
      await stream.publish(topic, notes(20, hostsOf(4), (round - 1) * 20));
      const consumer = await stream.consume({ topic, group: 'readers', handle: recorder.handle });
      await recorder.until(round * 20);
      await consumer.stop();
    }
    expect(recorder.received).toHaveLength(60);
  });

  it('calls no handler once it has stopped', async () => {
    const topic = freshTopic('stopped', { partitions: 1 });
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    const recorder = new Recorder();
    const consumer = await stream.consume({
      ...{ topic, group: 'readers', maxBatch: 10, handle: recorder.handle },
    });
    await stream.publish(topic, notes(500, ['a']));
    await recorder.until(1);
    await consumer.stop();
    const handled = recorder.received.length;
    await stream.publish(topic, notes(100, ['a'], 500));
    expect(await stays(() => recorder.received.length === handled, 500)).toBe(true);
  });

  it('leaves nothing behind of a consumer that is stopped while it joins', async () => {
    const topic = freshTopic('hasty');
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    const recorder = new Recorder();
    const consume = () => stream.consume({ topic, group: 'readers', handle: recorder.handle });
    const first = await consume();
    await eventually(() => first.assigned().length === 2, { what: 'the first to have all' });
    const hasty = await consume();
    await eventually(() => first.assigned().length < 2, { what: 'the second to join' });
    await hasty.stop();
    await eventually(() => first.assigned().length === 2, { what: 'the first to have all again' });
    await stream.publish(topic, notes(20, hostsOf(4)));
    await recorder.until(20);
  });

  it('commits exactly what was answered, not what was only taken', async () => {
    const topic = freshTopic('exact', { partitions: 1 });
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    await stream.publish(topic, notes(20, ['a.test']));
    const seen: string[] = [];
    const gate = new Gate();
    const consumer = await stream.consume({
      topic,
      group: 'readers',
      maxBatch: 5,
      handle: async (batch) => {
        seen.push(...batch.map(({ message }) => message.text));
        if (seen.length >= 10) await gate.passed();
      },
    });
    await eventually(async () => (await stream.lag(topic, 'readers')).messages === 15, {
      what: 'the first batch to be committed',
    });
    expect(await stays(async () => (await stream.lag(topic, 'readers')).messages === 15, 300)).toBe(
      true,
    );
    gate.open();
    await consumer.stop();
    expect((await stream.lag(topic, 'readers')).messages).toBe(20 - seen.length);
  });

  it('shares partitions with a consumer that joins, and takes them back when one leaves', async () => {
    const topic = freshTopic('share', { partitions: 4 });
    const stream = await engine().open([topic], { sessionTimeoutMs: 6_000 });
    await stream.prepare([topic]);
    const hosts = hostsOf(12);
    const recorder = new Recorder();
    const consume = (): Promise<Consumer> =>
      stream.consume({ topic, group: 'readers', handle: recorder.handle, maxBatch: 7 });
    let sent = 0;
    const publish = async (): Promise<void> => {
      await stream.publish(topic, notes(120, hosts, sent));
      sent += 120;
    };
    const first = await consume();
    await eventually(() => first.assigned().length === 4, { what: 'the first to have all' });
    await publish();
    const second = await consume();
    await publish();
    await eventually(() => first.assigned().length === 2 && second.assigned().length === 2, {
      what: 'both to have half',
      withinMs: 60_000,
    });
    expect([...first.assigned(), ...second.assigned()].sort()).toEqual([0, 1, 2, 3]);
    await publish();
    await first.stop();
    await eventually(() => second.assigned().length === 4, {
      what: 'the second to have all',
      withinMs: 60_000,
    });
    await publish();
    await recorder.until(sent);
    expect(first.assigned()).toEqual([]);
    for (const host of hosts) expect(inOrderWithRepeats(recorder, host)).toBe(true);
  });

  it('lets an outage stop its own partition and no other', async () => {
    const topic = freshTopic('outage', { partitions: 2 });
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    let away = true;
    const passed = new Recorder();
    const handle = async (batch: readonly Received<Note>[]): Promise<void> => {
      if (away && batch[0]!.origin.partition === 0)
        throw new CrawlError('STORE_AWAY', 'no primary');
      await passed.handle(batch);
    };
    await stream.consume({ topic, group: 'readers', handle });
    const all = notes(40, hostsOf(8));
    await stream.publish(topic, all);
    const others = () => passed.received.filter(({ origin }) => origin.partition === 1).length;
    await eventually(() => others() > 0 && passed.received.length === others(), { what: 'others' });
    const before = others();
    await stream.publish(topic, notes(40, hostsOf(8), 40));
    await eventually(() => others() > before, { what: 'the other partition to go on' });
    expect(passed.received.some(({ origin }) => origin.partition === 0)).toBe(false);
    away = false;
    await passed.until(80);
    expect(await stream.deadLetters(topic, 'readers').list()).toEqual([]);
    for (const host of hostsOf(8)) {
      expect(rises(passed.texts(host).map(Number))).toBe(true);
    }
  });

  it('takes little in advance for a slow handler', async () => {
    const topic = freshTopic('slow', { partitions: 1 });
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    const text = 'x'.repeat(100_000);
    for (let round = 0; round < 8; round += 1) {
      await stream.publish(
        topic,
        Array.from({ length: 10 }, (_, index) => ({
          host: 'a',
          text: `${round}-${index} ${text}`,
        })),
      );
    }
    const gate = new Gate();
    const recorder = new Recorder();
    const consumer = await stream.consume({
      topic,
      group: 'readers',
      maxBatch: 4,
      maxBatchBytes: 500_000,
      handle: async (batch) => {
        await recorder.handle(batch);
        await gate.passed();
      },
    });
    await eventually(() => recorder.received.length > 0, { what: 'the handler to have work' });
    const modest = () => consumer.ahead().bytes <= 2_000_000 && recorder.received.length === 4;
    expect(await stays(modest, 700)).toBe(true);
    gate.open();
    await recorder.until(80);
  });

  it('cuts batches by bytes and by count', async () => {
    const topic = freshTopic('batches', { partitions: 1 });
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    const text = 'x'.repeat(1_000);
    await stream.publish(
      topic,
      notes(60, ['a']).map((note) => ({ ...note, text: `${note.text} ${text}` })),
    );
    const sizes: number[] = [];
    const recorder = new Recorder();
    await stream.consume({
      topic,
      group: 'readers',
      maxBatch: 20,
      maxBatchBytes: 10_500,
      handle: async (batch) => {
        sizes.push(batch.length);
        await recorder.handle(batch);
      },
    });
    await recorder.until(60);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(10);
    expect(Math.max(...sizes)).toBeGreaterThan(1);
  });
}

/** A repeat goes back to the last commit and on from there; nothing is left out on the way. */
export function inOrderWithRepeats(recorder: Recorder, host: string): boolean {
  let newest = -1;
  const texts = recorder.texts(host).map(Number);
  const sorted = [...new Set(texts)].sort((a, b) => a - b);
  const next = new Map(sorted.map((text, index) => [text, sorted[index + 1]]));
  return texts.every((text, index) => {
    const fits = text <= newest || index === 0 || text === next.get(newest);
    newest = Math.max(newest, text);
    return fits;
  });
}
