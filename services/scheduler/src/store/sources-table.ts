import {
  bytes,
  defineTable,
  flag,
  json,
  type KeyOf,
  number,
  put,
  type RowOf,
  text,
  type Write,
} from '@mayfly/store';
import { type Url, urlId } from '@mayfly/url';
import type { SourceAlarm, SourceKind, SourceState } from '../core/plan-desk.ts';
import type { KeptSource, LearnedSource, StandingLink } from '../core/planning/kept-source.ts';
import { bucketOfCrawl } from './buckets.ts';

/** What is visited again and again, with all that was learned of it. Kept whether or not the crawl visits again now. */
export const sourcesTable = defineTable({
  name: 'schedulerSources',
  format: 1,
  columns: {
    bucket: number(),
    crawl: text(),
    id: bytes(),
    url: text<Url>(),
    number: number(),
    kind: text<SourceKind>(),
    state: text<SourceState>(),
    reason: text(),
    stateSinceMs: number(),
    addedMs: number(),
    removed: flag(),
    attempt: number(),
    heardAttempt: number(),
    depth: number(),
    sinceMs: number(),
    lastCrawlMs: number().optional(),
    crawls: number(),
    newLinks: number(),
    firstCrawlMs: number().optional(),
    firstLinks: number(),
    quiet: number(),
    failures: number(),
    lastNewMs: number(),
    list: bytes(),
    newest: bytes(),
    listed: number(),
    standing: json<readonly StandingLink[]>(),
    alarm: json<SourceAlarm>().optional(),
    learned: json<LearnedSource>().optional(),
  },
  key: ['bucket', 'crawl', 'id'],
  partition: 1,
});

export function sourceKey(crawl: string, url: Url): KeyOf<typeof sourcesTable> {
  return { bucket: bucketOfCrawl(crawl), crawl, id: urlId(url) };
}

export function putSource(crawl: string, source: KeptSource): Write {
  const { lastCrawlMs, firstCrawlMs, alarm, learned, ...rest } = source;
  return put(sourcesTable, {
    ...{ ...sourceKey(crawl, source.url), ...rest },
    ...(lastCrawlMs === undefined ? {} : { lastCrawlMs }),
    ...(firstCrawlMs === undefined ? {} : { firstCrawlMs }),
    ...(alarm === undefined ? {} : { alarm }),
    ...(learned === undefined ? {} : { learned }),
  });
}

export function sourceOf(row: RowOf<typeof sourcesTable>): KeptSource {
  const { bucket: _bucket, crawl: _crawl, id: _id, ...source } = row;
  const { lastCrawlMs, firstCrawlMs, alarm, learned } = source;
  return { ...source, lastCrawlMs, firstCrawlMs, alarm, learned };
}
