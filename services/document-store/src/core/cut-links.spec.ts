import { describe, expect, it } from '@jest/globals';
import { cutLinks } from './cut-links.ts';

const link = (url: string) => ({ url, text: '', language: '' });

describe('cutLinks', () => {
  it('makes one part of nothing, so that every attempt is announced', () => {
    expect(cutLinks([], 100)).toEqual([[]]);
  });

  it('fills parts in order and never past the limit', () => {
    const links = [10, 20, 30, 40].map((length) => link('x'.repeat(length)));
    expect(cutLinks(links, 166).map((part) => part.map(({ url }) => url.length))).toEqual([
      [10, 20],
      [30],
      [40],
    ]);
  });

  it('counts bytes and not characters', () => {
    expect(cutLinks([link('é'.repeat(20)), link('é'.repeat(20))], 200)).toHaveLength(2);
    const named = { url: 'a', text: 'é'.repeat(20), language: 'é' };
    expect(cutLinks([named, named], 200)).toHaveLength(2);
  });

  it('gives a link that is too large a part of its own', () => {
    const links = [link('a'), link('x'.repeat(500)), link('b')];
    expect(cutLinks(links, 100)).toHaveLength(3);
  });
});
