import { describe, expect, it } from '@jest/globals';
import { NewLinks } from './new-links.ts';

function begun(history = 3): NewLinks {
  const links = new NewLinks(history);
  links.reserve(1);
  links.begin(0);
  return links;
}

const crawl = (count: number, seconds: number | undefined, more = {}) => ({
  count,
  seconds,
  known: 7_200,
  overflow: false,
  dated: undefined,
  ...more,
});

describe('the rate of new links', () => {
  it('is that of the last crawls', () => {
    const links = begun();
    links.add(0, crawl(5, undefined));
    for (const count of [100, 1, 2, 3]) links.add(0, crawl(count, 1_000));
    expect(links.rate(0, 0)).toBeCloseTo(6 / 3_000, 10);
    expect(links.save(0)).toEqual([
      [1, 1_000],
      [2, 1_000],
      [3, 1_000],
    ]);
  });

  it('is never zero, and fades the longer nothing comes', () => {
    const links = begun();
    for (let i = 0; i < 5; i += 1) links.add(0, crawl(0, 2_000));
    expect(links.rate(0, 0)).toBeCloseTo(0.5 / 6_000, 10);
    expect(links.rate(0, 94_000)).toBeCloseTo(0.5 / 100_000, 10);
    links.add(0, crawl(6, 2_000));
    expect(links.rate(0, 0)).toBeCloseTo(0.001, 10);
  });

  it('takes a first crawl for a guess that the second replaces', () => {
    const links = begun();
    links.add(0, crawl(50, undefined));
    expect(links.rate(0, 0)).toBeCloseTo(50 / 7_200, 10);
    links.add(0, crawl(1, 1_000));
    expect(links.rate(0, 0)).toBeCloseTo(0.001, 10);
  });

  it('reads a first crawl by its dates, where there are any', () => {
    const links = begun();
    links.add(0, crawl(11, undefined, { dated: 110_000 }));
    expect(links.rate(0, 0)).toBeCloseTo(1e-4, 10);
  });

  it('of a list that turned over is that of the time it shows', () => {
    const links = begun();
    links.add(0, crawl(0, undefined));
    links.add(0, crawl(11, 100_000, { overflow: true, dated: 11_000 }));
    expect(links.rate(0, 0)).toBeCloseTo(1e-3, 10);
    const other = begun();
    other.add(0, crawl(0, undefined));
    other.add(0, crawl(10, 100_000, { overflow: true, shown: 20_000 }));
    expect(other.rate(0, 0)).toBeCloseTo(5e-4, 10);
  });

  it('shrinks towards what is expected of it', () => {
    const links = begun();
    expect(links.posterior(0, 1e-3, 1)).toBeCloseTo(1e-3, 10);
    links.add(0, crawl(0, undefined));
    for (let i = 0; i < 3; i += 1) links.add(0, crawl(0, 10_000));
    expect(links.posterior(0, 1e-3, 1)).toBeCloseTo(1 / 31_000, 10);
  });

  it('survives being saved and loaded', () => {
    const links = begun();
    links.add(0, crawl(5, undefined));
    links.add(0, crawl(2, 500));
    const other = begun();
    other.load(0, links.save(0), 2);
    expect(other.rate(0, 0)).toBe(links.rate(0, 0));
    expect(other.save(0)).toEqual(links.save(0));
  });
});
