import { describe, expect, it } from '@jest/globals';
import { canMeasureMemory, growthOf, residentBytes } from './resident-memory.ts';

describe('growthOf', () => {
  it('compares the last third with the middle one and leaves the first out', () => {
    expect(growthOf([900, 1, 1, 2, 2, 4])).toEqual({ middle: 1.5, last: 3, ratio: 2 });
  });

  it('counts what is left over with the last third', () => {
    expect(growthOf([9, 2, 4, 4, 4])).toMatchObject({ middle: 2, last: 4 });
  });

  it('needs three samples', () => {
    expect(() => growthOf([1, 2])).toThrow('three samples');
  });
});

const measured = canMeasureMemory() ? describe : describe.skip;
measured('residentBytes', () => {
  it('is about what the process itself says', async () => {
    const bytes = await residentBytes(process.pid);
    const own = process.memoryUsage.rss();
    expect(bytes! / own).toBeGreaterThan(0.5);
    expect(bytes! / own).toBeLessThan(2);
  });

  it('is nothing for a process that is not there', async () => {
    expect(await residentBytes(2 ** 30)).toBeUndefined();
  });
});
