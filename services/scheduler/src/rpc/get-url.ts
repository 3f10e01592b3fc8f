import type { Document, GetDocumentsResponse } from '@mayfly/contracts/documentstore/v1';
import type { GetUrlsResponse, UrlInfo } from '@mayfly/contracts/frontier/v1';
import {
  type GetUrlRequest,
  type GetUrlResponse,
  UrlState as UrlStateMessage,
} from '@mayfly/contracts/scheduler/v1';
import type { CallOptions, ServerCall } from '@mayfly/grpc';
import { BY_HAND } from '../core/crawl.ts';
import type { CrawlBook, WishBook } from '../core/ports.ts';
import type { UrlState } from '../core/url-state.ts';
import { urlStateOf } from '../core/url-state.ts';
import type { Known } from '../core/wish.ts';
import { checkAskedUrl } from './check-request.ts';
import { findCrawl } from './crawl-message.ts';

/** The two books of others, each read by one call. */
export interface Readers {
  readonly frontier: {
    getUrls(
      request: { crawl: string; urls: string[] },
      options: CallOptions,
    ): Promise<GetUrlsResponse>;
  };
  readonly documentStore: {
    getDocuments(request: { urls: string[] }, options: CallOptions): Promise<GetDocumentsResponse>;
  };
  readonly knownOf: (info: UrlInfo) => Known | undefined;
}

const STATES: Readonly<Record<UrlState, UrlStateMessage>> = {
  unknown: UrlStateMessage.URL_STATE_UNKNOWN,
  submitted: UrlStateMessage.URL_STATE_SUBMITTED,
  parked: UrlStateMessage.URL_STATE_PARKED,
  waiting: UrlStateMessage.URL_STATE_WAITING,
  leased: UrlStateMessage.URL_STATE_LEASED,
  settled: UrlStateMessage.URL_STATE_SETTLED,
  recorded: UrlStateMessage.URL_STATE_RECORDED,
  refused: UrlStateMessage.URL_STATE_REFUSED,
};

/** A door made for people, with ExplainUrl: the only handlers here that ask others, each once, within the caller's time. */
export const getUrl =
  (deps: { readonly crawls: CrawlBook; readonly wishes: WishBook; readonly readers: Readers }) =>
  async (request: GetUrlRequest, call: ServerCall): Promise<GetUrlResponse> => {
    const { crawls, wishes, readers } = deps;
    const name = request.crawl === '' ? BY_HAND : request.crawl;
    const crawl = findCrawl(crawls, 'crawl', name);
    const url = checkAskedUrl('url', request.url);
    const [[wish], { urls }, { documents }] = await Promise.all([
      wishes.find(crawl.name, [url]),
      readers.frontier.getUrls({ crawl: crawl.name, urls: [url] }, { parent: call }),
      readers.documentStore.getDocuments({ urls: [url] }, { parent: call }),
    ]);
    const [info] = urls;
    const [document] = documents;
    const known = info === undefined ? undefined : readers.knownOf(info);
    const kept = { seenMs: undefined, lastAttempt: document?.attempts[0]?.attempt };
    const state = urlStateOf(wish, known, kept);
    return {
      url,
      state: STATES[state],
      rule: state === 'refused' ? (wish?.rule ?? '') : '',
      ...(known === undefined ? { discoverer: '' } : placeOf(info!)),
      ...contentOf(document),
    };
  };

function placeOf({ discoverTime, discoverer, priority, notBeforeTime }: UrlInfo) {
  return { discoverTime, discoverer: discoverer?.source ?? '', priority, notBeforeTime };
}

function contentOf(document: Document | undefined) {
  const { latest, attempts = [] } = document ?? {};
  return {
    attempts: attempts.slice(0, 10),
    version: latest?.number,
    contentSha256: latest?.contentSha256 ?? new Uint8Array(),
    title: latest?.title ?? '',
  };
}
