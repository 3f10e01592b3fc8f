import { describe, expect, it } from '@jest/globals';
import { caughtInterest, quantile } from './caught-interest.ts';

const NEW = 'http://a.test/new';
const LATE = 'http://a.test/late';
const NEVER = 'http://a.test/never';
const OLD = 'http://a.test/old';

describe('caughtInterest', () => {
  it('counts visits to pages that appeared, and of those what came after their page was stored', () => {
    const born = [NEW, LATE, NEVER].map((url, at) => ({ url, bornMs: 1_000 * at }));
    const visits = [NEW, LATE, NEVER, OLD].flatMap((url) =>
      [1_000, 5_000, 9_000].map((atMs) => ({ url, atMs })),
    );
    const stories = new Map([
      [NEW, { discoveredMs: 300, storedMs: 500 }],
      [LATE, { discoveredMs: 4_000, storedMs: 5_000 }],
      [NEVER, { discoveredMs: 8_000 }],
      [OLD, { discoveredMs: 0, storedMs: 0 }],
    ]);
    expect(caughtInterest({ born, visits, stories })).toEqual({
      ...{ possible: 9, caught: 4, born: 3, stored: 2 },
      discoveryDelays: [300, 3_000, 6_000],
      crawlDelays: [500, 4_000],
    });
  });

  it('has nothing to tell of a run in which nothing appeared', () => {
    const visits = [{ url: OLD, atMs: 1 }];
    const interest = caughtInterest({ born: [], visits, stories: new Map() });
    expect(interest).toMatchObject({ possible: 0, caught: 0, born: 0, stored: 0 });
  });
});

describe('quantile', () => {
  it('is the value that so many do not pass', () => {
    const ten = Array.from({ length: 10 }, (_, at) => at);
    expect([quantile(ten, 0.5), quantile(ten, 0.9), quantile(ten, 1)]).toEqual([5, 9, 9]);
    expect(quantile([], 0.5)).toBeUndefined();
  });
});
