import { describe, expect, it } from '@jest/globals';
import { progressLine } from './progress.ts';

describe('progress of a load', () => {
  it('says how far it is and how quickly that went', () => {
    const underway = { about: '10000000 URLs', step: 'submit-new', expected: 10_000_000 };
    expect(progressLine(underway, 299_000, 10)).toBe(
      '10000000 URLs: submit-new 299000 of 10000000 (2 %) after 10 s, 29900 URLs/s',
    );
  });
});
