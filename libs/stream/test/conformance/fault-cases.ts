import { expect, it } from '@jest/globals';
import { eventually } from '@mayfly/testing';
import { acknowledged, handledBy, judge, streamProcess } from '../faults.ts';
import { type Engine, freshTopic, notes } from '../harness.ts';

/** What holds when processes die. */
export function faultCases(engine: () => Engine): void {
  it('gives a message again when its consumer was killed between effect and commit', async () => {
    const topic = freshTopic('killed', { partitions: 1 });
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    await stream.publish(topic, notes(10, ['a.test']));
    await stream.close();
    await engine().closeStreams();
    const task = {
      ...engine().processArgs(),
      topic: topic.name,
      partitions: 1,
      sessionTimeoutMs: 1_500,
    };
    await using first = streamProcess('first', {
      ...task,
      consume: { maxBatch: 4, handleMs: 600_000 },
    });
    await first.waitForLine('handled a.test 3');
    await first.kill9();
    await using second = streamProcess('second', {
      ...task,
      consume: { maxBatch: 4, handleMs: 0 },
    });
    await second.waitForLine('handled a.test 9', { withinMs: 60_000 });
    expect(handledBy(first.lines).map(({ number }) => number)).toEqual([0, 1, 2, 3]);
    expect(handledBy(second.lines).map(({ number }) => number)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    await second.waitForLine('answered 2');
    await second.stop();
    const after = await engine().open([topic]);
    expect((await after.lag(topic, 'readers')).messages).toBe(0);
  });

  it('delivers every acknowledged message after publisher and consumer were killed', async () => {
    const hosts = 6;
    const topic = freshTopic('load', { partitions: 2 });
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    await stream.close();
    await engine().closeStreams();
    const task = {
      ...engine().processArgs(),
      topic: topic.name,
      partitions: 2,
      sessionTimeoutMs: 1_500,
    };
    const lives: (readonly string[])[] = [];
    let from = 0;
    for (let life = 0; life < 3; life += 1) {
      await using both = streamProcess(`life ${life}`, {
        ...task,
        publish: { hosts, from, rounds: 1_000_000 },
        consume: { maxBatch: 20, handleMs: 1 },
      });
      await both.waitForLine(new RegExp(`^handled host-\\d.test ${from + 5} `), {
        withinMs: 60_000,
      });
      await both.kill9();
      lives.push(both.lines);
      from = Math.max(...both.lines.flatMap(sentIn)) + 1;
    }
    const rounds = acknowledged(lives.flat());
    await using last = streamProcess('last', {
      ...task,
      publish: { hosts, from, rounds: 1 },
      consume: { maxBatch: 20, handleMs: 0 },
    });
    await eventually(() => hostsThatHad(from, last.lines) === hosts, {
      what: 'the last round to be handled',
      withinMs: 60_000,
    });
    const verdict = judge([...rounds, from], hosts, [...lives, last.lines].map(handledBy));
    expect(rounds.length).toBeGreaterThanOrEqual(15);
    expect(verdict).toMatchObject({ lost: 0, outOfOrder: 0 });
    await last.stop();
  });
}

function sentIn(line: string): readonly number[] {
  const match = /^sending (\d+)$/.exec(line);
  return match === null ? [] : [Number(match[1])];
}

function hostsThatHad(round: number, lines: readonly string[]): number {
  const handled = handledBy(lines).filter(({ number }) => number === round);
  return new Set(handled.map(({ host }) => host)).size;
}
