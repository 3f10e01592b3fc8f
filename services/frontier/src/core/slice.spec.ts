import { describe, expect, it } from '@jest/globals';
import { planSlice } from './slice.ts';

const row = (slices: Record<string, number>) => ({
  ...{ name: 'pages:news', crawl: 'news', version: 1, fullMs: 0 },
  slices,
});
const asked = { me: 'a', maxPages: 100, pending: 0, wanted: 1_000, used: 0 };

describe('a slice of a page limit', () => {
  it('is a fair part of what neither ledgers nor others have', () => {
    const plan = planSlice({ ...asked, used: 20, row: row({ b: 30 }), owners: ['a', 'b'] });
    expect(plan).toEqual({ size: 25, slices: { a: 25, b: 30 } });
  });

  it('leaves room for what is chosen and may not be in the ledgers, and says so', () => {
    const plan = planSlice({ ...asked, pending: 96, row: row({ b: 0 }), owners: ['a', 'b'] });
    expect(plan).toEqual({ size: 2, slices: { a: 98, b: 0 } });
  });

  it('is not larger than what is wanted', () => {
    const plan = planSlice({ ...asked, wanted: 3, row: row({ b: 0 }), owners: ['a', 'b'] });
    expect(plan.size).toBe(3);
  });

  it('has what a replica drew that owns nothing any more', () => {
    const plan = planSlice({ ...asked, row: row({ b: 30, c: 40 }), owners: ['a', 'b', undefined] });
    expect(plan).toEqual({ size: 35, slices: { a: 35, b: 30 } });
  });

  it('is empty while an owner has not said that it keeps to slices', () => {
    const owners = ['a', 'b', 'c'];
    const plan = planSlice({ ...asked, pending: 2, row: row({ b: 30 }), owners });
    expect(plan).toEqual({ size: 0, slices: { a: 2, b: 30 } });
    expect(planSlice({ ...asked, row: undefined, owners }).size).toBe(0);
  });

  it('is never below nothing', () => {
    const plan = planSlice({ ...asked, used: 120, row: undefined, owners: ['a'] });
    expect(plan).toEqual({ size: 0, slices: { a: 0 } });
  });
});
