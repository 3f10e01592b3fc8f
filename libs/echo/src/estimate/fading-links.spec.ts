import { describe, expect, it } from '@jest/globals';
import { FadingLinks } from './fading-links.ts';

function begun(history = 7): FadingLinks {
  const links = new FadingLinks(history);
  links.reserve(1);
  links.begin(0);
  return links;
}

const crawl = (count: number, seconds: number | undefined) => ({
  count,
  seconds,
  known: 7_200,
  overflow: false,
  dated: undefined,
});

describe('the fading rate of new links', () => {
  it('is that of all crawls alike as long as it does not change', () => {
    const links = begun();
    for (let i = 0; i < 50; i += 1) links.add(0, crawl(3, 1_000));
    expect(links.rate(0, 0)).toBeCloseTo(0.003, 6);
  });

  it('follows a change, and never locks at zero', () => {
    const links = begun();
    for (let i = 0; i < 50; i += 1) links.add(0, crawl(0, 1_000));
    expect(links.rate(0, 0)).toBeGreaterThan(0);
    for (let i = 0; i < 30; i += 1) links.add(0, crawl(4, 1_000));
    expect(links.rate(0, 0)).toBeGreaterThan(0.0035);
  });

  it('takes what the first crawl shows for a guess that the next one replaces', () => {
    const links = begun();
    links.add(0, crawl(300, undefined));
    expect(links.rate(0, 0)).toBeGreaterThan(0.01);
    links.add(0, crawl(1, 10_000));
    expect(links.rate(0, 0)).toBeCloseTo(0.0001, 8);
  });

  it('shrinks towards what is expected of it the less was seen', () => {
    const links = begun();
    expect(links.posterior(0, 0.01, 1)).toBeCloseTo(0.01, 10);
    links.add(0, crawl(0, 100));
    expect(links.posterior(0, 0.01, 1)).toBeCloseTo(1 / 200, 10);
  });

  it('survives being saved and loaded', () => {
    const links = begun();
    for (const count of [2, 0, 5]) links.add(0, crawl(count, 1_000));
    const other = begun();
    other.load(0, links.save(0), 3);
    expect(other.rate(0, 0)).toBe(links.rate(0, 0));
    other.load(0, [], 0);
    expect(other.save(0)).toEqual([]);
  });
});
