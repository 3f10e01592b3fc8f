import type { Outcome } from '@mayfly/contracts/crawl/v1';
import type {
  Attempt,
  GetDocumentsRequest,
  GetDocumentsResponse,
  ListVersionsRequest,
  ListVersionsResponse,
  Version,
} from '@mayfly/contracts/documentstore/v1';
import { DocumentFacts, type DocumentKind } from '@mayfly/contracts/events/v1';
import { urlId } from '@mayfly/url';
import type { AttemptRecord, VersionRecord } from '../core/attempt-end.ts';
import type { Documents } from '../core/ports.ts';
import { RECORDS, timesOf } from '../record-words.ts';
import { checkPageSize, checkUrl, invalid } from './checks.ts';

const MAX_URLS = 1_000;
const NO_BYTES = new Uint8Array();

export const getDocuments =
  ({ documents }: { readonly documents: Documents }) =>
  async ({ urls: texts }: GetDocumentsRequest): Promise<GetDocumentsResponse> => {
    if (texts.length < 1 || texts.length > MAX_URLS) {
      throw invalid('urls', `must be 1 to ${MAX_URLS}, not ${texts.length}`);
    }
    const urls = texts.map((text, at) => checkUrl(`urls[${at}]`, text, 'REQUEST_INVALID'));
    const found = await documents.find(urls.map(urlId));
    return {
      documents: found.map(({ latest, attempts, seenMs }, at) => ({
        url: urls[at]!,
        latest: latest === undefined ? undefined : toVersion(latest),
        attempts: attempts.map(toAttempt),
        seenTime: seenMs === undefined ? undefined : new Date(seenMs),
      })),
    };
  };

export const listVersions =
  ({ documents }: { readonly documents: Documents }) =>
  async ({ url, pageSize, pageToken }: ListVersionsRequest): Promise<ListVersionsResponse> => {
    const id = urlId(checkUrl('url', url, 'URL_INVALID'));
    const size = checkPageSize(pageSize);
    const before = checkPageToken(pageToken);
    // One more than asked for tells whether there is a next page.
    const found = await documents.versions(id, { limit: size + 1, before });
    const page = found.slice(0, size);
    return {
      versions: page.map(toVersion),
      nextPageToken: found.length > size ? String(page.at(-1)!.number) : '',
    };
  };

/** The cursor is the number of the last version shown: numbers have no gaps and never change. */
function checkPageToken(token: string): number | undefined {
  if (token === '') return undefined;
  if (/^[1-9]\d{0,9}$/.test(token)) return Number(token);
  throw invalid('page_token', 'must be the next_page_token of an answer');
}

function toVersion(record: VersionRecord): Version {
  const { fetchMs, sha256, kind, headers, facts, ...version } = record;
  return {
    ...version,
    fetchTime: new Date(fetchMs),
    contentSha256: sha256,
    kind: kind as DocumentKind,
    headers: [...headers],
    textSha256: version.textSha256 ?? NO_BYTES,
    linksSha256: version.linksSha256 ?? NO_BYTES,
    facts: facts === undefined ? undefined : DocumentFacts.decode(facts),
  };
}

function toAttempt(record: AttemptRecord): Attempt {
  const { attempt, crawl, outcome, status, redirectUrl, detail } = record;
  return {
    ...{ attempt, crawl, status, redirectUrl, detail },
    outcome: outcome as Outcome,
    record: RECORDS[record.record],
    times: timesOf(record),
  };
}
