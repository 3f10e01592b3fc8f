import { describe, expect, it } from '@jest/globals';
import { parseSrcset } from './srcset.ts';

describe('parseSrcset', () => {
  it('reads images with their widths and densities, in order', () => {
    expect(parseSrcset('a.jpg, b.jpg 2x,\n c.jpg 640w 480h')).toEqual([
      { url: 'a.jpg' },
      { url: 'b.jpg', density: 2 },
      { url: 'c.jpg', width: 640 },
    ]);
  });

  it('keeps commas within a URL and drops those at its end', () => {
    expect(parseSrcset('data:,a 1x,c.jpg,, d,e 1x').map(({ url }) => url)).toEqual([
      'data:,a',
      'c.jpg',
      'd,e',
    ]);
  });

  it.each(['a 0w', 'a -1x', 'a 1x 2x', 'a 1x 1w', 'a 5h', 'a 1.5w', 'a x', 'a (b, c) 1x', 'a 1 w'])(
    'leaves %j out',
    (srcset) => {
      expect(parseSrcset(srcset)).toEqual([]);
    },
  );

  it.each([',(', 'a ', 'a,', '('])('reads half a million times %j', (piece) => {
    expect(parseSrcset(piece.repeat(500_000)).length).toBeLessThanOrEqual(1);
  });

  it('reads millions of commas within a word', () => {
    const url = `a${','.repeat(3_000_000)}b`;
    expect(parseSrcset(`${url} 1x`)[0]?.url).toBe(url);
  });
});
