import { describe, expect, it } from '@jest/globals';
import { durationOption } from './duration-option.ts';

const DAY = { leastMs: 1_000, mostMs: 86_400_000, words: 'from 1s to 1d' };

describe('durationOption', () => {
  it.each([
    ['250ms', 250],
    ['1.5h', 5_400_000],
    ['1d', 86_400_000],
  ])('reads %p', (text, ms) => expect(durationOption('for', text)).toBe(ms));

  it.each(['', '5', 'soon', '0s', '-1s'])('refuses %p', (text) => {
    expect(() => durationOption('for', text)).toThrow(/--for: must be a time above 0/);
  });

  it.each(['1ms', '2d'])('refuses %p in the words of whoever typed it', (text) => {
    expect(() => durationOption('for', text, DAY)).toThrow(
      `--for: must be from 1s to 1d; it is ${text}`,
    );
  });
});
