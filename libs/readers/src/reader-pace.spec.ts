import { describe, expect, it } from '@jest/globals';
import { ReaderPace } from './reader-pace.ts';

const fast = (pace: ReaderPace, reader: string, times: readonly number[]) =>
  times.map((atMs) => pace.isTooFast(reader, atMs));

describe('the pace of a reader', () => {
  it('is a robot’s from one visit too many a minute on, for the day', () => {
    const pace = new ReaderPace({ perMinute: 2, perDay: 100 }, 10);
    expect(fast(pace, 'a', [0, 1, 60_000, 60_001, 60_002, 600_000])).toEqual([
      ...[false, false, false, false, true, true],
    ]);
  });

  it('is a robot’s from one visit too many a day on', () => {
    const pace = new ReaderPace({ perMinute: 2, perDay: 3 }, 10);
    expect(fast(pace, 'a', [0, 60_000, 120_000, 180_000])).toEqual([false, false, false, true]);
  });

  it('is one’s own', () => {
    const pace = new ReaderPace({ perMinute: 1, perDay: 1 }, 10);
    expect([pace.isTooFast('a', 0), pace.isTooFast('b', 0), pace.isTooFast('a', 1)]).toEqual([
      ...[false, false, true],
    ]);
  });

  it('is remembered for those heard of last', () => {
    const pace = new ReaderPace({ perMinute: 1, perDay: 1 }, 10);
    pace.isTooFast('a', 0);
    for (let at = 0; at < 1_000; at += 1) {
      pace.isTooFast(`other ${at}`, 0);
      if (at % 5 === 0) expect(pace.isTooFast('a', 0)).toBe(true);
    }
    for (let at = 0; at < 20; at += 1) pace.isTooFast(`more ${at}`, 0);
    expect(pace.isTooFast('a', 0)).toBe(false);
  });
});
