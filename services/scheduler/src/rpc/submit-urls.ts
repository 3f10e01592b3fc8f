import type { Clock } from '@mayfly/clock';
import type { SubmitUrlsRequest, SubmitUrlsResponse } from '@mayfly/contracts/scheduler/v1';
import { normaliseUrl } from '@mayfly/url';
import type { CrawlBook, WishBook } from '../core/ports.ts';
import { urlsSubmitted } from '../events.ts';
import { MOST_WISH_PRIORITY } from '../core/wish-priority.ts';
import { checkCount, checkDuration, invalid } from './check-request.ts';
import { findCrawl } from './crawl-message.ts';

const MOST_URLS = 10_000;
const DEADLINE = { leastMs: 1_000, mostMs: 30 * 86_400_000 };

export const submitUrls =
  (deps: {
    readonly crawls: CrawlBook;
    readonly wishes: WishBook;
    readonly clock: Clock;
    readonly wake: () => void;
  }) =>
  async (request: SubmitUrlsRequest): Promise<SubmitUrlsResponse> => {
    const { crawl, urls, maxAge, deadline, priority } = request;
    checkCount('urls', urls.length, MOST_URLS);
    const maxAgeMs =
      maxAge === undefined ? undefined : checkDuration('max_age', maxAge, { leastMs: 0 });
    const withinMs =
      deadline === undefined ? undefined : checkDuration('deadline', deadline, DEADLINE);
    if (priority !== undefined && priority > MOST_WISH_PRIORITY) {
      throw invalid('priority', `must be 0 to ${MOST_WISH_PRIORITY}; it is ${priority}`);
    }
    const { name } = findCrawl(deps.crawls, 'crawl', crawl);
    const submittedMs = deps.clock.nowMs();
    const deadlineMs = withinMs === undefined ? undefined : submittedMs + withinMs;
    const wish = {
      maxAgeMs,
      deadlineMs,
      priority,
      seed: false,
      submittedMs,
      state: 'pending',
    } as const;
    const normalised = urls.map((url) => normaliseUrl(url));
    const accepted = normalised.flatMap((each) => (each.ok ? [each.url] : []));
    await deps.wishes.wish(
      name,
      accepted.map((url) => ({ url, ...wish })),
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
