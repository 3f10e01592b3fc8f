import { describe, expect, it } from '@jest/globals';
import { UnjudgedPages } from './unjudged-pages.ts';

describe('UnjudgedPages', () => {
  it('gives pages in the order they were found, as far as they are old enough', () => {
    const pages = new UnjudgedPages();
    for (const page of [7, 3, 9]) pages.push(page);
    const isGrown = (page: number) => page !== 9;
    expect([pages.take(isGrown), pages.take(isGrown), pages.take(isGrown)]).toEqual([7, 3, -1]);
    expect(pages.size).toBe(1);
  });

  it('keeps the last of a crawl whose visits nobody reports', () => {
    const pages = new UnjudgedPages(1_000);
    for (let page = 0; page < 200_000; page += 1) pages.push(page);
    expect(pages.size).toBe(1_000);
    expect(pages.take(() => true)).toBe(199_000);
  });
});
