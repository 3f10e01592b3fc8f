import { describe, expect, it } from '@jest/globals';
import { Earnings, lastPart, SAMPLE_SECONDS } from './profit.ts';

describe('Earnings', () => {
  it('averages over the window, and forgets what left it', () => {
    const earnings = new Earnings(4 * SAMPLE_SECONDS);
    earnings.add(0, 120);
    earnings.add(3.5 * SAMPLE_SECONDS, 240);
    expect([...earnings.quality(2 * SAMPLE_SECONDS)]).toEqual([0.5, 0.5, 0, 1]);
    expect(earnings.total).toBe(360);
  });

  it('counts what was earned at the very end', () => {
    const earnings = new Earnings(SAMPLE_SECONDS);
    earnings.add(SAMPLE_SECONDS, 1);
    expect(earnings.total).toBe(1);
  });
});

describe('lastPart', () => {
  it('looks at the end only', () => {
    const quality = Float64Array.from([9, 9, 1, 3]);
    expect(lastPart(quality, 2 * SAMPLE_SECONDS)).toEqual({ mean: 2, deviation: 1 });
  });
});
