import { describe, expect, it } from '@jest/globals';
import { percentile } from './percentile.ts';

describe('percentile', () => {
  it('is the value that so many do not pass', () => {
    const values = Array.from({ length: 500 }, (_, at) => 500 - at);
    expect(percentile(values, 0.99)).toBe(495);
    expect(percentile([3], 0.99)).toBe(3);
  });

  it('of nothing is an error', () => {
    expect(() => percentile([], 0.5)).toThrow('no values');
  });
});
