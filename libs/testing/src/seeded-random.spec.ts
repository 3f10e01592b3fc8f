import { describe, expect, it } from '@jest/globals';
import { seededRandom, testSeed, withSeed } from './seeded-random.ts';

function take(count: number, random: () => number): number[] {
  return Array.from({ length: count }, random);
}

describe('seededRandom', () => {
  it('repeats itself for the same seed and for no other', () => {
    expect(take(5, seededRandom(7))).toEqual(take(5, seededRandom(7)));
    expect(take(5, seededRandom(7))).not.toEqual(take(5, seededRandom(8)));
  });

  it('gives the numbers that mulberry32 gives everywhere', () => {
    expect(take(3, seededRandom(1)).map((number) => Math.round(number * 2 ** 32))).toEqual([
      2693262067, 11749833, 2265367787,
    ]);
  });

  it('fills the range from 0 to 1 evenly', () => {
    const numbers = take(100_000, seededRandom(42));
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    const buckets = Array.from(
      { length: 10 },
      (_, bucket) => numbers.filter((number) => Math.floor(number * 10) === bucket).length,
    );
    expect(Math.min(...buckets)).toBeGreaterThan(9_500);
    expect(Math.max(...buckets)).toBeLessThan(10_500);
  });
});

describe('withSeed', () => {
  it('says in the failure which seed to repeat', async () => {
    const failing = withSeed(() => {
      throw new Error('lost a row');
    }, 99);
    await expect(failing).rejects.toThrow('with MAYFLY_TEST_SEED=99: lost a row');
  });

  it('hands out the numbers of its seed', async () => {
    expect(await withSeed((random) => random(), 3)).toBe(seededRandom(3)());
  });
});

describe('testSeed', () => {
  it('is the same each time, unless the environment gives one or asks for a fresh one', () => {
    const before = process.env.MAYFLY_TEST_SEED;
    try {
      delete process.env.MAYFLY_TEST_SEED;
      expect(testSeed()).toBe(testSeed());
      process.env.MAYFLY_TEST_SEED = 'fresh';
      expect(testSeed()).not.toBe(testSeed());
      process.env.MAYFLY_TEST_SEED = '4711';
      expect(testSeed()).toBe(4711);
      process.env.MAYFLY_TEST_SEED = 'abc';
      expect(testSeed).toThrow('abc');
    } finally {
      if (before === undefined) delete process.env.MAYFLY_TEST_SEED;
      else process.env.MAYFLY_TEST_SEED = before;
    }
  });
});
