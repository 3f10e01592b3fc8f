import { describe, expect, it } from '@jest/globals';
import { DELAY_ERROR, DelaySketch } from './delay-sketch.ts';

const DAY_MS = 86_400_000;

/** Delays from two seconds to five weeks, evenly on a scale of their logarithms. */
const SPREAD = Array.from({ length: 10_000 }, (_, at) => 2_000 * 1.00143 ** at);

function sketchOf(delays: readonly number[]): DelaySketch {
  const sketch = new DelaySketch();
  for (const delayMs of delays) sketch.add(delayMs);
  return sketch;
}

describe('a sketch of delays', () => {
  it.each([0.01, 0.5, 0.9, 0.99])('is right to 5 percent at %p', (share) => {
    const truth = SPREAD[Math.ceil(share * SPREAD.length) - 1]!;
    const told = sketchOf(SPREAD).quantileMs(share)!;
    expect(Math.abs(told - truth) / truth).toBeLessThanOrEqual(DELAY_ERROR + 1e-9);
  });

  it('stays small whatever it is told', () => {
    const sketch = sketchOf([...SPREAD, -5, 0, 1e15, ...SPREAD]);
    expect(sketch.kept().length / 2).toBeLessThanOrEqual(157);
    expect(sketch.count).toBe(2 * SPREAD.length + 3);
  });

  it('of two sets is the sum of their sketches', () => {
    const [one, other] = [sketchOf(SPREAD.slice(0, 3_000)), sketchOf(SPREAD.slice(3_000))];
    one.merge(DelaySketch.from(other.kept()));
    const both = sketchOf(SPREAD);
    for (const share of [0.1, 0.5, 0.99])
      expect(one.quantileMs(share)).toBe(both.quantileMs(share));
    expect(one.count).toBe(both.count);
  });

  it('tells nothing of nothing, and of what is too short or too long only that it is', () => {
    expect(new DelaySketch().quantileMs(0.5)).toBeUndefined();
    expect(sketchOf([-DAY_MS, 0, 3]).quantileMs(0.5)).toBe(1_000);
    expect(sketchOf([1_000 * DAY_MS]).quantileMs(0.5)).toBe(60 * DAY_MS);
  });
});
