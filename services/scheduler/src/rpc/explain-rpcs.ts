import type { Clock } from '@mayfly/clock';
import {
  type ExplainSourceRequest,
  type ExplainSourceResponse,
  type ExplainUrlRequest,
  type ExplainUrlResponse,
  type PageBelief,
  PageState,
  type Reason as ReasonMessage,
  ReasonKind as KindNumber,
} from '@mayfly/contracts/scheduler/v1';
import { CrawlError } from '@mayfly/errors';
import type { CallOptions, ServerCall } from '@mayfly/grpc';
import type { Url } from '@mayfly/url';
import { BY_HAND } from '../core/crawl.ts';
import type { PageEntry, PlanDesk } from '../core/plan-desk.ts';
import type { Planners } from '../core/planning/planners.ts';
import type { CrawlBook, WishBook } from '../core/ports.ts';
import { type Reason, type ReasonKind, urlReasons } from '../core/reasons.ts';
import { sourceReasons } from '../core/source-reasons.ts';
import { checkAskedUrl } from './check-request.ts';
import { findCrawl } from './crawl-message.ts';
import { sourceMessage, timeOf } from './source-message.ts';

/** Asks the frontier what a URL waits for, by one call. */
export type ExplainAtFrontier = (
  crawl: string,
  url: Url,
  options: CallOptions,
) => Promise<readonly Reason[]>;

interface Deps {
  readonly crawls: CrawlBook;
  readonly wishes: WishBook;
  readonly desk: PlanDesk;
  readonly planners: Pick<Planners, 'open'>;
  readonly explainAtFrontier: ExplainAtFrontier;
  readonly clock: Clock;
}

const KINDS: Readonly<Record<ReasonKind, KindNumber>> = {
  'wish-pending': KindNumber.REASON_KIND_WISH_PENDING,
  'wish-open': KindNumber.REASON_KIND_WISH_OPEN,
  'wish-refused': KindNumber.REASON_KIND_WISH_REFUSED,
  'wish-deadline': KindNumber.REASON_KIND_WISH_DEADLINE,
  'crawl-paused': KindNumber.REASON_KIND_CRAWL_PAUSED,
  'crawl-finished': KindNumber.REASON_KIND_CRAWL_FINISHED,
  'page-unknown': KindNumber.REASON_KIND_PAGE_UNKNOWN,
  'page-worth-it': KindNumber.REASON_KIND_PAGE_WORTH_IT,
  'page-below-price': KindNumber.REASON_KIND_PAGE_BELOW_PRICE,
  'page-out': KindNumber.REASON_KIND_PAGE_OUT,
  'page-crawled': KindNumber.REASON_KIND_PAGE_CRAWLED,
  'source-candidate': KindNumber.REASON_KIND_SOURCE_CANDIDATE,
  'source-next-visit': KindNumber.REASON_KIND_SOURCE_NEXT_VISIT,
  'source-interval': KindNumber.REASON_KIND_SOURCE_INTERVAL,
  'source-resting': KindNumber.REASON_KIND_SOURCE_RESTING,
  'source-retired': KindNumber.REASON_KIND_SOURCE_RETIRED,
  'source-alarm': KindNumber.REASON_KIND_SOURCE_ALARM,
  frontier: KindNumber.REASON_KIND_FRONTIER,
};

const PAGE_STATES: Readonly<Record<Exclude<PageEntry['state'], 'unknown'>, PageState>> = {
  found: PageState.PAGE_STATE_FOUND,
  out: PageState.PAGE_STATE_OUT,
  crawled: PageState.PAGE_STATE_CRAWLED,
};

/** A door made for people: it asks the frontier once, within the caller's time. */
export const explainUrl =
  ({ crawls, wishes, desk, planners, explainAtFrontier, clock }: Deps) =>
  async (request: ExplainUrlRequest, call: ServerCall): Promise<ExplainUrlResponse> => {
    const name = request.crawl === '' ? BY_HAND : request.crawl;
    const crawl = findCrawl(crawls, 'crawl', name);
    const url = checkAskedUrl('url', request.url);
    const [[wish], waits] = await Promise.all([
      wishes.find(name, [url]),
      explainAtFrontier(name, url, { parent: call }),
      // After a start it may not be read yet.
      planners.open(name),
    ]);
    const [page, source] = [desk.page(name, url), desk.source(name, url)];
    const reasons = urlReasons({ crawl, wish, page, source, nowMs: clock.nowMs() });
    return {
      url,
      reasons: [...reasons, ...waits].map(reasonMessage),
      page: pageMessage(page),
      source: source && sourceMessage(source),
    };
  };

export const explainSource =
  ({ crawls, desk, planners, clock }: Deps) =>
  async (request: ExplainSourceRequest): Promise<ExplainSourceResponse> => {
    const { name, settings } = findCrawl(crawls, 'crawl', request.crawl);
    const url = checkAskedUrl('url', request.url);
    await planners.open(name);
    const source = desk.source(name, url);
    if (source === undefined) {
      throw new CrawlError('SOURCE_UNKNOWN', `url: crawl ${name} has no source ${url}`);
    }
    return {
      source: sourceMessage(source),
      reasons: sourceReasons(source, clock.nowMs(), settings.revisitIntervalMs).map(reasonMessage),
    };
  };

function reasonMessage({ kind, sentence, timeMs, value, price, detail }: Reason): ReasonMessage {
  return { kind: KINDS[kind], sentence, time: timeOf(timeMs), value, price, detail: detail ?? '' };
}

function pageMessage({
  state,
  birthMs,
  birthBy,
  sources,
  ...page
}: PageEntry): PageBelief | undefined {
  if (state === 'unknown') return undefined;
  return {
    ...{ state: PAGE_STATES[state], birthTime: timeOf(birthMs), birthIsDated: birthBy === 'date' },
    ...{ visits: page.visits, worth: page.worth, price: page.price, sources: [...sources] },
  };
}
