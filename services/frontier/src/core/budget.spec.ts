import { describe, expect, it } from '@jest/globals';
import { Budget } from './budget.ts';

/** How many requests are let through from one moment to another. */
function drawn(budget: Budget, fromMs: number, toMs: number): number {
  let count = 0;
  for (let nowMs = fromMs; nowMs < toMs; nowMs += 1) {
    while (budget.waitMs(nowMs) === 0) {
      budget.draw(nowMs);
      count += 1;
    }
  }
  return count;
}

describe('a budget', () => {
  it('lets its rate through, and a quarter of a second at once', () => {
    const budget = new Budget(100, 0);
    expect(drawn(budget, 0, 1)).toBe(25);
    expect(drawn(budget, 1, 10_001)).toBe(1_000);
  });

  it('below one a second lets one through at a time', () => {
    const budget = new Budget(0.1, 0);
    expect(drawn(budget, 0, 30_000)).toBe(3);
  });

  it('says how long to wait, and takes back what was not used', () => {
    const budget = new Budget(1, 0);
    budget.draw(0);
    expect(budget.waitMs(400)).toBe(600);
    budget.giveBack();
    expect(budget.waitMs(400)).toBe(0);
  });

  it('begins where the owner before left it, but never further away than empty', () => {
    const before = new Budget(0.5, 0);
    before.draw(0);
    const after = new Budget(0.5, 10, before.fullInMs(0));
    expect(after.waitMs(10)).toBe(2_000);
    expect(new Budget(0.5, 10, 1e12).waitMs(10)).toBe(2_000);
    expect(new Budget(0.5, 10, -1e12).waitMs(10)).toBe(0);
  });

  it('is right again after the smallest rate there is', () => {
    const budget = new Budget(10, 0);
    budget.setRate(Number.MIN_VALUE, 0);
    budget.draw(0);
    budget.giveBack();
    budget.setRate(10, 0);
    expect(drawn(budget, 0, 10_000)).toBe(102);
  });
});
