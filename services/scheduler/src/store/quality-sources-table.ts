import { bytes, defineTable, json, type KeyOf, number, type RowOf, text } from '@mayfly/store';
import { type Url, urlId } from '@mayfly/url';
import { DelaySketch, type KeptSketch } from '../core/quality/delay-sketch.ts';
import type { NewDelays, SourceDelays } from '../core/quality/quality-ports.ts';
import { bucketOfCrawl } from './buckets.ts';

/** Delays of a week. */
interface Week {
  readonly pages: number;
  readonly discovery: KeptSketch;
  readonly crawling: KeptSketch;
}

/** How soon pages of a source are found and recorded: this week of its own, and the one before. */
export const qualitySourcesTable = defineTable({
  name: 'schedulerQualitySources',
  format: 1,
  columns: {
    bucket: number(),
    crawl: text(),
    id: bytes(),
    url: text<Url>(),
    /** Of both weeks. */
    pages: number(),
    /** The day on which this week began. */
    sinceDay: number(),
    heardDay: number(),
    now: json<Week>(),
    before: json<Week>(),
  },
  key: ['bucket', 'crawl', 'id'],
  partition: 1,
  indexes: { pages: ['bucket', 'crawl', 'pages'], heard: ['bucket', 'heardDay'] },
});

type Row = RowOf<typeof qualitySourcesTable>;

const WEEK_DAYS = 7;
const NOTHING: Week = { pages: 0, discovery: [], crawling: [] };

export function sourceKey(crawl: string, url: Url): KeyOf<typeof qualitySourcesTable> {
  return { bucket: bucketOfCrawl(crawl), crawl, id: urlId(url) };
}

/** The row with some delays more. */
export function withDelays(
  crawl: string,
  row: Row | undefined,
  { source, ...delays }: NewDelays,
  today: number,
): Row {
  const weeks = weeksOf(row, today);
  const now = sumOf(weeks.now, delays);
  return {
    ...{ ...sourceKey(crawl, source), url: source, heardDay: today, ...weeks, now },
    pages: now.pages + weeks.before.pages,
  };
}

export function delaysOf({ url, now, before }: Row): SourceDelays {
  return { source: url, ...sumOf(now, before) };
}

function weeksOf(row: Row | undefined, today: number): Pick<Row, 'sinceDay' | 'now' | 'before'> {
  if (row === undefined) return { sinceDay: today, now: NOTHING, before: NOTHING };
  const { sinceDay, now, before } = row;
  const days = today - sinceDay;
  if (days < WEEK_DAYS) return { sinceDay, now, before };
  return { sinceDay: today, now: NOTHING, before: days < 2 * WEEK_DAYS ? now : NOTHING };
}

function sumOf(one: Week, other: Week): Week {
  return {
    pages: one.pages + other.pages,
    discovery: sketchOfBoth(one.discovery, other.discovery),
    crawling: sketchOfBoth(one.crawling, other.crawling),
  };
}

export function sketchOfBoth(one: KeptSketch, other: KeptSketch): KeptSketch {
  const sketch = DelaySketch.from(one);
  sketch.merge(DelaySketch.from(other));
  return sketch.kept();
}
