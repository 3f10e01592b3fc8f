import { describe, expect, it } from '@jest/globals';
import { durationOf } from '@mayfly/grpc';
import { shownDuration, shownFrom, shownNumber, shownShare } from './figures.ts';

describe('figures for people', () => {
  it.each([
    [0, '0'],
    [0.00012, '1.2e-4'],
    [0.12345, '0.123'],
    [12.345, '12.3'],
    [1_234_567, '1,234,567'],
  ])('%p is shown as %p', (value, shown) => expect(shownNumber(value)).toBe(shown));

  it.each([
    [500, '500 ms'],
    [90_000, '90 s'],
    [720_000, '12 min'],
    [10_800_000, '3 h'],
    [864_000_000, '10 d'],
  ])('%p ms are %p', (ms, shown) => expect(shownDuration(durationOf(ms))).toBe(shown));

  it.each([
    [-5_000, '5 s ago'],
    [300_000, 'in 5 min'],
    [0, 'now'],
  ])('%p ms from now is %p', (ms, shown) => expect(shownFrom(new Date(ms), 0)).toBe(shown));

  it('has a word for nothing', () => {
    expect([shownDuration(undefined), shownFrom(undefined, 0)]).toEqual(['-', '-']);
    expect(shownShare(0.256)).toBe('25.6 %');
  });
});
