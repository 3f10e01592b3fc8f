import { describe, expect, it } from '@jest/globals';
import { stepsOf } from './steps.ts';

describe('steps', () => {
  it.each([1_000, 100_000, 1_000_000, 10_000_000])('of %d URLs lease no URL twice', (urls) => {
    const leased = stepsOf(urls).filter(({ step }) => step.startsWith('lease'));
    const sum = leased.reduce((all, { expected }) => all + expected, 0);
    expect(sum).toBeLessThanOrEqual(urls);
    expect(leased.every(({ count }) => count > 0)).toBe(true);
  });

  it('ask at least 500 times for leases where there are enough URLs', () => {
    const calls = (urls: number) => stepsOf(urls).find(({ step }) => step === 'lease-times')!.count;
    expect([calls(100_000), calls(10_000_000)]).toEqual([600, 600]);
  });
});
