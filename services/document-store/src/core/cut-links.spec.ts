import { describe, expect, it } from '@jest/globals';
import { cutLinks } from './cut-links.ts';

describe('cutLinks', () => {
  it('makes one part of nothing, so that every attempt is announced', () => {
    expect(cutLinks([], 100)).toEqual([[]]);
  });

  it('fills parts in order and never past the limit', () => {
    const links = [10, 20, 30, 40].map((length) => ({ url: 'x'.repeat(length) }));
    expect(cutLinks(links, 70).map((part) => part.map(({ url }) => url.length))).toEqual([
      [10, 20],
      [30],
      [40],
    ]);
  });

  it('counts bytes and not characters', () => {
    expect(cutLinks([{ url: 'é'.repeat(20) }, { url: 'é'.repeat(20) }], 80)).toHaveLength(2);
  });

  it('gives a link that is too large a part of its own', () => {
    const links = [{ url: 'a' }, { url: 'x'.repeat(500) }, { url: 'b' }];
    expect(cutLinks(links, 100)).toHaveLength(3);
  });
});
