import {
  bytes,
  defineTable,
  flag,
  type KeyOf,
  number,
  put,
  remove,
  type RowOf,
  text,
  type Write,
} from '@mayfly/store';
import { type Url, urlId } from '@mayfly/url';
import type { Wish } from '../core/wish.ts';
import { bucketOfCrawl } from './buckets.ts';

export const wishesTable = defineTable({
  name: 'schedulerWishes',
  format: 1,
  columns: {
    bucket: number(),
    crawl: text(),
    id: bytes(),
    url: text<Url>(),
    maxAgeMs: number().optional(),
    seed: flag(),
    submittedMs: number(),
    state: text<Wish['state']>(),
    afterAttempt: number().optional(),
    heardAttempt: number().optional(),
    rule: text().optional(),
    priority: number().optional(),
    /** Only there while the wish may be given up. */
    deadlineMs: number().optional(),
    /** Only there while the wish is not handed over. */
    pendingMs: number().optional(),
  },
  key: ['bucket', 'crawl', 'id'],
  partition: 1,
  indexes: {
    pending: ['bucket', 'crawl', 'pendingMs'],
    deadline: ['bucket', 'crawl', 'deadlineMs'],
  },
});

export function wishKey(crawl: string, url: Url): KeyOf<typeof wishesTable> {
  return { bucket: bucketOfCrawl(crawl), crawl, id: urlId(url) };
}

export function putWish(crawl: string, wish: Wish): Write {
  const { url, seed, submittedMs, state, maxAgeMs, afterAttempt, heardAttempt, rule } = wish;
  const { deadlineMs, priority } = wish;
  return put(wishesTable, {
    ...wishKey(crawl, url),
    ...{ url, seed, submittedMs, state },
    ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
    ...(afterAttempt === undefined ? {} : { afterAttempt }),
    ...(heardAttempt === undefined ? {} : { heardAttempt }),
    ...(rule === undefined ? {} : { rule }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    ...(priority === undefined ? {} : { priority }),
    ...(state === 'pending' ? { pendingMs: submittedMs } : {}),
  });
}

export function removeWish(crawl: string, url: Url): Write {
  return remove(wishesTable, wishKey(crawl, url));
}

export function wishOf(row: RowOf<typeof wishesTable>): Wish {
  const { url, seed, submittedMs, state, maxAgeMs, afterAttempt, heardAttempt, rule } = row;
  const { deadlineMs, priority } = row;
  const ends = { afterAttempt, heardAttempt, rule, deadlineMs, priority };
  return { url, seed, submittedMs, state, maxAgeMs, ...ends };
}
