import { describe, expect, it } from '@jest/globals';
import type { Url } from '@mayfly/url';
import { FollowedPages, pageKey } from './followed-pages.ts';

const keyOf = (at: number) => pageKey('news', `https://a.test/${at}` as Url);

describe('pages that are followed', () => {
  it('are known with the time at which they were stored, each once', () => {
    const pages = new FollowedPages(10_000);
    for (let at = 0; at < 5_000; at += 1) expect(pages.add(keyOf(at), at * 1_000)).toBe(true);
    expect(pages.add(keyOf(7), 99_000)).toBe(false);
    expect(pages.storedMs(keyOf(7))).toBe(7_000);
    expect(pages.storedMs(keyOf(5_001))).toBeUndefined();
    expect([pages.size, pages.weight]).toEqual([5_000, 1]);
  });

  it('are forgotten when they are old', () => {
    const pages = new FollowedPages(10_000);
    for (let at = 1; at <= 100; at += 1) pages.add(keyOf(at), at * 1_000);
    pages.forgetBefore(51_000);
    expect(pages.size).toBe(50);
    expect([pages.storedMs(keyOf(50)), pages.storedMs(keyOf(51))]).toEqual([undefined, 51_000]);
  });

  it('are never more than allowed, and those that stay stand for the others', () => {
    const pages = new FollowedPages(1_000);
    for (let at = 0; at < 20_000; at += 1) pages.add(keyOf(at), 1_000 + at);
    expect(pages.size).toBeLessThanOrEqual(1_000);
    expect(pages.weight).toBeGreaterThanOrEqual(32);
    const share = (pages.size * pages.weight) / 20_000;
    expect(share).toBeGreaterThan(0.85);
    expect(share).toBeLessThan(1.15);
  });

  it('of two crawls are two', () => {
    const url = 'https://a.test/' as Url;
    expect(pageKey('one', url)).not.toEqual(pageKey('other', url));
  });
});
