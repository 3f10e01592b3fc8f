import { describe, expect, it } from '@jest/globals';
import { setLosses } from './set-loss.ts';

describe('setLosses', () => {
  it('finds that prices choose the best set, and Algorithm 1 not always', () => {
    const { algorithmOne, price } = setLosses();
    expect(price.worst).toBeLessThan(0.01);
    expect(algorithmOne.worst).toBeGreaterThan(0.05);
    expect(algorithmOne.mean).toBeLessThan(algorithmOne.worst);
  });
});
