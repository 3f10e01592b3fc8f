import { countOption, UsageError } from '@mayfly/command-line';
import type { Asked, Lab, Output } from '../lab.ts';
import { textTable } from '../text-table.ts';
import type { CopyQuality } from './copies.ts';
import { crawlAtIntervals, crawlByPolicy, type CrawlTime } from './crawls.ts';
import { bestIntervals, proportionalIntervals, uniformIntervals } from './intervals.ts';
import { drawLastingPages, type LastingPages } from './lasting-pages.ts';

const DAY = 86_400;
/** The last part of the time counts: by then changes have been learned. */
const COUNTED_DAYS = 60;

/** Lasting pages kept fresh under a budget, learning how often they change, beside those who know. */
export const REFRESH: Lab = {
  name: 'refresh',
  means: 'freshness and age of lasting pages, learned against known',
  help: `  --pages N        lasting pages (default: 2000)
  --every DAYS     days between crawls of a page, on average (default: 4)
  --days N         days in all, of which the last ${COUNTED_DAYS} count (default: 180)
  --seeds N        sets of pages, numbered from 1 (default: 2)
  --read-alike     all pages have as many readers, so that freshness is that of copies, not of visits`,
  options: {
    pages: { type: 'string', default: '2000' },
    every: { type: 'string', default: '4' },
    days: { type: 'string', default: '180' },
    seeds: { type: 'string', default: '2' },
    'read-alike': { type: 'boolean', default: false },
  },
  read,
};

interface Settings {
  readonly count: number;
  readonly everyDays: number;
  readonly days: number;
  readonly seeds: number;
  readonly readAlike: boolean;
}

function read({ values, names }: Asked): (output: Output) => Promise<number> {
  if (names.length > 0) throw new UsageError(`refresh takes no name; ${names.join(' ')} is one`);
  const settings: Settings = {
    count: countOption('pages', values.pages),
    everyDays: countOption('every', values.every),
    days: countOption('days', values.days),
    seeds: countOption('seeds', values.seeds),
    readAlike: values['read-alike'] === true,
  };
  if (settings.days <= COUNTED_DAYS) {
    throw new UsageError(`--days: must be more than ${COUNTED_DAYS}, which count`);
  }
  return (output) => Promise.resolve(refresh(settings, output));
}

type Way = (pages: LastingPages, time: CrawlTime) => CopyQuality;

const WAYS: Readonly<Record<string, Way>> = {
  uniform: (pages, time) => crawlAtIntervals(pages, uniformIntervals(pages, time.rate), time),
  proportional: (pages, time) =>
    crawlAtIntervals(pages, proportionalIntervals(pages, time.rate), time),
  optimum: (pages, time) => crawlAtIntervals(pages, bestIntervals(pages, time.rate), time),
  mayfly: crawlByPolicy,
};

function refresh(settings: Settings, output: Output): number {
  const rows: string[][] = [];
  for (let seed = 1; seed <= settings.seeds; seed++) {
    const pages = drawLastingPages(seed, settings);
    const time: CrawlTime = {
      seed,
      seconds: settings.days * DAY,
      countedFrom: (settings.days - COUNTED_DAYS) * DAY,
      rate: settings.count / (settings.everyDays * DAY),
    };
    const results = Object.entries(WAYS).map(([policy, crawl]) => {
      output.progress(`seed ${seed}: ${policy}`);
      return { policy, ...crawl(pages, time) };
    });
    const most = results.find(({ policy }) => policy === 'optimum')!.freshness;
    for (const { policy, freshness, age } of results) {
      const ofOptimum = freshness / most;
      output.row({
        ...{ lab: 'refresh', policy, seed, pages: settings.count },
        ...{ freshness: rounded(freshness), age: Math.round(age), ofOptimum: rounded(ofOptimum) },
      });
      rows.push([
        `${policy}, seed ${seed}`,
        freshness.toFixed(3),
        `${(age / DAY).toFixed(2)} days`,
        ofOptimum.toFixed(3),
      ]);
    }
  }
  output.text(textTable(['', 'freshness', 'age', 'of the optimum'], rows));
  return 0;
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}
