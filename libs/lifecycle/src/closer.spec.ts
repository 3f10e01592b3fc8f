import { describe, expect, it } from '@jest/globals';
import { Closer, within } from './closer.ts';

function closerOf(steps: Record<string, () => Promise<void> | void>, closed: string[]): Closer {
  const closer = new Closer();
  for (const [name, close] of Object.entries(steps)) {
    closer.add(name, name, (thing) => {
      closed.push(thing);
      return close();
    });
  }
  return closer;
}

const fails = () => Promise.reject(new Error('broken'));
const works = () => Promise.resolve();

describe('Closer', () => {
  it('closes newest first', async () => {
    const closed: string[] = [];
    await closerOf({ database: works, producer: works, server: works }, closed).close();
    expect(closed).toEqual(['server', 'producer', 'database']);
  });

  it('waits for one step before it takes the next', async () => {
    const closed: string[] = [];
    const slow = Promise.withResolvers<void>();
    const closing = closerOf({ database: works, server: () => slow.promise }, closed).close();
    await new Promise(setImmediate);
    expect(closed).toEqual(['server']);
    slow.resolve();
    await closing;
    expect(closed).toEqual(['server', 'database']);
  });

  it('runs every step though some fail, and tells of each that did', async () => {
    const closed: string[] = [];
    const throws = () => {
      throw new Error('thrown at once');
    };
    const error: unknown = await closerOf({ a: works, b: fails, c: throws, d: works }, closed)
      .close()
      .catch((reason: unknown) => reason);
    expect(closed).toEqual(['d', 'c', 'b', 'a']);
    expect(error).toBeInstanceOf(AggregateError);
    expect((error as AggregateError).errors.map(String)).toEqual([
      'Error: closing c',
      'Error: closing b',
    ]);
  });

  it('hands back what it was given', () => {
    const thing = {};
    expect(new Closer().add('thing', thing, () => {})).toBe(thing);
  });

  it('closes nothing twice', async () => {
    const closed: string[] = [];
    const closer = closerOf({ database: works }, closed);
    await closer.close();
    await closer.close();
    expect(closed).toEqual(['database']);
  });

  it('says what it is closing', async () => {
    const seen: (string | undefined)[] = [];
    const closer = new Closer();
    closer.add('server', 0, () => void seen.push(closer.current));
    await closer.close();
    expect([...seen, closer.current]).toEqual(['server', undefined]);
  });

  it('stops opening after the signal, and still closes what came last', async () => {
    const closed: string[] = [];
    const closer = new Closer(AbortSignal.abort(new Error('told to stop')));
    expect(() => closer.add('server', 'server', (name) => void closed.push(name))).toThrow(
      'told to stop',
    );
    await closer.close();
    expect(closed).toEqual(['server']);
  });
});

describe('within', () => {
  it('fails a step that hangs', async () => {
    const hanging = within(1, () => new Promise<void>(() => {}));
    await expect(hanging('thing')).rejects.toThrow('not done within 1 ms');
  });

  it('lets a step that works or fails in time be', async () => {
    await expect(within(60_000, works)('thing')).resolves.toBe(undefined);
    await expect(within(60_000, fails)('thing')).rejects.toThrow('broken');
  });
});
