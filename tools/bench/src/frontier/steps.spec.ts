import { describe, expect, it } from '@jest/globals';
import { stepsOf, warmedUp } from './steps.ts';

describe('steps', () => {
  it.each([1_000, 100_000, 1_000_000, 10_000_000])('of %d URLs lease no URL twice', (urls) => {
    const leased = stepsOf(urls).filter(({ step }) => step.startsWith('lease'));
    const sum = leased.reduce((all, { expected }) => all + expected, 0);
    expect(sum).toBeLessThanOrEqual(urls);
    expect(leased.every(({ count }) => count > 0)).toBe(true);
  });

  it.each([1_000, 100_000, 10_000_000])('of %d URLs warm up with others, each once', (urls) => {
    const warmUps = stepsOf(urls).flatMap(({ warmUp }) => warmUp ?? []);
    expect(warmUps.map(({ from }) => from)).toEqual([0, Math.min(urls, 100_000)]);
    expect(warmUps[0]!.to).toBe(warmUps[1]!.from);
    expect(stepsOf(urls).reduce((sum, step) => sum + warmedUp(step), 0)).toBe(warmUps[1]!.to);
  });

  it('ask at least 500 times for leases where there are enough URLs', () => {
    const calls = (urls: number) => stepsOf(urls).find(({ step }) => step === 'lease-times')!.count;
    expect([calls(100_000), calls(10_000_000)]).toEqual([600, 600]);
  });
});
