import { openPolicy } from '@mayfly/echo';
import { seededRandom } from '@mayfly/testing';
import { Draws } from '../web/draws.ts';
import { Copies, type CopyQuality } from './copies.ts';
import type { Intervals } from './intervals.ts';
import type { LastingPages } from './lasting-pages.ts';

/** How long pages are crawled, from when on it counts, and how often. */
export interface CrawlTime {
  readonly seed: number;
  readonly seconds: number;
  readonly countedFrom: number;
  /** Requests per second. */
  readonly rate: number;
}

const HOUR = 3_600;

/** Crawls each page at its interval, from a random moment in the first one on. */
export function crawlAtIntervals(
  pages: LastingPages,
  intervals: Intervals,
  { seed, seconds, countedFrom }: CrawlTime,
): CopyQuality {
  const draws = new Draws(seed, 2);
  const copies = new Copies(pages, { draws, from: countedFrom });
  for (const [page, interval] of intervals.entries()) {
    for (let at = draws.uniform() * interval; at < seconds; at += interval) copies.crawl(page, at);
  }
  return copies.quality(seconds);
}

/** Lets the production policy choose; it is told of visits once an hour, and whether a page had changed. */
export function crawlByPolicy(pages: LastingPages, time: CrawlTime): CopyQuality {
  const { seed, seconds, countedFrom, rate } = time;
  const draws = new Draws(seed, 3);
  const copies = new Copies(pages, { draws, from: countedFrom });
  const policy = openPolicy('mayfly', { rate, start: 0, random: seededRandom(seed) });
  policy.watchPages(
    Array.from({ length: pages.count }, (_, page) => ({ page, host: 0 })),
    0,
  );
  let told = 0;
  for (let i = 1; i <= seconds * rate; i++) {
    const at = i / rate;
    for (; told + HOUR <= at; told += HOUR) {
      const visits = visitsIn(pages, { from: told, to: told + HOUR }, draws);
      policy.visited({ visits, from: told, to: told + HOUR });
    }
    const job = policy.next(at);
    if (job === undefined) continue;
    policy.crawledPage({ page: job.id, at, changed: copies.crawl(job.id, at) });
  }
  return copies.quality(seconds);
}

function visitsIn(
  { visits }: LastingPages,
  { from, to }: { readonly from: number; readonly to: number },
  draws: Draws,
): [page: number, at: number][] {
  const found: [number, number][] = [];
  for (const [page, rate] of visits.entries()) {
    for (let n = draws.poisson(rate * (to - from)); n > 0; n--) {
      found.push([page, from + draws.uniform() * (to - from)]);
    }
  }
  return found;
}
