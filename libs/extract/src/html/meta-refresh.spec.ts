import { describe, expect, it } from '@jest/globals';
import { parseMetaRefresh } from './meta-refresh.ts';

describe('parseMetaRefresh', () => {
  it.each([
    ['5', 5, undefined],
    [' 0 ; URL = /next ', 0, '/next'],
    ['3;url="/a b">', 3, '/a b'],
    ["3, 'quoted' and more", 3, 'quoted'],
    ['3 plain', 3, 'plain'],
    ['.5; url=x', 0, 'x'],
    ['2.9; urn:x', 2, 'urn:x'],
    ['1; url', 1, 'url'],
    ['1; url=a\nb', 1, 'ab'],
  ])('reads %j', (content, seconds, url) => {
    expect(parseMetaRefresh(content)).toEqual({ seconds, url });
  });

  it.each(['', 'now', '-1; url=x', '1x', '; url=x'])('makes nothing of %j', (content) => {
    expect(parseMetaRefresh(content)).toBeUndefined();
  });
});
