import { describe, expect, it } from '@jest/globals';
import { eventually } from '@mayfly/testing';
import { faultCases } from './conformance/fault-cases.ts';
import { handledBy, streamProcess } from './faults.ts';
import { freshTopic, notes, stays } from './harness.ts';
import { kafkaForEach } from './kafka-for-each.ts';

describe('a stream on Kafka', () => {
  const engineOf = kafkaForEach();

  describe('when processes die', () => faultCases(engineOf));

  it('refuses the commit of a process that was frozen past its session and wakes up', async () => {
    const topic = freshTopic('frozen', { partitions: 1 });
    const stream = await engineOf().open([topic]);
    await stream.prepare([topic]);
    await stream.publish(topic, notes(12, ['a.test']));
    const task = {
      ...engineOf().processArgs(),
      topic: topic.name,
      partitions: 1,
      sessionTimeoutMs: 1_500,
    };
    await using frozen = streamProcess('frozen', {
      ...task,
      consume: { maxBatch: 5, handleMs: 5_000 },
    });
    await frozen.waitForLine('handled a.test 4');
    frozen.freeze();
    await using other = streamProcess('other', { ...task, consume: { maxBatch: 5, handleMs: 0 } });
    await other.waitForLine('handled a.test 11', { withinMs: 60_000 });
    const isDone = async () => (await stream.lag(topic, 'readers')).messages === 0;
    await eventually(isDone, { what: 'the other to commit all' });
    frozen.thaw();
    await frozen.waitForLine('answered 5');
    expect(await stays(isDone, 1_500)).toBe(true);
    await stream.publish(topic, notes(6, ['a.test'], 12));
    await eventually(
      () => handledBy([...frozen.lines, ...other.lines]).some(({ number }) => number === 17),
      { what: 'the group to go on', withinMs: 60_000 },
    );
    const numbers = handledBy([...other.lines]).map(({ number }) => number);
    expect(numbers.slice(0, 12)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('keeps the partition of a handler that takes longer than the session', async () => {
    const topic = freshTopic('long', { partitions: 1 });
    const stream = await engineOf().open([topic], { sessionTimeoutMs: 3_000 });
    await stream.prepare([topic]);
    await stream.publish(topic, notes(2, ['a.test']));
    const task = {
      ...engineOf().processArgs(),
      topic: topic.name,
      partitions: 1,
      sessionTimeoutMs: 3_000,
    };
    await using slow = streamProcess('slow', {
      ...task,
      consume: { maxBatch: 1, handleMs: 5_000 },
    });
    await eventually(async () => (await stream.lag(topic, 'readers')).messages === 0, {
      what: 'both to be committed',
      withinMs: 60_000,
    });
    expect(handledBy(slow.lines).map(({ number }) => number)).toEqual([0, 1]);
  });
});
