import {
  bytes,
  defineTable,
  type KeyOf,
  number,
  put,
  remove,
  type RowOf,
  text,
  type Write,
} from '@mayfly/store';
import { type Url, urlId } from '@mayfly/url';
import type { Candidate } from '../core/ports.ts';
import { bucketOfCrawl } from './buckets.ts';

export const candidatesTable = defineTable({
  name: 'schedulerCandidates',
  format: 1,
  columns: {
    bucket: number(),
    crawl: text(),
    id: bytes(),
    url: text<Url>(),
    depth: number(),
    foundMs: number(),
    datedMs: number().optional(),
    prior: number().optional(),
  },
  key: ['bucket', 'crawl', 'id'],
  partition: 1,
  indexes: { order: ['bucket', 'crawl', 'depth', 'foundMs'] },
});

export function candidateKey(crawl: string, url: Url): KeyOf<typeof candidatesTable> {
  return { bucket: bucketOfCrawl(crawl), crawl, id: urlId(url) };
}

export function putCandidate(crawl: string, candidate: Candidate): Write {
  const { url, depth, foundMs, datedMs, prior } = candidate;
  return put(candidatesTable, {
    ...{ ...candidateKey(crawl, url), url, depth, foundMs },
    ...(datedMs === undefined ? {} : { datedMs }),
    ...(prior === undefined ? {} : { prior }),
  });
}

export function removeCandidate(crawl: string, url: Url): Write {
  return remove(candidatesTable, candidateKey(crawl, url));
}

export function candidateOf(row: RowOf<typeof candidatesTable>): Candidate {
  const { url, depth, foundMs, datedMs, prior } = row;
  return { url, depth, foundMs, datedMs, prior };
}
