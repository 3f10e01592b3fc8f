import { describe, expect, it } from '@jest/globals';
import { KnownUrls } from './known-urls.ts';

describe('KnownUrls', () => {
  it('remembers the last ones and forgets those before', () => {
    const known = new KnownUrls(2);
    for (const name of ['a', 'b', 'c']) known.add(name);
    expect(['a', 'b', 'c'].map((name) => known.has(name))).toEqual([true, true, true]);
    for (const name of ['d', 'e', 'f']) known.add(name);
    expect(['a', 'b', 'e', 'f'].map((name) => known.has(name))).toEqual([false, false, true, true]);
  });
});
