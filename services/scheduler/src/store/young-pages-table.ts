import {
  bytes,
  defineTable,
  flag,
  json,
  type KeyOf,
  number,
  put,
  remove,
  type RowOf,
  text,
  type Write,
} from '@mayfly/store';
import { type Url, urlId } from '@mayfly/url';
import type { YoungPage } from '../core/planning/young-page.ts';
import { bucketOfCrawl } from './buckets.ts';

/** Pages seen on a source in the last 15 days. */
export const youngPagesTable = defineTable({
  name: 'schedulerYoungPages',
  format: 1,
  columns: {
    bucket: number(),
    crawl: text(),
    id: bytes(),
    url: text<Url>(),
    foundMs: number(),
    birthMs: number(),
    birthBy: text<YoungPage['birthBy']>(),
    sources: json<readonly number[]>(),
    days: json<readonly number[]>(),
    prior: number(),
    attempt: number(),
    recordedMs: number().optional(),
    watched: flag(),
  },
  key: ['bucket', 'crawl', 'id'],
  partition: 1,
  indexes: { found: ['bucket', 'crawl', 'foundMs'] },
});

export function youngPageKey(crawl: string, url: Url): KeyOf<typeof youngPagesTable> {
  return { bucket: bucketOfCrawl(crawl), crawl, id: urlId(url) };
}

export function putYoungPage(crawl: string, page: YoungPage): Write {
  const { recordedMs, ...rest } = page;
  return put(youngPagesTable, {
    ...{ ...youngPageKey(crawl, page.url), ...rest },
    ...(recordedMs === undefined ? {} : { recordedMs }),
  });
}

export function removeYoungPage(crawl: string, url: Url): Write {
  return remove(youngPagesTable, youngPageKey(crawl, url));
}

export function youngPageOf(row: RowOf<typeof youngPagesTable>): YoungPage {
  const { bucket: _bucket, crawl: _crawl, id: _id, ...page } = row;
  return { ...page, recordedMs: page.recordedMs };
}
