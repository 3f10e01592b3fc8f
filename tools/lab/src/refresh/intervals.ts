import { gInverse } from '@mayfly/echo';
import type { LastingPages } from './lasting-pages.ts';

/** How often each page is crawled, in seconds between crawls; Infinity where never. */
export type Intervals = Float64Array;

export function uniformIntervals({ count }: LastingPages, rate: number): Intervals {
  return new Float64Array(count).fill(count / rate);
}

/** As often as it changes: a page that changes ten times as often is crawled ten times as often. */
export function proportionalIntervals({ changes }: LastingPages, rate: number): Intervals {
  const sum = changes.reduce((all, each) => all + each, 0);
  return changes.map((change) => sum / (rate * change));
}

const STEPS = 200;

/**
 * What makes visits see the most current copies when changes and visits are known: one price at which
 * visits / changes · g(changes · interval) is the same for all pages, and those that never earn it are left alone.
 */
export function bestIntervals(pages: LastingPages, rate: number): Intervals {
  let [low, high] = [
    0,
    pages.visits.reduce((most, v, i) => Math.max(most, v / pages.changes[i]!), 0),
  ];
  for (let step = 0; step < STEPS; step++) {
    const price = (low + high) / 2;
    if (crawlsAt(pages, price) > rate) low = price;
    else high = price;
  }
  return intervalsAt(pages, high);
}

function intervalsAt({ changes, visits }: LastingPages, price: number): Intervals {
  return changes.map((change, i) => gInverse((price * change) / visits[i]!) / change);
}

function crawlsAt(pages: LastingPages, price: number): number {
  return intervalsAt(pages, price).reduce((sum, each) => sum + 1 / each, 0);
}
