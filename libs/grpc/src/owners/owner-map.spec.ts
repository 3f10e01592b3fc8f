import { describe, expect, it } from '@jest/globals';
import { OwnerMap } from './owner-map.ts';

const read = {
  buckets: 4,
  ranges: [
    { first: 0, last: 1, address: 'a:1', epoch: 5 },
    { first: 3, last: 3, address: 'b:1', epoch: 7 },
  ],
};

function mapOf(of = read) {
  const map = new OwnerMap();
  map.replace(of);
  return map;
}

describe('OwnerMap', () => {
  it('knows nobody and makes no difference before it was told anything', () => {
    const map = new OwnerMap();
    expect([map.ownerOf(3), map.isSplit, map.buckets]).toEqual([undefined, false, undefined]);
  });

  it('finds the bucket of a key by its rest', () => {
    const map = mapOf();
    expect(map.ownerOf(1_021)).toEqual({ address: 'a:1', epoch: 5 });
    expect(map.ownerOf(1_022)).toBeUndefined();
    expect(map.ownerOf(1_023)).toEqual({ address: 'b:1', epoch: 7 });
    expect([...map.counts()]).toEqual([
      ['a:1', 2],
      ['b:1', 1],
    ]);
  });

  it('makes no difference while one replica owns everything', () => {
    expect(
      mapOf({ buckets: 4, ranges: [{ first: 0, last: 3, address: 'a:1', epoch: 1 }] }).isSplit,
    ).toBe(false);
    expect(mapOf().isSplit).toBe(true);
  });

  it('believes a higher epoch, and not a lower one', () => {
    const map = mapOf();
    expect(map.learn(3, { address: 'c:1', epoch: 6 }, '')).toBe(false);
    expect(map.ownerOf(3)?.address).toBe('b:1');
    expect(map.learn(3, { address: 'c:1', epoch: 8 }, 'b:1')).toBe(true);
    expect(map.ownerOf(3)?.address).toBe('c:1');
  });

  it('does not go back to one that denied, nor to somebody older whom it names', () => {
    const map = mapOf();
    expect(map.learn(3, { address: 'c:1', epoch: 6 }, 'b:1')).toBe(false);
    expect(map.ownerOf(3)).toEqual({ address: '', epoch: 7 });
    expect(map.learn(3, { address: 'b:1', epoch: 7 }, 'b:1')).toBe(false);
    expect(map.learn(0, undefined, 'a:1')).toBe(false);
    expect(map.ownerOf(0)?.address).toBe('');
  });

  it('keeps what is newer than the map it reads, and starts over with what was only denied', () => {
    const map = mapOf();
    map.learn(3, { address: 'c:1', epoch: 9 }, 'b:1');
    map.learn(0, undefined, 'a:1');
    map.replace({ buckets: 4, ranges: [{ first: 0, last: 3, address: 'd:1', epoch: 2 }] });
    expect(map.ownerOf(3)?.address).toBe('c:1');
    expect(map.ownerOf(0)?.address).toBe('d:1');
  });

  it('forgets where nobody answers', () => {
    const map = mapOf();
    map.learn(2, { address: 'a:1', epoch: 9 }, '');
    map.forget('a:1');
    expect([0, 1, 2, 3].map((key) => map.ownerOf(key)?.address)).toEqual([
      undefined,
      undefined,
      undefined,
      'b:1',
    ]);
  });
});
