import { hourMs } from '../visit.ts';
import { DelaySketch } from './delay-sketch.ts';
import { possibleIn, type QualityDay } from './quality-day.ts';

const HOUR_MS = 3_600_000;

/** So long after it was stored the visits of a page count as what it brought. */
export const WEEK_MS = 7 * 86_400_000;

/** What is asked for. */
export interface Window {
  readonly endMs: number;
  readonly lengthMs: number;
  readonly nowMs: number;
}

/** How well a crawl did in a window; rates are visits a second. */
export interface WindowQuality {
  readonly startMs: number;
  readonly endMs: number;
  readonly quality: number;
  readonly basis: 'estimated' | 'mixed' | 'counted';
  readonly counted: number;
  readonly estimated: number;
  readonly possible: number;
  readonly pages: number;
  readonly foundPages: number;
  readonly followedShare: number;
  readonly discovery: DelaySketch;
  readonly crawling: DelaySketch;
}

/**
 * Dynamic quality: what the pages stored in a window brought, divided by its length. Visits say what a page brought once a week has
 * passed since it was stored; until then what was believed of its source does. Windows are made of whole hours.
 */
export function qualityIn(days: Iterable<QualityDay>, window: Window): WindowQuality {
  const { nowMs } = window;
  const lastMs = Math.ceil(window.endMs / HOUR_MS) * HOUR_MS;
  const firstMs = lastMs - Math.ceil(window.lengthMs / HOUR_MS) * HOUR_MS;
  const sums = { settled: 0, open: 0, counted: 0, expected: 0, possible: 0, pages: 0, found: 0 };
  const [discovery, crawling] = [new DelaySketch(), new DelaySketch()];
  let [sinceMs, weight] = [Infinity, 1];
  let [hasSettled, hasOpen] = [false, false];
  for (const day of days) {
    sinceMs = Math.min(sinceMs, day.sinceMs);
    let isTouched = false;
    for (let hour = 0; hour < 24; hour += 1) {
      const startMs = hourMs(day.day, hour);
      if (startMs < firstMs || startMs >= lastMs) continue;
      isTouched = true;
      const sumsOfHour = day.hour(hour);
      const { pages, expected, counted, found } = sumsOfHour;
      const isSettled = startMs + HOUR_MS + WEEK_MS <= nowMs;
      if (isSettled) sums.settled += counted;
      else sums.open += expected;
      hasSettled ||= isSettled && pages > 0;
      hasOpen ||= !isSettled && pages > 0;
      sums.counted += counted;
      sums.expected += expected;
      sums.possible += possibleIn(sumsOfHour);
      sums.pages += pages;
      sums.found += found;
    }
    if (!isTouched) continue;
    weight = Math.max(weight, day.weight);
    discovery.merge(day.discovery);
    crawling.merge(day.crawling);
  }
  const endMs = Math.min(lastMs, Math.max(nowMs, firstMs));
  const startMs = Math.min(Math.max(firstMs, sinceMs), endMs);
  const seconds = Math.max(1, (endMs - startMs) / 1_000);
  return {
    ...{ startMs, endMs, discovery, crawling, followedShare: 1 / weight },
    quality: (sums.settled + sums.open) / seconds,
    basis:
      lastMs + WEEK_MS <= nowMs
        ? 'counted'
        : !hasSettled
          ? 'estimated'
          : hasOpen
            ? 'mixed'
            : 'counted',
    counted: sums.counted / seconds,
    estimated: sums.expected / seconds,
    possible: sums.possible / seconds,
    pages: sums.pages,
    foundPages: sums.found,
  };
}
