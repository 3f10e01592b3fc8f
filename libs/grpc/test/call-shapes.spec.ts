import { describe, expect, it } from '@jest/globals';
import { CrawlError } from '@mayfly/errors';
import { eventually } from '@mayfly/testing';
import { collectLog } from '@mayfly/telemetry/testing';
import { openToy, openToyClient } from './support/toy.ts';

collectLog();

const KIB = 1_024;

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('a call with one request and one response', () => {
  it('brings the request there and the response back', async () => {
    await using server = await openToy();
    await using client = await openToyClient(server);
    await client.putCounter({ name: 'pages', value: 3 });
    expect(await client.getCounter({ name: 'pages' })).toMatchObject({ value: 3 });
  });

  it('has the empty message as an ordinary one', async () => {
    await using server = await openToy();
    await using client = await openToyClient(server);
    expect(await client.addToCounter({ name: '', amount: 0 })).toEqual({ value: 0 });
  });
});

describe('a call with a streaming response', () => {
  it('brings every message in order', async () => {
    await using server = await openToy();
    await using client = await openToyClient(server);
    const values = await all(client.watchCounter({ name: 'pages', maxValues: 1_000 }));
    expect(values.map(({ value }) => value)).toEqual(
      Array.from({ length: 1_000 }, (_, i) => i + 1),
    );
  });

  it('ends with the error that the handler threw, after the messages before it', async () => {
    await using server = await openToy({
      watchCounter: async function* () {
        yield { value: 1 };
        throw new Error('broken');
      },
    });
    await using client = await openToyClient(server);
    const seen: number[] = [];
    const watching = (async () => {
      for await (const { value } of client.watchCounter({ name: 'x' })) seen.push(value);
    })();
    await expect(watching).rejects.toMatchObject({ code: 'INTERNAL', message: 'internal error' });
    expect(seen).toEqual([1]);
  });

  it('brings every message also when the handler fails while they are under way', async () => {
    const payload = new Uint8Array(50 * KIB);
    await using server = await openToy({
      echo: async function* () {
        for (let count = 0; count < 50; count += 1) yield { payload };
        throw new CrawlError('STORE_IN_USE', 'after fifty');
      },
    });
    await using client = await openToyClient(server);
    let seen = 0;
    const reading = (async () => {
      for await (const _ of client.echo([])) {
        seen += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'STORE_IN_USE', message: 'after fifty' });
    expect(seen).toBe(50);
  });

  it('tells the handler when the caller has read enough', async () => {
    const ended: string[] = [];
    await using server = await openToy({
      watchCounter: async function* (_request, call) {
        try {
          for (let value = 1; ; value += 1) yield { value };
        } finally {
          ended.push(call.signal.aborted ? 'stopped' : 'by itself');
        }
      },
    });
    await using client = await openToyClient(server);
    for await (const { value } of client.watchCounter({ name: 'x' })) if (value === 3) break;
    await eventually(() => ended.length === 1, { what: 'the handler ends' });
    expect([ended, server.activeCalls]).toEqual([['stopped'], 0]);
  });

  it('makes no more messages than the caller reads', async () => {
    let made = 0;
    const payload = new Uint8Array(64 * KIB);
    await using server = await openToy({
      echo: async function* () {
        for (; made < 1_000; made += 1) yield { payload };
      },
    });
    await using client = await openToyClient(server);
    const answers = client.echo([])[Symbol.asyncIterator]();
    await answers.next();
    const settled = await settledValue(() => made);
    expect(settled).toBeLessThan(100);
    await answers.return?.();
  });
});

describe('a call with a streaming request', () => {
  it('brings every message in order', async () => {
    await using server = await openToy();
    await using client = await openToyClient(server);
    const numbers = Array.from({ length: 1_000 }, (_, number) => ({ number }));
    expect(await client.sumNumbers(numbers)).toEqual({ sum: 499_500, count: 1_000 });
  });

  it('takes no more messages from its caller than the handler reads', async () => {
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    await using server = await openToy({
      echo: async function* (requests) {
        for await (const { payload } of requests) {
          await enough;
          yield { payload };
        }
      },
    });
    await using client = await openToyClient(server);
    let taken = 0;
    const payloads = function* () {
      for (; taken < 1_000; taken += 1) yield { payload: new Uint8Array(64 * KIB) };
    };
    const answers = client.echo(payloads())[Symbol.asyncIterator]();
    const first = answers.next();
    // What is kept for a second try counts as sent: 4 MiB, which are 64 messages.
    expect(await settledValue(() => taken)).toBeLessThan(100);
    resolve();
    await first;
    await answers.return?.();
  });

  it('is answered before it has ended when the handler knows enough', async () => {
    await using server = await openToy({
      sumNumbers: async (requests) => {
        for await (const { number } of requests) return { sum: number, count: 1 };
        return { sum: 0, count: 0 };
      },
    });
    await using client = await openToyClient(server);
    const stopped: string[] = [];
    const endless = async function* () {
      try {
        for (;;) {
          yield { number: 7 };
          await new Promise((resolve) => setImmediate(resolve));
        }
      } finally {
        stopped.push('stopped');
      }
    };
    expect(await client.sumNumbers(endless())).toEqual({ sum: 7, count: 1 });
    await eventually(() => stopped.length === 1, { what: 'no more requests are taken' });
  });

  it('fails with the error of whoever makes the requests', async () => {
    const outcomes: unknown[] = [];
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    await using server = await openToy({
      sumNumbers: async (requests) => {
        try {
          for await (const _ of requests) resolve();
        } catch (error) {
          outcomes.push((error as { code: string }).code);
          throw error;
        }
        return { sum: 0, count: 0 };
      },
    });
    await using client = await openToyClient(server);
    const broken = async function* () {
      yield { number: 1 };
      await arrived;
      throw new RangeError('no more numbers');
    };
    await expect(client.sumNumbers(broken())).rejects.toThrow('no more numbers');
    await eventually(() => outcomes.length === 1, { what: 'the handler learns of it' });
    expect(outcomes).toEqual(['CALL_CANCELLED']);
  });
});

describe('a call that streams both ways', () => {
  it('answers each message before the next is sent', async () => {
    await using server = await openToy();
    await using client = await openToyClient(server);
    const order: string[] = [];
    let answered: (() => void) | undefined;
    const payloads = async function* () {
      for (const text of ['a', 'b', 'c']) {
        order.push(`send ${text}`);
        const wait = new Promise<void>((resolve) => (answered = resolve));
        yield { payload: Buffer.from(text) };
        await wait;
      }
    };
    for await (const { payload } of client.echo(payloads())) {
      order.push(`got ${Buffer.from(payload).toString()}`);
      answered?.();
    }
    expect(order).toEqual(['send a', 'got a', 'send b', 'got b', 'send c', 'got c']);
  });

  it('goes on answering after the handler has stopped reading', async () => {
    await using server = await openToy({
      echo: async function* (requests) {
        for await (const { payload } of requests) {
          yield { payload };
          break;
        }
        yield { payload: Buffer.from('that was enough') };
      },
    });
    await using client = await openToyClient(server);
    const answers = await all(
      client.echo([{ payload: Buffer.from('a') }, { payload: Buffer.from('b') }]),
    );
    expect(answers.map(({ payload }) => Buffer.from(payload).toString())).toEqual([
      'a',
      'that was enough',
    ]);
  });

  it('brings messages and failure of a handler that waits for the next request meanwhile', async () => {
    await using server = await openToy({
      echo: async function* (requests) {
        const reading = requests[Symbol.asyncIterator]();
        const first = await reading.next();
        reading.next().catch(() => {});
        if (first.done !== true) yield { payload: first.value.payload };
        throw new CrawlError('STORE_IN_USE', 'after one');
      },
    });
    await using client = await openToyClient(server);
    const { promise: never } = Promise.withResolvers<void>();
    const payloads = async function* () {
      yield { payload: Buffer.from('a') };
      await never;
    };
    const seen: unknown[] = [];
    const reading = (async () => {
      for await (const answer of client.echo(payloads(), { deadlineMs: 3_000 })) seen.push(answer);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'STORE_IN_USE', message: 'after one' });
    expect(seen).toHaveLength(1);
  });

  it('fails with the error of whoever makes the requests', async () => {
    await using server = await openToy();
    await using client = await openToyClient(server);
    const broken = async function* () {
      yield { payload: Buffer.from('a') };
      throw new RangeError('no more payloads');
    };
    await expect(all(client.echo(broken()))).rejects.toThrow('no more payloads');
  });
});

/** A count once it has stopped growing. */
async function settledValue(count: () => number): Promise<number> {
  let last = -1;
  let same = 0;
  await eventually(
    () => {
      same = count() === last ? same + 1 : 0;
      last = count();
      return same >= 20;
    },
    { what: 'the count stands still', everyMs: 20 },
  );
  return last;
}
