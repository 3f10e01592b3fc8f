import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@mayfly/testing';
import { checkCounterName } from './counter-name.ts';
import { Counters } from './counters.ts';

describe('Counters', () => {
  it('keep a value and when it was set', () => {
    const counters = new Counters(new FakeClock(1_000));
    counters.set('pages', 3);
    expect([counters.get('pages'), counters.get('other')]).toEqual([
      { value: 3, setAtMs: 1_000 },
      undefined,
    ]);
  });

  it('show a watcher the value now and the one after each change, until it stops', async () => {
    const counters = new Counters(new FakeClock());
    const stop = new AbortController();
    const seen: number[] = [];
    for await (const value of counters.watch('pages', [stop.signal])) {
      seen.push(value);
      if (value < 2) counters.add('pages', 1);
      else stop.abort();
    }
    expect(seen).toEqual([0, 1, 2]);
  });
});

describe('checkCounterName', () => {
  it.each(['', 'x'.repeat(101)])('refuses %j', (name) => {
    expect(() => checkCounterName(name)).toThrow('name: must have 1 to 100 characters');
  });
});
