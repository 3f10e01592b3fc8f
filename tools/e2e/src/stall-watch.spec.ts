import { describe, expect, it } from '@jest/globals';
import { earliest } from './stall-watch.ts';

describe('earliest', () => {
  const stalls = [
    { fromMs: 100, toMs: 180 },
    { fromMs: 300, toMs: 330 },
  ];

  it('is the beginning of the stall in which something was written down', () => {
    expect([earliest(stalls, 150), earliest(stalls, 185), earliest(stalls, 310)]).toEqual([
      100, 100, 300,
    ]);
  });

  it('is the time itself where there was no stall', () => {
    expect([earliest(stalls, 99), earliest(stalls, 200), earliest([], 7)]).toEqual([99, 200, 7]);
  });
});
