import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '@mayfly/testing';
import { Interest, type InterestPrior } from './interest.ts';

const HOUR = 3_600;
const WEAK: InterestPrior = { profit: 1, pages: 0.1, decay: 1 / (24 * HOUR), clicks: 0.1 };

/** Pages born over some hours, with visits that fade, all of them watched up to the end. */
function watchPages(
  interest: Interest,
  page: {
    count: number;
    profit: number;
    decay: number;
    hours: number;
    from?: number;
    seed: number;
  },
): void {
  const random = seededRandom(page.seed);
  const end = page.hours * HOUR;
  interest.advance(0, end);
  for (let i = 0; i < page.count; i += 1) {
    const birth = random() * end;
    const from = birth + (page.from ?? 0) * HOUR;
    if (from >= end) continue;
    interest.watch(0, birth, from);
    for (let visits = poisson(page.profit, random); visits > 0; visits -= 1) {
      const age = -Math.log(1 - random()) / page.decay;
      if (birth + age <= end && birth + age >= from) interest.visit(0, 1, age);
    }
  }
}

function poisson(mean: number, random: () => number): number {
  let [count, product] = [0, random()];
  for (const limit = Math.exp(-mean); product > limit; count += 1) product *= random();
  return count;
}

function begun(): Interest {
  const interest = new Interest();
  interest.reserve(1);
  interest.begin(0, 0);
  return interest;
}

describe('profit and decay', () => {
  it('are recovered from pages that are younger than their interest lasts', () => {
    const interest = begun();
    const decay = 1 / (48 * HOUR);
    watchPages(interest, { count: 2_000, profit: 5, decay, hours: 24, seed: 1 });
    const fit = interest.fit(0, WEAK);
    expect(fit.profit / 5).toBeGreaterThan(0.85);
    expect(fit.profit / 5).toBeLessThan(1.18);
    expect(fit.decay / decay).toBeGreaterThan(0.85);
    expect(fit.decay / decay).toBeLessThan(1.18);
  });

  it.each([
    [3, 0.5],
    [12, 2],
    [100, 20],
  ])('are recovered from whole lives of %d hours with %d visits', (life, profit) => {
    const interest = begun();
    watchPages(interest, { count: 3_000, profit, decay: 1 / (life * HOUR), hours: 800, seed: 2 });
    const fit = interest.fit(0, WEAK);
    expect(fit.profit / profit).toBeCloseTo(1, 0.7);
    expect(fit.decay * life * HOUR).toBeCloseTo(1, 0.7);
  });

  it('are recovered where watching began hours after birth', () => {
    const interest = begun();
    const decay = 1 / (10 * HOUR);
    watchPages(interest, { count: 4_000, profit: 6, decay, hours: 100, from: 8, seed: 3 });
    const fit = interest.fit(0, WEAK);
    expect(fit.profit).toBeGreaterThan(5);
    expect(fit.profit).toBeLessThan(7.2);
    expect(fit.decay / decay).toBeCloseTo(1, 0.7);
  });

  it('are those of the prior while nothing was seen, and little is held against few pages', () => {
    const interest = begun();
    const prior = { profit: 2, pages: 3, decay: 1e-5, clicks: 8 };
    expect(interest.fit(0, prior)).toEqual({ profit: 2, decay: 1e-5 });
    interest.watch(0, 0, 0);
    interest.advance(0, 30 * 24 * HOUR);
    const fit = interest.fit(0, prior);
    expect(fit.profit).toBeLessThan(2);
    expect(fit.profit).toBeGreaterThan(1.4);
  });

  it('count no time in which nobody watched', () => {
    const interest = begun();
    interest.advance(0, 30 * 24 * HOUR);
    expect(interest.hasWatched(0)).toBe(false);
    expect(interest.exposureOf(0, 1e-5)).toBe(0);
  });

  it('forget what was long ago', () => {
    const interest = begun();
    watchPages(interest, { count: 200, profit: 10, decay: 1 / (5 * HOUR), hours: 50, seed: 4 });
    const clicks = interest.clicksOf(0);
    interest.advance(0, 60 * 24 * HOUR);
    expect(interest.clicksOf(0)).toBeLessThan(clicks / 5);
    expect(interest.fit(0, WEAK).profit).toBeCloseTo(10, -1);
  });

  it('survive being saved and loaded, and add up', () => {
    const interest = begun();
    watchPages(interest, { count: 300, profit: 4, decay: 1e-5, hours: 60, seed: 5 });
    const record = JSON.parse(JSON.stringify(interest.save(0))) as ReturnType<Interest['save']>;
    const other = new Interest();
    other.reserve(2);
    other.load(1, record);
    expect(other.fit(1, WEAK)).toEqual(interest.fit(0, WEAK));
    other.begin(0, record.to);
    other.addRecord(0, record);
    other.addRecord(0, record);
    expect(other.clicksOf(0)).toBe(2 * interest.clicksOf(0));
  });
});
