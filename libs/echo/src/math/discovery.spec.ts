import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { g, gInverse, saturation } from './discovery.ts';

describe('g and its inverse', () => {
  it('has the values of its definition, also where the definition loses digits', () => {
    expect(g(0)).toBe(0);
    expect(g(1)).toBeCloseTo(1 - 2 / Math.E, 14);
    expect(g(1e-8) / 5e-17).toBeCloseTo(1, 7);
    expect(g(800)).toBe(1);
    expect(g(0.1 - 1e-12)).toBeCloseTo(g(0.1 + 1e-12), 12);
  });

  it('is undone by its inverse over fourteen decades', () => {
    fc.assert(
      fc.property(fc.double({ min: -14, max: -1e-9, noNaN: true }), (exponent) => {
        const y = 10 ** exponent;
        expect(Math.abs(g(gInverse(y)) / y - 1)).toBeLessThan(1e-9);
      }),
    );
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 12, noNaN: true }), (x) => {
        expect(Math.abs(gInverse(g(x)) / x - 1)).toBeLessThan(1e-9);
      }),
    );
  });

  it('has no inverse outside of (0, 1), and says so without an error', () => {
    expect([gInverse(-1), gInverse(0), gInverse(1), gInverse(2)]).toEqual([
      0,
      0,
      Infinity,
      Infinity,
    ]);
    expect(gInverse(NaN)).toBe(0);
  });
});

describe('saturation', () => {
  it('is where the oldest page found is worth just the net index', () => {
    fc.assert(
      fc.property(fc.double({ min: -6, max: 6, noNaN: true }), (exponent) => {
        const lambda = 10 ** exponent;
        const x = saturation(lambda, 1);
        expect((lambda * g(x)) / Math.exp(-x)).toBeCloseTo(1, 6);
      }),
    );
    expect(saturation(0, 1)).toBe(Infinity);
  });
});
