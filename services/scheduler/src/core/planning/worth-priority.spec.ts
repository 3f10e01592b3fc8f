import { describe, expect, it } from '@jest/globals';
import { WISH_PRIORITY } from '../priority.ts';
import { spareTimePriority, worthPriority } from './worth-priority.ts';

describe('worthPriority', () => {
  it('rises with worth, below every wish and above what is fetched in spare time', () => {
    const worths = [0, 1e-30, 1e-9, 0.1, 0.11, 5, 1e30];
    const priorities = worths.map((worth) => worthPriority('mayfly', worth));
    expect(priorities.toSorted((a, b) => a - b)).toEqual(priorities);
    expect(priorities[3]).toBeLessThan(priorities[4]!);
    expect(priorities.at(-1)).toBeLessThan(WISH_PRIORITY);
    expect(priorities[0]).toBeGreaterThan(spareTimePriority(0, 1));
  });

  it('is one for all where a policy says only the order', () => {
    expect(worthPriority('echo-newpages', 1)).toBe(worthPriority('echo-newpages', 100));
  });
});
