import type {
  GetUrlsRequest,
  GetUrlsResponse,
  ListUrlsRequest,
  ListUrlsResponse,
  UrlInfo,
} from '@mayfly/contracts/frontier/v1';
import type { Desk } from '../core/desk.ts';
import type { ListPage } from '../core/looking.ts';
import { OUTCOME, type Outcome } from '../core/outcome.ts';
import { STATE, type State, type UrlRow } from '../core/rows.ts';
import {
  checkCount,
  checkCrawlName,
  checkGroup,
  checkHost,
  checkText,
  checkUrl,
  invalid,
} from './request-checks.ts';

const USUAL_PAGE = 1_000;
const MOST_PAGE = 10_000;
const LONGEST_TOKEN = 8_192;

export const getUrls =
  ({ looking }: Pick<Desk, 'looking'>) =>
  async (request: GetUrlsRequest): Promise<GetUrlsResponse> => {
    const crawl = checkCrawlName('crawl', request.crawl);
    checkCount('urls', request.urls.length, 1_000);
    const urls = request.urls.map((url, at) => checkUrl(`urls[${at}]`, url));
    const rows = await looking.urls(crawl, urls);
    return { urls: urls.map((url, at) => infoOf(url, rows[at])) };
  };

export const listUrls =
  ({ looking, frontier }: Pick<Desk, 'looking' | 'frontier'>) =>
  async (request: ListUrlsRequest): Promise<ListUrlsResponse> => {
    const crawl = checkCrawlName('crawl', request.crawl);
    const { state, pageSize = USUAL_PAGE } = request;
    checkCount('page_size', pageSize, MOST_PAGE);
    const page = await looking.list({
      crawl,
      state: state === undefined ? undefined : checkState(state),
      host: request.host === undefined ? undefined : checkHost('host', request.host),
      outcome: request.outcome === undefined ? undefined : checkOutcome(request.outcome),
      group: request.group === undefined ? undefined : checkGroup('group', request.group),
      limit: pageSize,
      from: positionOf(request.pageToken, frontier.around.buckets.count),
    });
    return {
      urls: page.rows.map((row) => infoOf(row.url, row)),
      nextPageToken: page.next === undefined ? '' : tokenOf(page.next),
    };
  };

function checkState(state: number): State {
  if (Object.values(STATE).includes(state as State)) return state as State;
  throw invalid('state', 'must be one of the states');
}

function checkOutcome(outcome: number): number {
  if (Object.values(OUTCOME).includes(outcome as Outcome)) return outcome;
  throw invalid('outcome', 'must be one of the outcomes');
}

function tokenOf({ bucket, after = '' }: NonNullable<ListPage['next']>): string {
  return `${bucket}.${after}`;
}

function positionOf(token: string, buckets: number): NonNullable<ListPage['next']> {
  if (token === '') return { bucket: 0 };
  const [, bucket, after] =
    /^(\d{1,4})\.(.*)$/s.exec(checkText('page_token', token, LONGEST_TOKEN)) ?? [];
  if (bucket === undefined || Number(bucket) >= buckets) {
    throw invalid('page_token', 'must be from the page before');
  }
  return { bucket: Number(bucket), after: after === '' ? undefined : after };
}

export function infoOf(url: string, row: UrlRow | undefined): UrlInfo {
  if (row === undefined) return { url, depth: 0, hops: 0, failures: 0, group: '' };
  const isWaiting = row.state === STATE.waiting;
  return {
    url: row.url,
    state: row.state,
    discoverer: { source: row.source, attempt: row.sourceAttempt },
    discoverTime: new Date(row.discoverMs),
    depth: row.depth,
    hops: row.hops,
    priority: isWaiting ? row.priority : undefined,
    notBeforeTime: isWaiting ? timeOf(row.notBeforeMs) : undefined,
    lastAttempt: row.lastAttempt,
    lastOutcome: row.lastOutcome as UrlInfo['lastOutcome'],
    settleTime: timeOf(row.settleMs),
    failures: row.failures,
    group: row.group ?? '',
  };
}

const timeOf = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms));
