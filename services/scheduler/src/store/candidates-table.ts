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
  },
  key: ['bucket', 'crawl', 'id'],
  partition: 1,
  indexes: { order: ['bucket', 'crawl', 'depth', 'foundMs'] },
});

export function candidateKey(crawl: string, url: Url): KeyOf<typeof candidatesTable> {
  return { bucket: bucketOfCrawl(crawl), crawl, id: urlId(url) };
}

export function putCandidate(crawl: string, { url, depth, foundMs }: Candidate): Write {
  return put(candidatesTable, { ...candidateKey(crawl, url), url, depth, foundMs });
}

export function removeCandidate(crawl: string, url: Url): Write {
  return remove(candidatesTable, candidateKey(crawl, url));
}

export function candidateOf(row: RowOf<typeof candidatesTable>): Candidate {
  const { url, depth, foundMs } = row;
  return { url, depth, foundMs };
}
