import { describe, expect, it } from '@jest/globals';
import { scarceRate } from './budget.ts';

describe('scarceRate', () => {
  it('is below what it takes to fetch everything once and to visit each source in time', () => {
    const size = { reachable: 600, publishedPerSecond: 0.2, sources: 60 };
    const all = 600 / 600 + 0.2 + 60 / 60;
    const rate = scarceRate(size, { seconds: 600, revisitSeconds: 60 });
    expect(rate).toBeGreaterThan(0);
    expect(rate).toBeLessThan(all);
  });
});
