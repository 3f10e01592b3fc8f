import { describe, expect, it } from '@jest/globals';
import { spokenNumber, spokenRate, spokenSeconds } from './spoken.ts';

describe('figures in sentences', () => {
  it.each([
    [0.5, '0.5 s'],
    [90, '90 s'],
    [600, '10 min'],
    [7_200, '2 h'],
    [432_000, '5 d'],
  ])('%p seconds are %p', (seconds, words) => expect(spokenSeconds(seconds)).toBe(words));

  it.each([
    [0, '0 a day'],
    [2, '2 a second'],
    [0.5, '30 a minute'],
    [1 / 600, '6 an hour'],
    [1 / 864_000, '0.1 a day'],
  ])('%p a second are %p', (rate, words) => expect(spokenRate(rate)).toBe(words));

  it.each([
    [0.000_012, '1.2e-5'],
    [3.14159, '3.14'],
    [12_345.6, '12,346'],
  ])('%p is %p', (value, words) => expect(spokenNumber(value)).toBe(words));
});
