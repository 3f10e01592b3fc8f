import { describe, expect, it } from '@jest/globals';
import { KnownUrls } from './known-urls.ts';

describe('KnownUrls', () => {
  it('remembers the last ones and forgets those before', () => {
    const known = new KnownUrls(2);
    for (const url of ['a', 'b', 'c']) known.add('x', url);
    expect(['a', 'b', 'c'].map((url) => known.has('x', url))).toEqual([true, true, true]);
    for (const url of ['d', 'e', 'f']) known.add('x', url);
    expect(['a', 'b', 'e', 'f'].map((url) => known.has('x', url))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('counts what is added twice once, over all crawls', () => {
    const known = new KnownUrls(3);
    for (const crawl of ['x', 'x', 'y', 'y']) known.add(crawl, 'a');
    expect([known.has('x', 'a'), known.has('y', 'a'), known.has('z', 'a')]).toEqual([
      true,
      true,
      false,
    ]);
    known.add('x', 'b');
    for (const url of ['c', 'd']) known.add('y', url);
    expect([known.has('x', 'a'), known.has('x', 'b'), known.has('y', 'd')]).toEqual([
      true,
      true,
      true,
    ]);
    known.add('y', 'e');
    expect([known.has('x', 'a'), known.has('y', 'e')]).toEqual([false, true]);
  });
});
