import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '@mayfly/testing';
import { algorithmOne, paperWeights, scheduleOf } from './algorithm-one.ts';
import { bestSet, lossAgainst } from './best-set.ts';
import { sourceProfit } from './profit-index.ts';
import { rateColumns } from './rate-columns.ts';

/** A few sources of very different kinds. */
function someSources(seed: number, count: number) {
  const random = seededRandom(seed);
  return rateColumns(
    Array.from({ length: count }, () => ({
      lambda: 10 ** (-5 + 3 * random()),
      profit: 10 ** (-2 + 3 * random()),
      decay: 1 / (3_600 * 10 ** (2 * random())),
    })),
  );
}

/** Hill climbing in the intervals themselves, which knows nothing of prices. */
function bestByMoving(weight: number[], decay: number[], visits: number): number {
  const x = weight.map(() => visits / weight.length);
  const profit = () =>
    x.reduce((sum, one, i) => sum + sourceProfit(weight[i]!, decay[i]!, 1 / one), 0);
  let best = profit();
  for (let part = 0.5; part > 1e-7; part /= 2) {
    for (let gained = true; gained;) {
      gained = false;
      for (let from = 0; from < x.length; from += 1) {
        for (let to = 0; to < x.length; to += 1) {
          if (to === from) continue;
          const move = x[from]! * part;
          [x[from], x[to]] = [x[from]! - move, x[to]! + move];
          const now = profit();
          if (now > best * (1 + 1e-12)) [best, gained] = [now, true];
          else [x[from], x[to]] = [x[from]! + move, x[to]! - move];
        }
      }
    }
  }
  return best;
}

describe('Algorithm 1', () => {
  it('gives the best intervals of the set it keeps', () => {
    for (let seed = 1; seed <= 8; seed += 1) {
      const rates = someSources(seed, 4);
      const plan = algorithmOne(rates, 0.02);
      const weights = paperWeights(rates);
      const kept = [0, 1, 2, 3].filter((i) => plan.intervals[i]! < Infinity);
      if (kept.length === 0) continue;
      const best = bestByMoving(
        kept.map((i) => weights[i]!),
        kept.map((i) => rates.decay[i]!),
        0.02 - plan.pageRate,
      );
      expect(plan.profit / best).toBeGreaterThan(1 - 1e-5);
      expect(plan.sourceRate + plan.pageRate).toBeCloseTo(0.02, 6);
    }
  });

  it('ends, and stays within the rate, where letting a source go makes demand jump', () => {
    const rates = rateColumns([
      { lambda: 0.001, profit: 1, decay: 1e-4 },
      { lambda: 0.09, profit: 1, decay: 1e-4 },
    ]);
    const plan = algorithmOne(rates, 0.05);
    expect(plan.sourceRate + plan.pageRate).toBeLessThanOrEqual(0.05 * (1 + 1e-6));
  });

  it('does not always keep the best set, and says what that costs', () => {
    let worst = 0;
    for (let seed = 1; seed <= 8; seed += 1) {
      const rates = someSources(seed, 7);
      const weight = paperWeights(rates);
      const best = bestSet({ rates, weight, load: rates.lambda }, 0.01);
      const loss = lossAgainst(best, algorithmOne(rates, 0.01));
      expect(loss).toBeGreaterThanOrEqual(0);
      worst = Math.max(worst, loss);
    }
    // Prolific junk outranks good pages by p: the fault that prices for pages mend.
    expect(worst).toBeGreaterThan(0.05);
  });

  it('keeps sources though there are more new pages than requests', () => {
    const rates = someSources(3, 200);
    const pages = rates.lambda.reduce((sum, one) => sum + one, 0);
    const plan = algorithmOne(rates, pages / 4);
    expect(plan.profit).toBeGreaterThan(0);
    expect(plan.intervals.filter((one) => one === Infinity).length).toBeGreaterThan(20);
  });

  it('without a charge for pages spends the whole rate on visits', () => {
    const plan = algorithmOne(someSources(5, 50), 0.1, { chargePages: false });
    expect(plan.sourceRate).toBeCloseTo(0.1, 6);
    expect(plan.pageRate).toBe(0);
  });

  it('answers for nothing, for no profit and for one source', () => {
    expect(algorithmOne(rateColumns([]), 1).profit).toBe(0);
    const none = algorithmOne(rateColumns([{ lambda: 1, profit: 0, decay: 1e-5 }]), 1);
    expect([...none.intervals]).toEqual([Infinity]);
    const one = algorithmOne(rateColumns([{ lambda: 0.01, profit: 1, decay: 1e-5 }]), 0.05);
    expect(one.intervals[0]).toBeCloseTo(1 / 0.04, 3);
  });

  it('has no schedule for a set whose pages alone are too many', () => {
    const rates = rateColumns([{ lambda: 1, profit: 1, decay: 1e-5 }]);
    const set = { rates, weight: paperWeights(rates), load: rates.lambda, kept: Uint8Array.of(1) };
    expect(scheduleOf(set, 0.5).profit).toBe(0);
  });
});
