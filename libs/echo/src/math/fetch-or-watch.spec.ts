import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '@mayfly/testing';
import { fetchShare } from './fetch-or-watch.ts';

describe('fetchShare', () => {
  it('fetches pages that are all alike for all they are worth', () => {
    for (const worth of [0.1, 1, 10]) expect(fetchShare(worth, 1e6, 0)).toBe(1);
  });

  it('fetches for less, the more pages differ and the less is known of them', () => {
    const shares = [0.1, 0.4, 1.6, 6.4, 25].map((shape) => fetchShare(3, shape, 0));
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares[0]).toBeLessThan(0.5);
  });

  it('does not wait for visits that are told too late', () => {
    expect(fetchShare(3, 0.3, 0.9)).toBeGreaterThan(fetchShare(3, 0.3, 0));
    expect(fetchShare(3, 0.3, 1.1)).toBe(1);
  });

  it.each([
    [3, 0.3],
    [1, 1],
  ])('is the price at which watching earns as much as fetching (worth %d, shape %d)', (w, m) => {
    const random = seededRandom(1);
    const price = w * fetchShare(w, m, 0);
    const earned = (watched: number, at: number) =>
      watch({ worth: w, shape: m, watched, at }, random);
    const best = (at: number) => Math.max(...[0.02, 0.07, 0.2, 0.45].map((y) => earned(y, at)));
    expect(best(price * 0.7)).toBeLessThan(w - price * 0.7);
    expect(best(price * 1.3)).toBeGreaterThan(w - price * 1.3);
  });
});

/** What is earned net of a price by pages that are watched for a share of their lives, and fetched if a reader came. */
function watch(
  page: { worth: number; shape: number; watched: number; at: number },
  random: () => number,
): number {
  const runs = 5_000;
  let sum = 0;
  for (let i = 0; i < runs; i += 1) {
    const visits = (page.worth / page.shape) * gamma(page.shape, random);
    const wasRead = random() > Math.exp(-visits * page.watched);
    if (wasRead) sum += visits * (1 - page.watched) - page.at;
  }
  return sum / runs;
}

/** Marsaglia and Tsang's method; shapes below 1 by a power of a uniform number. */
function gamma(shape: number, random: () => number): number {
  if (shape < 1) return gamma(shape + 1, random) * random() ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + c * normal) ** 3;
    if (v > 0 && Math.log(1 - random()) < normal ** 2 / 2 + d - d * v + d * Math.log(v))
      return d * v;
  }
}
