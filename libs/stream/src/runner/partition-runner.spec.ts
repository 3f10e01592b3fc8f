import { describe, expect, it } from '@jest/globals';
import { CrawlError } from '@mayfly/errors';
import { memoryPartition, type Note } from '../../test/memory-partition.ts';
import type { Received } from '../stream.ts';

const away = new CrawlError('STORE_AWAY', 'no primary');
const texts = (batch: readonly Received<Note>[]) => batch.map(({ message }) => message.text);
const LONG_MS = 120_000;
const MANY = [...'abcdefghijklmnopqrst'].map((host) => `${host}1`);
const NOTE_BYTES = JSON.stringify({ host: 'a', text: 'a1' }).length;

/** A handler that fails each text for as long as the table has an error for it. */
function failing(errors: Readonly<Record<string, Error | undefined>>) {
  const calls: string[][] = [];
  const passed: string[] = [];
  const handle = async (batch: readonly Received<Note>[]) => {
    calls.push(texts(batch));
    const answers = texts(batch).map((text) => errors[text]);
    passed.push(...texts(batch).filter((_, index) => answers[index] === undefined));
    return answers;
  };
  return { calls, passed, handle };
}

describe('PartitionRunner', () => {
  it('hands over in batches, in order, and reports how far it is', async () => {
    const { calls, handle } = failing({});
    const { publish, clock, commits } = memoryPartition({ handle, maxBatch: 2 });
    publish('a1 b1 a2');
    await clock.advance(0);
    expect(calls).toEqual([['a1', 'b1'], ['a2']]);
    expect(commits).toEqual([2n, 3n]);
  });

  it('waits out an outage, however long, and gives nothing up', async () => {
    const errors: Record<string, Error | undefined> = { a1: away, b1: away, c1: away };
    const { passed, handle } = failing(errors);
    const { publish, clock, commits, deaths } = memoryPartition({ handle });
    publish('a1 b1 c1');
    await clock.advance(LONG_MS);
    expect([passed, commits, deaths]).toEqual([[], [], []]);
    for (const text in errors) errors[text] = undefined;
    await clock.advance(10_000);
    expect(passed).toEqual(['a1', 'b1', 'c1']);
    expect(commits.at(-1)).toBe(3n);
  });

  it('holds no more than a batch and one message, however long an outage is', async () => {
    const { handle } = failing(Object.fromEntries(MANY.map((text) => [text, away])));
    const { publish, clock, taken } = memoryPartition({
      handle,
      maxBatch: 100,
      maxBatchBytes: 4 * NOTE_BYTES,
    });
    publish(MANY.join(' '));
    await clock.advance(LONG_MS);
    expect(taken()).toBe(4);
  });

  it('keeps to the bytes of a batch after an outage too', async () => {
    const errors = Object.fromEntries(
      MANY.map((text): [string, Error | undefined] => [text, away]),
    );
    const { calls, passed, handle } = failing(errors);
    const { publish, clock } = memoryPartition({
      handle,
      maxBatch: 100,
      maxBatchBytes: 4.5 * NOTE_BYTES,
    });
    publish(MANY.join(' '));
    await clock.advance(LONG_MS);
    for (const text of MANY) errors[text] = undefined;
    await clock.advance(LONG_MS);
    expect([...passed].sort()).toEqual(MANY);
    expect(Math.max(...calls.map((texts) => texts.length))).toBe(4);
  });

  it('finds a neighbour for a message that is as large as a batch may be', async () => {
    const { passed, handle } = failing({ a1: away });
    const { publish, clock, deaths } = memoryPartition({ handle, maxBatchBytes: 1 });
    publish(MANY.join(' '));
    await clock.advance(LONG_MS);
    expect(deaths.map(({ arrived }) => arrived.key)).toEqual(['a']);
    expect(passed).toEqual(MANY.slice(1));
  });

  it('asks at bounded intervals while it waits', async () => {
    const { calls, handle } = failing({ a1: away });
    const { publish, clock } = memoryPartition({ handle });
    publish('a1');
    await clock.advance(LONG_MS);
    const before = calls.length;
    await clock.advance(LONG_MS);
    const perMinute = (calls.length - before) / 2;
    expect(perMinute).toBeGreaterThanOrEqual(10);
    expect(perMinute).toBeLessThanOrEqual(30);
  });

  it('gives up a message that fails again and again while its neighbours pass', async () => {
    const { passed, handle } = failing({ a1: away });
    const { publish, clock, deaths, commits } = memoryPartition({ handle, maxBatch: 3 });
    publish('a1 b1 b2 c1 c2 d1 e1 f1 a2');
    await clock.advance(LONG_MS);
    expect(deaths.map(({ code, reason }) => [code, reason])).toEqual([
      ['STORE_AWAY', 'no primary'],
    ]);
    expect(passed).toEqual(['b1', 'b2', 'c1', 'c2', 'd1', 'e1', 'f1', 'a2']);
    expect(commits.at(-1)).toBe(9n);
  });

  it('does not give up a message whose neighbours passed only before it failed', async () => {
    const { passed, handle } = failing({ a1: away });
    const { publish, clock, deaths, commits } = memoryPartition({ handle });
    publish('b1 b2 c1 c2 c3 c4 c5 a1 a2');
    await clock.advance(LONG_MS);
    expect(passed).toEqual(['b1', 'b2', 'c1', 'c2', 'c3', 'c4', 'c5', 'a2']);
    expect([deaths, commits]).toEqual([[], [7n]]);
  });

  it('finds two bad messages of different keys among good ones that keep coming', async () => {
    const { handle } = failing({ a1: away, b1: away });
    const { publish, clock, deaths } = memoryPartition({ handle });
    publish('a1 b1');
    for (const host of 'cdefghijklmnop') {
      publish(`${host}1`);
      await clock.advance(6_000);
    }
    expect(deaths.map(({ arrived }) => arrived.key).sort()).toEqual(['a', 'b']);
  });

  it('does not take two outages in a row for a bad message', async () => {
    const errors: Record<string, Error | undefined> = {};
    const { handle } = failing(errors);
    const { publish, clock, deaths } = memoryPartition({ handle });
    for (let round = 0; round < 10; round += 1) {
      publish(`a${round} b${round} c${round}`);
      for (const host of 'abc') errors[host + round] = away;
      await clock.advance(20_000);
      for (const host of 'abc') errors[host + round] = undefined;
      await clock.advance(20_000);
    }
    expect(deaths).toEqual([]);
  });

  it('never runs ahead within a key', async () => {
    const errors: Record<string, Error | undefined> = { a1: away };
    const { passed, calls, handle } = failing(errors);
    const { publish, clock } = memoryPartition({ handle });
    publish('a1 a2 a3');
    await clock.advance(LONG_MS);
    expect(calls.slice(1).every((texts) => texts.join() === 'a1')).toBe(true);
    errors.a1 = undefined;
    passed.length = 0;
    await clock.advance(LONG_MS);
    expect(passed).toEqual(['a1', 'a2', 'a3']);
  });

  it('gives later messages of a failed key again, though they were answered as done', async () => {
    const errors: Record<string, Error | undefined> = { a1: away };
    const { passed, handle } = failing(errors);
    const { publish, clock, commits } = memoryPartition({ handle });
    publish('a1 a2');
    await clock.advance(0);
    expect(passed).toEqual(['a2']);
    errors.a1 = undefined;
    await clock.advance(10_000);
    expect(passed).toEqual(['a2', 'a1', 'a2']);
    expect(commits).toEqual([1n, 2n]);
  });

  it('gives a refused message up at once and lets its neighbours pass', async () => {
    const refused = new CrawlError('REQUEST_INVALID', 'no host');
    const { passed, handle } = failing({ b1: refused });
    const { publish, clock, deaths, commits } = memoryPartition({ handle });
    publish('a1 b1 b2');
    await clock.advance(0);
    expect(deaths.map(({ code, reason }) => [code, reason])).toEqual([
      ['REQUEST_INVALID', 'no host'],
    ]);
    expect(passed).toEqual(['a1', 'b2']);
    expect(commits).toEqual([3n]);
  });

  it('tries a bug so many times, then gives the message up without its words', async () => {
    const { handle } = failing({ a1: new TypeError('secret') });
    const { publish, clock, deaths } = memoryPartition({ handle, maxTries: 3 });
    publish('a1');
    await clock.advance(LONG_MS);
    expect(deaths.map(({ code, reason, attempts }) => [code, reason, attempts])).toEqual([
      ['INTERNAL', 'internal error', 3],
    ]);
  });

  it('finds the one message at which a handler throws', async () => {
    const passed: string[] = [];
    const handle = async (batch: readonly Received<Note>[]) => {
      if (texts(batch).includes('d1')) throw new TypeError('boom');
      passed.push(...texts(batch));
    };
    const { publish, clock, deaths, commits } = memoryPartition({ handle });
    publish('a1 b1 c1 d1 e1 f1');
    await clock.advance(LONG_MS);
    expect(deaths.map(({ arrived }) => arrived.key)).toEqual(['d']);
    expect(passed).toEqual(['a1', 'b1', 'c1', 'e1', 'f1']);
    expect(commits.at(-1)).toBe(6n);
  });

  it('takes a wrong number of answers for a bug', async () => {
    const { publish, clock, deaths } = memoryPartition({ handle: async () => [], maxTries: 2 });
    publish('a1');
    await clock.advance(LONG_MS);
    expect(deaths.map(({ code }) => code)).toEqual(['INTERNAL']);
  });

  it('buries bytes that are no message at once', async () => {
    const { passed, handle } = failing({});
    const { publish, clock, deaths, commits } = memoryPartition({ handle });
    publish('a1 b:garbage c1');
    await clock.advance(0);
    expect(deaths.map(({ code, arrived }) => [code, arrived.key])).toEqual([
      ['MESSAGE_MALFORMED', 'b'],
    ]);
    expect(passed).toEqual(['a1', 'c1']);
    expect(commits).toEqual([3n]);
  });

  it('commits nothing behind a message that is not buried yet', async () => {
    const { handle } = failing({ a1: new CrawlError('REQUEST_INVALID', 'no') });
    const { publish, clock, commits, deaths, failBurials } = memoryPartition({ handle });
    failBurials(3);
    publish('a1 b1');
    await clock.advance(0);
    expect([commits, deaths]).toEqual([[], []]);
    await clock.advance(10_000);
    expect(deaths).toHaveLength(1);
    expect(commits).toEqual([2n]);
  });

  it('lets a batch end when it is stopped, and takes no other', async () => {
    const batches: string[][] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const handle = async (batch: readonly Received<Note>[]) => {
      batches.push(texts(batch));
      await promise;
    };
    const { publish, clock, commits, stopping, running } = memoryPartition({ handle, maxBatch: 1 });
    publish('a1 b1');
    await clock.advance(0);
    stopping.abort();
    resolve();
    await running;
    expect([batches, commits]).toEqual([[['a1']], [1n]]);
  });

  it('changes nothing any more once the partition is lost', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const signals: AbortSignal[] = [];
    const handle = async (_: unknown, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      await promise;
      return [new CrawlError('REQUEST_INVALID', 'no')];
    };
    const { publish, clock, commits, deaths, lost, running } = memoryPartition({ handle });
    publish('a1');
    await clock.advance(0);
    lost.abort();
    expect(signals[0]!.aborted).toBe(true);
    resolve();
    await running;
    expect([commits, deaths]).toEqual([[], []]);
  });
});
