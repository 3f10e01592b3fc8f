import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '@mayfly/testing';
import { bestSet, lossAgainst } from './best-set.ts';
import { hostPrices } from './host-prices.ts';
import {
  demandLadder,
  possibleProfit,
  pricedColumns,
  pricePlan,
  rateForAll,
} from './price-plan.ts';
import { demandAt } from './price-search.ts';
import { rateColumns } from './rate-columns.ts';

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

describe('the price plan', () => {
  it('is within 1 % of the best set of a few sources, and never over the rate', () => {
    for (let seed = 1; seed <= 8; seed += 1) {
      const rates = someSources(seed, 7);
      const { weight } = pricedColumns(rates);
      for (const rate of [0.0005, 0.005, 0.05]) {
        const plan = pricePlan(rates, rate);
        const best = bestSet({ rates, weight, load: rates.lambda }, rate);
        expect(lossAgainst(best, plan)).toBeLessThan(0.01);
        expect(plan.sourceRate + plan.pageRate).toBeLessThanOrEqual(rate * (1 + 1e-6));
      }
    }
  });

  it('has a price that is what one more request per second brings', () => {
    const rates = someSources(2, 500);
    const [now, more] = [pricePlan(rates, 0.2), pricePlan(rates, 0.2002)];
    expect((more.profit - now.profit) / 0.0002 / now.price).toBeCloseTo(1, 1);
  });

  it('charges prolific junk for its pages', () => {
    const rates = rateColumns([
      { lambda: 1, profit: 0.01, decay: 1e-5 },
      { lambda: 0.001, profit: 3, decay: 1e-5 },
    ]);
    const plan = pricePlan(rates, 0.05);
    // At no price above what one of its pages is worth, though a visit would find thousands of them.
    expect(pricedColumns(rates).weight[0]).toBeGreaterThan(100);
    expect(plan.price).toBeLessThan(0.01);
    expect(plan.profit).toBeGreaterThan(0.003);
  });

  it('knows the smallest rate at which no source is refused', () => {
    const rates = someSources(4, 300);
    const enough = rateForAll(rates);
    const refused = (rate: number) =>
      pricePlan(rates, rate).intervals.filter((one) => one === Infinity).length;
    expect(refused(enough * 1.001)).toBe(0);
    expect(refused(enough * 0.9)).toBeGreaterThan(0);
    expect(rateForAll(rateColumns([{ lambda: 1, profit: 0, decay: 1 }]))).toBe(0);
  });

  it('comes close to all there is when the rate is large', () => {
    const rates = someSources(5, 100);
    expect(pricePlan(rates, 1_000).profit / possibleProfit(rates)).toBeGreaterThan(0.99);
  });

  it('answers for nothing, for no profit and for one source that is too much', () => {
    expect(pricePlan(rateColumns([]), 1)).toMatchObject({ price: 0, profit: 0 });
    expect(pricePlan(rateColumns([{ lambda: 1, profit: 0, decay: 1e-5 }]), 1).profit).toBe(0);
    const plan = pricePlan(rateColumns([{ lambda: 1, profit: 2, decay: 1e-4 }]), 0.05);
    expect(plan.sourceRate + plan.pageRate).toBeCloseTo(0.05, 6);
    expect(plan.profit).toBeGreaterThan(0.05);
  });

  it('shares the rate among a million equal sources', () => {
    const count = 1_000_000;
    const rates = {
      count,
      lambda: new Float64Array(count).fill(1e-5),
      profit: new Float64Array(count).fill(1),
      decay: new Float64Array(count).fill(1e-5),
    };
    const plan = pricePlan(rates, 5);
    expect(plan.sourceRate + plan.pageRate).toBeCloseTo(5, 3);
    expect(plan.intervals[0]).toBe(plan.intervals[count - 1]);
    expect(plan.intervals[0]).toBeLessThan(Infinity);
  });

  it('keeps the best sources though there are more new pages than requests', () => {
    const rates = someSources(3, 200);
    const pages = rates.lambda.reduce((sum, one) => sum + one, 0);
    const plan = pricePlan(rates, pages / 4);
    const refused = plan.intervals.filter((one) => one === Infinity).length;
    expect(plan.sourceRate + plan.pageRate).toBeCloseTo(pages / 4, 4);
    expect(refused).toBeGreaterThan(10);
    expect(plan.profit).toBeGreaterThan(0.5 * possibleProfit(rates));
  });

  it('asks for no more than sources that are left alone for a while can take', () => {
    const rates = someSources(9, 50);
    const planned = (rate: number, shortest: number) =>
      hostPrices(rates, { host: new Int32Array(50), limits: new Map(), rate, shortest });
    const pages = rates.lambda.reduce((sum, one) => sum + one, 0);
    const often = planned(1, 600);
    expect(planned(1, 0).total.sourceRate).toBeGreaterThan(0.5);
    expect(often.total.sourceRate).toBeCloseTo(50 / 600, 9);
    expect(often.total.pageRate).toBeCloseTo(pages, 9);
    expect(often.total.profit).toBeLessThan(planned(1, 0).total.profit);
    // What is left over has no use, so that one more request earns nothing.
    expect(often).toMatchObject({ price: 0, total: { kept: 50 } });
    const tight = planned(pages + 0.03, 600).total;
    expect(tight.sourceRate + tight.pageRate).toBeCloseTo(pages + 0.03, 4);
  });

  it('can be read from a ladder of demands', () => {
    const rates = someSources(6, 50);
    const { price } = pricePlan(rates, 0.3);
    const [cheap, dear] = demandLadder(rates, [price * 0.99, price * 1.01]);
    expect(cheap).toBeGreaterThan(0.3);
    expect(dear).toBeLessThan(0.3);
  });
});

describe('prices of hosts', () => {
  it('keep a host at its limit and give the rest to the others', () => {
    const rates = someSources(7, 60);
    const host = Int32Array.from({ length: 60 }, (_, i) => i % 3);
    const free = hostPrices(rates, { host, limits: new Map(), rate: 0.5 });
    const limited = hostPrices(rates, { host, limits: new Map([[1, 0.01]]), rate: 0.5 });
    const { price, hosts } = limited;
    expect(free.hosts.size).toBe(0);
    expect(price).toBeLessThan(free.price);
    expect(hosts.get(1)).toBeGreaterThan(price);
    const columns = pricedColumns(rates);
    const limit = columns.limit.map((one, i) => (host[i] === 1 ? one : 0));
    expect(demandAt({ ...columns, limit }, hosts.get(1)!)).toBeLessThanOrEqual(0.01);
    const { sourceRate, pageRate, profit } = limited.total;
    expect(sourceRate + pageRate).toBeCloseTo(0.5, 3);
    expect(profit).toBeLessThan(free.total.profit);
  });

  it('shut a host that may not be asked at all', () => {
    const rates = someSources(8, 10);
    const host = new Int32Array(10);
    const { hosts, total } = hostPrices(rates, { host, limits: new Map([[0, 0]]), rate: 0.5 });
    expect(hosts.get(0)).toBe(Infinity);
    expect(total).toEqual({ kept: 0, sourceRate: 0, pageRate: 0, profit: 0 });
  });
});
