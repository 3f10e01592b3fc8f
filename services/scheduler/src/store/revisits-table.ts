import { bytes, defineTable, type KeyOf, number, text } from '@mayfly/store';
import { type Url, urlId } from '@mayfly/url';
import { bucketOfCrawl } from './buckets.ts';

/** Where sources were kept before they had a table of their own; a plan that is read takes what it finds here. */
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
