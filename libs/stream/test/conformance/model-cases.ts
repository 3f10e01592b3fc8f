import { expect, it } from '@jest/globals';
import { CrawlError } from '@mayfly/errors';
import { type Consumer, type Received, type Stream } from '@mayfly/stream';
import { eventually, testSeed } from '@mayfly/testing';
import * as fc from 'fast-check';
import { type Engine, freshTopic, hostsOf } from '../harness.ts';
import type { Note } from '../memory-partition.ts';

const HOSTS = hostsOf(4);

type Step =
  | { readonly kind: 'publish'; readonly hosts: readonly number[] }
  | { readonly kind: 'fail'; readonly how: Failure; readonly times: number }
  | { readonly kind: 'join' | 'leave' | 'reopen' };

type Failure = 'away' | 'bug' | 'throw';

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('publish' as const),
      hosts: fc.array(fc.integer({ min: 0, max: HOSTS.length - 1 }), {
        minLength: 1,
        maxLength: 8,
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fail' as const),
      how: fc.constantFrom<Failure[]>('away', 'bug', 'throw'),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('join', 'leave', 'reopen') }) },
);

/** What a group is, said in the simplest way: every message is done once at least, and in order for its key. */
class Model {
  readonly published = new Map<string, string[]>(HOSTS.map((host) => [host, []]));
  readonly done = new Set<string>();
  readonly outOfOrder: string[] = [];
  count = 0;
  private failures: Failure[] = [];

  failNext(how: Failure, times: number): void {
    // Waits double with each failure in a row, so more of them would only make the test slow.
    const room = Math.max(0, 4 - this.failures.length);
    this.failures.push(...Array.from({ length: Math.min(times, room) }, () => how));
  }

  publish(hosts: readonly number[]): readonly Note[] {
    return hosts.map((index) => {
      const host = HOSTS[index]!;
      const text = String(this.count);
      this.count += 1;
      this.published.get(host)!.push(text);
      return { host, text };
    });
  }

  /** Fails as told, one message or the whole batch; what passes must be next for its key, or a repeat. */
  readonly handle = async (batch: readonly Received<Note>[]) => {
    const how = this.failures.shift();
    if (how === 'throw') throw new CrawlError('STORE_AWAY', 'no primary');
    const failed = how === undefined ? undefined : batch[batch.length >> 1];
    const skipped = new Set<string>();
    return batch.map((received) => {
      if (received === failed || skipped.has(received.key)) {
        skipped.add(received.key);
        return how === 'bug' ? new TypeError('a bug') : new CrawlError('STORE_AWAY', 'no primary');
      }
      this.pass(received.message);
      return undefined;
    });
  };

  private pass({ host, text }: Note): void {
    if (this.done.has(text)) return;
    const next = this.published.get(host)!.find((each) => !this.done.has(each));
    if (next !== text) this.outOfOrder.push(`${host}: ${text} before ${next}`);
    this.done.add(text);
  }
}

/** Random lives of a group against the model. */
export function modelCases(engine: () => Engine, runs: number): void {
  it('handles every message at least once, in order per key, and commits only what is done', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        await live(engine(), steps);
      }),
      { seed: testSeed(), numRuns: runs, endOnFailure: true },
    );
  });
}

async function live(engine: Engine, steps: readonly Step[]): Promise<void> {
  const topic = freshTopic('model', { partitions: 2 });
  const model = new Model();
  let stream: Stream = await engine.open([topic]);
  await stream.prepare([topic]);
  let consumers: Consumer[] = [];
  const join = async (): Promise<void> => {
    const { handle } = model;
    consumers.push(
      await stream.consume({ topic, group: 'readers', handle, maxBatch: 4, maxTries: 1_000 }),
    );
  };
  const commitsOnlyWhatIsDone = async (): Promise<void> => {
    const { messages } = await stream.lag(topic, 'readers');
    expect(messages).toBeGreaterThanOrEqual(model.count - model.done.size);
  };
  await join();
  for (const each of steps) {
    if (each.kind === 'publish') await stream.publish(topic, model.publish(each.hosts));
    if (each.kind === 'fail') model.failNext(each.how, each.times);
    if (each.kind === 'join' && consumers.length < 3) await join();
    if (each.kind === 'leave') await consumers.pop()?.stop();
    if (each.kind === 'reopen') {
      stream = await engine.reopen(stream, [topic]);
      consumers = [];
      await join();
    }
    await commitsOnlyWhatIsDone();
  }
  if (consumers.length === 0) await join();
  const isDone = async () =>
    model.done.size === model.count && (await stream.lag(topic, 'readers')).messages === 0;
  await eventually(isDone, { what: 'all to be done and committed', withinMs: 60_000 });
  expect(model.outOfOrder).toEqual([]);
  expect(await stream.deadLetters(topic, 'readers').list()).toEqual([]);
  await engine.closeStreams();
}
