import { defineTable, flag, json, number, put, type RowOf, text, type Write } from '@mayfly/store';
import type { Crawl, Finish, Settings } from '../core/crawl.ts';
import { bucketOfCrawl } from './buckets.ts';

export const crawlsTable = defineTable({
  name: 'schedulerCrawls',
  format: 1,
  columns: {
    bucket: number(),
    name: text(),
    digest: text(),
    settings: json<Settings>(),
    scopeIsDefault: flag(),
    revision: number(),
    handedOver: number(),
    paused: flag(),
    deleted: flag(),
    ready: flag(),
    cleaned: flag(),
    finish: json<Finish>().optional(),
    createdMs: number(),
  },
  key: ['bucket', 'name'],
  partition: 1,
});

export function putCrawl(crawl: Crawl): Write {
  const { finish, ...rest } = crawl;
  return put(crawlsTable, {
    ...rest,
    bucket: bucketOfCrawl(crawl.name),
    ...(finish === undefined ? {} : { finish }),
  });
}

export function crawlOf({ bucket: _, ...crawl }: RowOf<typeof crawlsTable>): Crawl {
  return crawl;
}
