import { describe, expect, it } from '@jest/globals';
import { chunksOf } from './chunks.ts';

describe('chunksOf', () => {
  it('cuts by number and by bytes, and keeps the order', () => {
    const bytesOf = (size: number) => size;
    expect(chunksOf([1, 2, 3], { most: 2, bytesOf })).toEqual([[1, 2], [3]]);
    expect(chunksOf([1_500_000, 400_000, 200_000], { most: 9, bytesOf })).toEqual([
      [1_500_000, 400_000],
      [200_000],
    ]);
  });

  it('gives one larger than allowed a request of its own', () => {
    expect(chunksOf([3_000_000, 1], { most: 9, bytesOf: (size) => size })).toEqual([
      [3_000_000],
      [1],
    ]);
  });

  it('asks nothing for nothing', () => {
    expect(chunksOf([], { most: 9, bytesOf: () => 1 })).toEqual([]);
  });
});
