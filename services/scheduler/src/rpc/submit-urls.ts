import type { Clock } from '@mayfly/clock';
import type { SubmitUrlsRequest, SubmitUrlsResponse } from '@mayfly/contracts/scheduler/v1';
import { normaliseUrl } from '@mayfly/url';
import type { CrawlBook, WishBook } from '../core/ports.ts';
import { urlsSubmitted } from '../events.ts';
import { checkCount, checkDuration } from './check-request.ts';
import { findCrawl } from './crawl-message.ts';

const MOST_URLS = 10_000;

export const submitUrls =
  (deps: {
    readonly crawls: CrawlBook;
    readonly wishes: WishBook;
    readonly clock: Clock;
    readonly wake: () => void;
  }) =>
  async ({ crawl, urls, maxAge }: SubmitUrlsRequest): Promise<SubmitUrlsResponse> => {
    checkCount('urls', urls.length, MOST_URLS);
    const maxAgeMs =
      maxAge === undefined ? undefined : checkDuration('max_age', maxAge, { leastMs: 0 });
    const { name } = findCrawl(deps.crawls, 'crawl', crawl);
    const submittedMs = deps.clock.nowMs();
    const normalised = urls.map((url) => normaliseUrl(url));
    const accepted = normalised.flatMap((each) => (each.ok ? [each.url] : []));
    await deps.wishes.wish(
      name,
      accepted.map((url) => ({ url, maxAgeMs, seed: false, submittedMs, state: 'pending' })),
    );
    urlsSubmitted(accepted.length, true);
    urlsSubmitted(urls.length - accepted.length, false);
    deps.wake();
    const results = normalised.map((each) =>
      each.ok
        ? { accepted: true, url: each.url, rule: '' }
        : { accepted: false, url: '', rule: each.rule },
    );
    return { results };
  };
