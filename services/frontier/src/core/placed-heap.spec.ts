import { describe, expect, it } from '@jest/globals';
import { testSeed } from '@mayfly/testing';
import fc from 'fast-check';
import { PlacedHeap } from './placed-heap.ts';

interface Item {
  readonly places: number[];
  worth: number;
}

const byWorth = (slot: number) =>
  new PlacedHeap<Item>(slot, (one, other) => one.worth < other.worth);

describe('a heap whose items know their places', () => {
  it('gives everything back in order, each once, whatever was put in again or dropped', () => {
    const changes = fc.array(fc.tuple(fc.nat(9), fc.integer()));
    fc.assert(
      fc.property(changes, fc.integer(), (changed, least) => {
        const heap = byWorth(0);
        const items = Array.from({ length: 10 }, (): Item => ({ places: [], worth: 0 }));
        for (const [at, worth] of changed) {
          items[at]!.worth = worth;
          heap.put(items[at]!);
        }
        heap.keep(({ worth }) => worth >= least);
        const put = new Set(
          changed.map(([at]) => items[at]!).filter(({ worth }) => worth >= least),
        );
        const popped = Array.from({ length: heap.size }, () => heap.pop()!.worth);
        const sorted = [...put].map(({ worth }) => worth).sort((one, other) => one - other);
        return JSON.stringify(popped) === JSON.stringify(sorted) && heap.pop() === undefined;
      }),
      { seed: testSeed() },
    );
  });

  it('takes an item that another one had, and one that it gave back', () => {
    const one: Item = { places: [], worth: 1 };
    const before = byWorth(0);
    before.put({ places: [], worth: 0 });
    before.put(one);
    const heap = byWorth(0);
    heap.put(one);
    expect(heap.pop()).toBe(one);
    expect(heap.size).toBe(0);
    heap.put(one);
    expect(heap.peek()).toBe(one);
  });
});
