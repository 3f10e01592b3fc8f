import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { testSeed } from '@mayfly/testing';
import type { Url } from '@mayfly/url';
import fc from 'fast-check';
import { bytesOfId, hashOfUrl, idOfBytes, isIdBefore, isNumbered, rowIdOf } from './row-id.ts';

const HASH = hashOfUrl('http://a.test/' as Url);
const HASHED_ROWS = 64;
const idOf = (at: number) => rowIdOf(at, HASH, HASHED_ROWS);
const nth = fc.oneof(fc.nat(300), fc.nat(70_000), fc.nat(2 ** 40));

describe('the hash of a URL', () => {
  it('is its first 80 bits, as bytes and as text', () => {
    fc.assert(
      fc.property(fc.webUrl(), (url) => {
        const bytes = createHash('sha256').update(url).digest().subarray(0, 10);
        const hash = hashOfUrl(url as Url);
        expect(hash).toBe(bytes.toString('base64url'));
        expect(Buffer.from(bytesOfId(hash))).toEqual(bytes);
        expect(idOfBytes(bytes)).toBe(hash);
      }),
      { seed: testSeed() },
    );
  });
});

describe('the id of a row', () => {
  it('is the hash of its URL for the first rows of a host, and another number for each later one', () => {
    expect(idOf(0)).toBe(HASH);
    expect(idOf(HASHED_ROWS - 1)).toBe(HASH);
    expect(isNumbered(idOf(HASHED_ROWS - 1))).toBe(false);
    const numbered = Array.from({ length: 100_000 }, (_, at) => idOf(HASHED_ROWS + at));
    expect(new Set(numbered).size).toBe(numbered.length);
    expect(numbered.every(isNumbered)).toBe(true);
  });

  it('is a number for every row where no row is called by a hash', () => {
    expect([0, 1, 32, 33].map((at) => rowIdOf(at, HASH, 0))).toEqual(['AA', 'Ag', 'AQ', 'Aw']);
  });

  it('keeps blocks of numbers in their order, before all hashes, and each round of a block too', () => {
    fc.assert(
      fc.property(nth, nth, (one, other) => {
        const [a, b] = [one, other].map((at) => idOf(HASHED_ROWS + at)) as [never, never];
        const isOfOneRound = Math.floor(one / 32) === Math.floor(other / 32);
        const isOfOneBlock = Math.floor(one / 64) === Math.floor(other / 64);
        if (isOfOneRound || !isOfOneBlock) expect(isIdBefore(a, b)).toBe(one < other);
        expect(isIdBefore(a, idOf(0))).toBe(true);
        expect(idOfBytes(bytesOfId(a))).toBe(a);
      }),
      { seed: testSeed(), numRuns: 1_000 },
    );
  });
});
