import { describe, expect, it } from '@jest/globals';
import { type Budgets, changedBudgets, hasNewestBudgets, toldBudgets } from './budgets.ts';

const NONE: Budgets = { revision: 0, handedOver: 0, sites: new Map() };
const ofSite = (site: string, requestsPerSecond?: number) => ({ site, requestsPerSecond });

describe('budgets', () => {
  it('are changed one by one, and rise by one revision for all', () => {
    const after = changedBudgets(NONE, [
      ofSite('a.test', 1),
      { site: undefined, requestsPerSecond: 5 },
    ]);
    expect(after).toEqual({
      ...NONE,
      revision: 1,
      requestsPerSecond: 5,
      sites: new Map([['a.test', 1]]),
    });
    expect(changedBudgets(after, [ofSite('a.test')]).sites.size).toBe(0);
  });

  it('that are set again stay as they are', () => {
    const after = changedBudgets(NONE, [ofSite('a.test', 1)]);
    expect(changedBudgets(after, [ofSite('a.test', 1), ofSite('b.test')])).toBe(after);
  });

  it('are the newest once the frontier says so', () => {
    const set = changedBudgets(NONE, [ofSite('a.test', 1)]);
    expect([NONE, set].map(hasNewestBudgets)).toEqual([true, false]);
    expect(hasNewestBudgets(toldBudgets(set, 1, 1))).toBe(true);
  });

  it('that changed while the frontier was told are told again', () => {
    const set = changedBudgets(changedBudgets(NONE, [ofSite('a.test', 1)]), [ofSite('a.test', 2)]);
    expect(hasNewestBudgets(toldBudgets(set, 1, 1))).toBe(false);
  });

  it('jump over the revision of a frontier that is ahead', () => {
    const set = changedBudgets(NONE, [ofSite('a.test', 1)]);
    expect(toldBudgets(set, 1, 9)).toMatchObject({ revision: 10, handedOver: 0 });
  });
});
