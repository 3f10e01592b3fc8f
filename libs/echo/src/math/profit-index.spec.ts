import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  ageIndex,
  netIndex,
  pageWorth,
  paperWeight,
  poissonWeight,
  refreshIndex,
  sourceIndex,
  type SourceRates,
  waitUntil,
} from './profit-index.ts';

const rates = fc.record({
  lambda: fc.double({ min: -7, max: -1, noNaN: true }).map((e) => 10 ** e),
  profit: fc.double({ min: -3, max: 2, noNaN: true }).map((e) => 10 ** e),
  decay: fc.double({ min: 1 / 604_800, max: 1 / 3_600, noNaN: true }),
});
const waits = fc.double({ min: 1, max: 3e6, noNaN: true });

/** The definition: c = lambda (P (1 - e^(-mu a)) / mu - c a) with a = ln(P/c)/mu, by bisection. */
function netByDefinition({ lambda, profit, decay }: SourceRates, waited: number): number {
  const plain = sourceIndex({ lambda, profit, decay }, waited);
  if (profit * Math.exp(-decay * waited) >= plain) return plain;
  let [low, high] = [0, profit];
  for (let step = 0; step < 200; step += 1) {
    const c = (low + high) / 2;
    const a = Math.log(profit / c) / decay;
    if (lambda * ((profit * (1 - Math.exp(-decay * a))) / decay - c * a) > c) low = c;
    else high = c;
  }
  return low;
}

describe('the index of a source', () => {
  it('net of its pages is the price at which visiting and waiting are equally good', () => {
    fc.assert(
      fc.property(rates, waits, (one, waited) => {
        const expected = netByDefinition(one, waited);
        expect(Math.abs(netIndex(one, waited) / expected - 1)).toBeLessThan(1e-6);
      }),
    );
  });

  it('never reaches P, however prolific the source, and never falls with waiting', () => {
    fc.assert(
      fc.property(rates, waits, (one, waited) => {
        expect(netIndex(one, waited)).toBeLessThan(one.profit);
        expect(netIndex(one, waited * 2)).toBeGreaterThanOrEqual(netIndex(one, waited));
      }),
    );
    const junk = { lambda: 10, profit: 0.01, decay: 1e-5 };
    expect(sourceIndex(junk, 3_600)).toBeGreaterThan(1);
    expect(netIndex(junk, 3_600)).toBeLessThan(0.01);
  });

  it('passes a price after the interval of that price', () => {
    const one = { lambda: 1e-4, profit: 2, decay: 1e-5 };
    const wait = waitUntil(poissonWeight(one), one.decay, 0.3);
    expect(sourceIndex(one, wait)).toBeCloseTo(0.3, 10);
    expect(waitUntil(poissonWeight(one), one.decay, 1e9)).toBe(Infinity);
  });

  it('follows the square-root law while intervals are short', () => {
    const wait = (factor: number) =>
      waitUntil(poissonWeight({ lambda: 0.1 * factor, profit: 1, decay: 1e-5 }), 1e-5, 1e-4);
    expect(wait(1) / wait(4)).toBeCloseTo(2, 3);
  });
});

describe('the two weights', () => {
  it('agree up to P/2 where pages are many, and differ where they are rare', () => {
    const many = { lambda: 1, profit: 3, decay: 1e-5 };
    expect(paperWeight(many) - poissonWeight(many)).toBeCloseTo(1.5, 3);
    const rare = { lambda: 1e-9, profit: 3, decay: 1e-5 };
    expect(paperWeight(rare)).toBeCloseTo(3, 6);
    expect(poissonWeight(rare)).toBeLessThan(1e-3);
  });

  it('are nothing without links or without interest', () => {
    expect(paperWeight({ lambda: 0, profit: 1, decay: 1e-5 })).toBe(0);
    expect(paperWeight({ lambda: 1, profit: 0, decay: 1e-5 })).toBe(0);
  });
});

describe('pages', () => {
  it('are worth less every second, and not more before they are born', () => {
    expect(pageWorth(5, 1e-5, 1e5)).toBeCloseTo(5 / Math.E, 10);
    expect(pageWorth(5, 1e-5, -100)).toBe(5);
  });

  it('that last earn the visits that see a copy of today', () => {
    expect(refreshIndex(2, 1e-5, 1e9)).toBeCloseTo(2e5, 3);
    expect(refreshIndex(2, 0, 1e9)).toBe(0);
    // A page that changes all the time is not worth catching up with.
    expect(refreshIndex(1, 1, 3_600)).toBeLessThan(refreshIndex(1, 1 / 3_600, 3_600));
    // By age it is.
    expect(ageIndex(1, 1, 3_600)).toBeGreaterThan(ageIndex(1, 1 / 3_600, 3_600));
  });
});
