import { describe, expect, it } from '@jest/globals';
import { aligned } from './aligned.ts';
import { counted } from './counted.ts';

describe('aligned', () => {
  it('puts a second line of what an option means under the first', () => {
    expect(aligned('  --a     which\n          of them\n  --crawl N   name')).toBe(
      '  --a         which\n              of them\n  --crawl N   name',
    );
  });

  it('puts what options mean under one another, and leaves prose alone', () => {
    expect(aligned('  --crawl NAME   which\n  --json       one object\n\nA text.')).toBe(
      '  --crawl NAME   which\n  --json         one object\n\nA text.',
    );
  });
});

describe('counted', () => {
  it.each([
    [0, '0 pages'],
    [1, '1 page'],
    [2, '2 pages'],
  ])('says %p as %p', (count, text) => {
    expect(counted(count, 'page')).toBe(text);
  });
});
