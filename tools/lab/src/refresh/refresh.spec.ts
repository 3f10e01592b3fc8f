import { describe, expect, it } from '@jest/globals';
import { Draws } from '../web/draws.ts';
import { Copies } from './copies.ts';
import { crawlAtIntervals, crawlByPolicy } from './crawls.ts';
import { bestIntervals, proportionalIntervals, uniformIntervals } from './intervals.ts';
import { drawLastingPages } from './lasting-pages.ts';

const DAY = 86_400;
const pages = drawLastingPages(1, { count: 300, readAlike: false });
const rate = pages.count / (4 * DAY);
const time = { seed: 1, seconds: 120 * DAY, countedFrom: 60 * DAY, rate };
const crawls = (intervals: Float64Array) => intervals.reduce((sum, each) => sum + 1 / each, 0);

describe('intervals', () => {
  it('use up the rate, however they share it', () => {
    for (const intervals of [uniformIntervals, proportionalIntervals, bestIntervals]) {
      expect(crawls(intervals(pages, rate)) / rate).toBeCloseTo(1, 4);
    }
  });

  it('leave alone what changes too fast to be kept', () => {
    const fastest = pages.changes.indexOf(Math.max(...pages.changes));
    expect(bestIntervals(pages, rate)[fastest]).toBe(Infinity);
  });
});

describe('Copies', () => {
  it('count freshness and age from the moment they are asked to', () => {
    const one = { count: 1, changes: Float64Array.of(1e9), visits: Float64Array.of(1) };
    const copies = new Copies(one, { draws: new Draws(1, 1), from: 10 });
    expect(copies.crawl(0, 20)).toBe(true);
    const { freshness, age } = copies.quality(30);
    expect(freshness).toBeCloseTo(0, 6);
    // Out of date since 0, then since 20: 15 on average, then 5.
    expect(age).toBeCloseTo(10, 6);
  });

  it('stay fresh where nothing changes', () => {
    const one = { count: 1, changes: Float64Array.of(1e-12), visits: Float64Array.of(1) };
    const copies = new Copies(one, { draws: new Draws(1, 1), from: 0 });
    expect(copies.crawl(0, 50)).toBe(false);
    expect(copies.quality(100)).toEqual({ freshness: 1, age: 0 });
  });
});

describe('lasting pages', () => {
  const known = crawlAtIntervals(pages, bestIntervals(pages, rate), time);

  it('are freshest at the best intervals', () => {
    for (const intervals of [uniformIntervals, proportionalIntervals]) {
      const other = crawlAtIntervals(pages, intervals(pages, rate), time);
      expect(other.freshness).toBeLessThan(known.freshness);
    }
  });

  it('are nearly as fresh where the policy had to learn how they change', () => {
    expect(crawlByPolicy(pages, time).freshness / known.freshness).toBeGreaterThan(0.95);
  });
});
