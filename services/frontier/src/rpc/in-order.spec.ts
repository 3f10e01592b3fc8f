import { describe, expect, it } from '@jest/globals';
import { inOrder } from './in-order.ts';

const never = new AbortController().signal;

async function* upTo(count: number, read: number[] = []): AsyncGenerator<number> {
  for (let at = 0; at < count; at += 1) {
    read.push(at);
    yield at;
  }
}

const turns = async (count: number) => {
  for (let at = 0; at < count; at += 1) await Promise.resolve();
};

describe('inOrder', () => {
  it('answers in the order of the requests, whichever is done first', async () => {
    const answer = async (at: number) => {
      await turns(100 - 10 * at);
      return at;
    };
    const answers: number[] = [];
    const stream = inOrder(upTo(8), { answer, most: 4, stop: never });
    for await (const one of stream) answers.push(one);
    expect(answers).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('reads no more than it may work on while nobody takes the answers', async () => {
    const read: number[] = [];
    const stream = inOrder(upTo(100, read), { answer: async (at) => at, most: 3, stop: never });
    expect((await stream.next()).value).toBe(0);
    await turns(200);
    expect(read).toEqual([0, 1, 2]);
    await stream.return(undefined);
  });

  it('ends with the first failure, after the answers before it', async () => {
    const answer = async (at: number) => {
      if (at === 2) throw new Error('two');
      return at;
    };
    const answers: number[] = [];
    const reading = (async () => {
      const stream = inOrder(upTo(9), { answer, most: 4, stop: never });
      for await (const one of stream) answers.push(one);
    })();
    await expect(reading).rejects.toThrow('two');
    expect(answers).toEqual([0, 1]);
  });

  it('told to stop answers what it has read, and says why it ends', async () => {
    const stop = new AbortController();
    const { promise: silence } = Promise.withResolvers<void>();
    const requests = async function* () {
      yield 0;
      await silence;
    };
    const answers: number[] = [];
    const reading = (async () => {
      const options = { answer: async (at: number) => at, most: 4, stop: stop.signal };
      for await (const one of inOrder(requests(), options)) answers.push(one);
    })();
    await turns(50);
    stop.abort(new Error('closing'));
    await expect(reading).rejects.toThrow('closing');
    expect(answers).toEqual([0]);
  });
});
