import { describe, expect, it } from '@jest/globals';
import { expectedAge, expectedFreshness } from './freshness.ts';

describe('freshness and age', () => {
  it('are those of the last copy of a page that changes at random', () => {
    expect(expectedFreshness(0.1, 10)).toBeCloseTo(1 / Math.E, 10);
    expect(expectedFreshness(0.1, -1)).toBe(1);
    expect(expectedAge(0.1, 10)).toBeCloseTo(10 / Math.E, 10);
    expect(expectedAge(1, 1e6)).toBeCloseTo(1e6 - 1, 5);
    expect(expectedAge(0, 1e6)).toBe(0);
    expect(expectedAge(1e-9, 10)).toBeCloseTo(5e-8, 12);
  });
});
