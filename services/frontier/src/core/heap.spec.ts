import { describe, it } from '@jest/globals';
import { testSeed } from '@mayfly/testing';
import fc from 'fast-check';
import { Heap } from './heap.ts';

describe('a heap', () => {
  it('gives everything back in order, also after some were dropped', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer(), (numbers, least) => {
        const heap = new Heap<number>((one, other) => one < other);
        for (const number of numbers) heap.push(number);
        heap.keep((number) => number >= least);
        const popped = Array.from({ length: heap.size }, () => heap.pop());
        const kept = numbers.filter((number) => number >= least).sort((a, b) => a - b);
        return JSON.stringify(popped) === JSON.stringify(kept) && heap.pop() === undefined;
      }),
      { seed: testSeed() },
    );
  });
});
