import {
  bytes,
  defineTable,
  type KeyOf,
  number,
  put,
  type RowOf,
  text,
  type Write,
} from '@mayfly/store';
import { type Url, urlId } from '@mayfly/url';
import type { Revisit } from '../core/ports.ts';
import { bucketOfCrawl } from './buckets.ts';

/** Kept whether or not the crawl visits again now: its interval may change. */
export const revisitsTable = defineTable({
  name: 'schedulerRevisits',
  format: 1,
  columns: {
    bucket: number(),
    crawl: text(),
    id: bytes(),
    url: text<Url>(),
    attempt: number(),
    depth: number(),
    sinceMs: number(),
  },
  key: ['bucket', 'crawl', 'id'],
  partition: 1,
  indexes: { since: ['bucket', 'crawl', 'sinceMs'] },
});

export function revisitKey(crawl: string, url: Url): KeyOf<typeof revisitsTable> {
  return { bucket: bucketOfCrawl(crawl), crawl, id: urlId(url) };
}

export function putRevisit(crawl: string, { url, attempt, depth, sinceMs }: Revisit): Write {
  return put(revisitsTable, { ...revisitKey(crawl, url), url, attempt, depth, sinceMs });
}

export function revisitOf(row: RowOf<typeof revisitsTable>): Revisit {
  const { url, attempt, depth, sinceMs } = row;
  return { url, attempt, depth, sinceMs };
}
