import { describe, expect, it } from '@jest/globals';
import { durationMs, durationOf } from './duration.ts';

describe('durationOf', () => {
  it.each([0, 1, 999, 1_000, 1_500.5, -1_500, 86_400_000])('keeps %d ms', (ms) => {
    expect(durationMs(durationOf(ms))).toBe(ms);
  });

  it('has seconds and nanos of the same sign', () => {
    expect(durationOf(-1_500)).toEqual({ seconds: -1, nanos: -500_000_000 });
  });
});
