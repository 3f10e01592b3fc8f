import { describe, expect, it } from '@jest/globals';
import { CrawlError } from '@mayfly/errors';
import type { CallOptions } from '@mayfly/grpc';
import { FakeClock } from '@mayfly/testing';
import { LeasePolls } from './lease-polls.ts';

interface Asking {
  readonly max: number;
  readonly waitMs: number;
  readonly answer: (leases: number) => Promise<void>;
  readonly fail: (error: Error) => Promise<void>;
  readonly signal: AbortSignal | undefined;
}

/** A replica that answers when the test says so. */
class FakeReplica {
  readonly address: string;
  readonly buckets: number;
  readonly asked: Asking[] = [];

  constructor(address: string, buckets: number) {
    this.address = address;
    this.buckets = buckets;
  }

  readonly call = <T>(question: (client: FakeReplica) => Promise<T>) => question(this);

  get last(): Asking {
    return this.asked.at(-1)!;
  }

  ask(
    { max, waitMs }: { max: number; waitMs: number },
    { signal }: CallOptions,
  ): Promise<string[]> {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    const { address } = this;
    signal?.addEventListener('abort', () => reject(new CrawlError('CALL_CANCELLED', 'cancelled')));
    const soon = () => new Promise<void>((done) => void setImmediate(done));
    this.asked.push({
      ...{ max, waitMs, signal },
      answer: (leases) => {
        resolve(Array.from({ length: leases }, (_, at) => `${address}${at}`));
        return soon();
      },
      fail: (error) => {
        reject(error);
        return soon();
      },
    });
    return promise;
  }
}

function pollsOf(...replicas: FakeReplica[]) {
  const clock = new FakeClock();
  const released: string[] = [];
  const polls = new LeasePolls<FakeReplica, string>({
    ...{ clock, eachOwner: async () => replicas },
    ask: (client, asked, options) => client.ask(asked, options),
    release: async (leases) => void released.push(...leases),
  });
  const lease = async (max: number, options: CallOptions = {}) => {
    const leasing = polls.lease({ max, waitMs: 5_000 }, options);
    leasing.catch(() => {});
    await new Promise<void>((done) => void setImmediate(done));
    return { leasing };
  };
  return { polls, lease, clock, released };
}

describe('leases of one replica', () => {
  it('are asked for in one call that waits', async () => {
    const a = new FakeReplica('a', 8);
    const { lease } = pollsOf(a);
    const { leasing } = await lease(100);
    expect(a.asked).toMatchObject([{ max: 100, waitMs: 5_000 }]);
    await a.last.answer(3);
    expect(await leasing).toHaveLength(3);
  });
});

describe('leases of several replicas', () => {
  it('are shared by the buckets that each owns, and answered as soon as one has some', async () => {
    const [a, b] = [new FakeReplica('a', 6), new FakeReplica('b', 2)];
    const { lease } = pollsOf(a, b);
    const { leasing } = await lease(100);
    expect([a.last, b.last]).toMatchObject([
      { max: 75, waitMs: 0 },
      { max: 25, waitMs: 0 },
    ]);
    await a.last.answer(2);
    expect(await leasing).toEqual(['a0', 'a1']);
  });

  it('never are more than were asked for, with what is still on its way', async () => {
    const [a, b] = [new FakeReplica('a', 4), new FakeReplica('b', 4)];
    const { lease } = pollsOf(a, b);
    const first = await lease(100);
    await a.last.answer(50);
    await first.leasing;
    const second = await lease(70);
    expect(a.last.max).toBe(20);
    await b.last.answer(50);
    expect(await second.leasing).toHaveLength(50);
  });

  it('go to the others where one has nothing, which waits for a single one', async () => {
    const [a, b] = [new FakeReplica('a', 4), new FakeReplica('b', 4)];
    const { lease } = pollsOf(a, b);
    const first = await lease(100);
    await b.last.answer(0);
    expect(b.last).toMatchObject({ max: 1, waitMs: 5_000 });
    await a.last.answer(50);
    await first.leasing;
    const second = await lease(100);
    expect(a.last.max).toBe(99);
    expect(b.asked).toHaveLength(2);
    await b.last.answer(1);
    expect(await second.leasing).toEqual(['b0']);
    await a.last.answer(0);
    await lease(100);
    expect(b.last).toMatchObject({ max: 99, waitMs: 0 });
  });

  it('are asked of those first who were not asked last, where there are few places', async () => {
    const [a, b] = [new FakeReplica('a', 4), new FakeReplica('b', 4)];
    const { lease, clock } = pollsOf(a, b);
    const asked = [];
    for (let turn = 0; turn < 4; turn += 1) {
      await clock.advance(10);
      const before = a.asked.length;
      const { leasing } = await lease(1);
      const replica = a.asked.length > before ? a : b;
      asked.push(replica.address);
      await replica.last.answer(1);
      await leasing;
    }
    expect(asked).toEqual(['a', 'b', 'a', 'b']);
  });

  it('come from the others while one fails, which is left alone for a moment', async () => {
    const [a, b] = [new FakeReplica('a', 4), new FakeReplica('b', 4)];
    const { lease, clock } = pollsOf(a, b);
    const { leasing } = await lease(10);
    await b.last.fail(new CrawlError('DEPENDENCY_AWAY', 'away'));
    await a.last.answer(1);
    expect(await leasing).toEqual(['a0']);
    await lease(10);
    await a.last.answer(1);
    expect(b.asked).toHaveLength(1);
    await clock.advance(1_000);
    await lease(10);
    expect(b.asked).toHaveLength(2);
  });

  it('fail when all replicas do', async () => {
    const [a, b] = [new FakeReplica('a', 4), new FakeReplica('b', 4)];
    const { lease } = pollsOf(a, b);
    const { leasing } = await lease(10);
    await a.last.fail(new CrawlError('STORE_AWAY', 'away'));
    await b.last.fail(new CrawlError('STORE_AWAY', 'away'));
    await expect(leasing).rejects.toMatchObject({ code: 'STORE_AWAY' });
  });

  it('are none when the wait is over, and what comes later is for the next call', async () => {
    const [a, b] = [new FakeReplica('a', 4), new FakeReplica('b', 4)];
    const { lease, clock } = pollsOf(a, b);
    const { leasing } = await lease(10);
    await clock.advance(5_000);
    expect(await leasing).toEqual([]);
    await a.last.answer(2);
    expect(await (await lease(10)).leasing).toEqual(['a0', 'a1']);
  });

  it('end with the caller, and are given back where nobody took them', async () => {
    const [a, b] = [new FakeReplica('a', 4), new FakeReplica('b', 4)];
    const { lease, polls, clock, released } = pollsOf(a, b);
    const stop = new AbortController();
    const { leasing } = await lease(10, { signal: stop.signal });
    stop.abort();
    await expect(leasing).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
    const closing = polls.close();
    await a.last.answer(2);
    await clock.advance(300);
    await closing;
    expect(released).toEqual(['a0', 'a1']);
    expect(b.last.signal?.aborted).toBe(true);
  });
});
