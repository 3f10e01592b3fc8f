import { Outcome, RequestKind } from '@mayfly/contracts/crawl/v1';
import { type DocumentRecorded, Record } from '@mayfly/contracts/events/v1';
import { builder } from '@mayfly/testing';

/** An announcement of a page that was new. */
export const announcement = builder<DocumentRecorded>({
  url: 'https://www.a.test/',
  host: 'www.a.test',
  crawl: 'news',
  attempt: 1,
  kind: RequestKind.REQUEST_KIND_PAGE,
  outcome: Outcome.OUTCOME_OK,
  status: 200,
  record: Record.RECORD_NEW_VERSION,
  version: 1,
  contentSha256: new Uint8Array(32),
  links: [],
  part: 0,
  parts: 1,
  depth: 0,
  hops: 0,
  seed: false,
  origin: { partition: 0, position: 0, retry: false },
  detail: '',
  bodyBytes: 10,
});
