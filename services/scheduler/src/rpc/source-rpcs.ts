import type {
  AddSourcesRequest,
  AddSourcesResponse,
  ListSourcesRequest,
  ListSourcesResponse,
  RemoveSourcesRequest,
  RemoveSourcesResponse,
} from '@mayfly/contracts/scheduler/v1';
import { hostOf, normaliseUrl, type Url } from '@mayfly/url';
import { BY_HAND } from '../core/crawl.ts';
import { CrawlScopes } from '../core/crawl-scopes.ts';
import type { PlanDesk, SourceState } from '../core/plan-desk.ts';
import type { Planners } from '../core/planning/planners.ts';
import type { CrawlBook } from '../core/ports.ts';
import { checkCount, checkHost, checkPageSize, checkUrl, invalid } from './check-request.ts';
import { findCrawl } from './crawl-message.ts';
import { SOURCE_STATES, sourceMessage } from './source-message.ts';

interface Deps {
  readonly crawls: CrawlBook;
  readonly desk: PlanDesk;
  readonly planners: Pick<Planners, 'open'>;
  readonly wake: () => void;
}

const MOST_URLS = 10_000;
/** The crawl has as many sources as it may. */
const TOO_MANY = 'sources';

/** A URL as it was given: normalised, or the rule that is against it. */
type Given = { readonly url: Url } | { readonly rule: string };

export const addSources =
  ({ crawls, desk, wake }: Deps) =>
  async (request: AddSourcesRequest): Promise<AddSourcesResponse> => {
    checkCount('urls', request.urls.length, MOST_URLS);
    const crawl = sourcedCrawl(crawls, request.crawl);
    const scopesOf = new CrawlScopes(crawls).now();
    const isInside = (url: Url) => scopesOf(url, hostOf(url)).some((each) => each.name === crawl);
    const given = request.urls.map((text) => {
      const one = givenUrl(text);
      return 'url' in one && !isInside(one.url) ? { rule: 'scope' } : one;
    });
    const isFirst = firstPlaces(given);
    const added = await each(given, (urls) => desk.addSources(crawl, urls, 'by-hand'));
    wake();
    return {
      results: given.map((one, at) => {
        if (!('url' in one)) return { accepted: false, url: '', rule: one.rule, added: false };
        const { url } = one;
        const isSource = desk.estimate(crawl, url) !== undefined;
        if (!isSource) return { accepted: false, url, rule: TOO_MANY, added: false };
        return { accepted: true, url, rule: '', added: added.has(url) && isFirst.has(at) };
      }),
    };
  };

export const removeSources =
  ({ crawls, desk }: Deps) =>
  async (request: RemoveSourcesRequest): Promise<RemoveSourcesResponse> => {
    checkCount('urls', request.urls.length, MOST_URLS);
    const crawl = sourcedCrawl(crawls, request.crawl);
    const given = request.urls.map(givenUrl);
    const isFirst = firstPlaces(given);
    const removed = await each(given, (urls) => desk.removeSources(crawl, urls));
    return {
      results: given.map((one, at) =>
        'url' in one
          ? { url: one.url, rule: '', removed: removed.has(one.url) && isFirst.has(at) }
          : { url: '', rule: one.rule, removed: false },
      ),
    };
  };

/** The cursor is the URL after which the page begins. */
export const listSources =
  ({ crawls, desk, planners }: Deps) =>
  async (request: ListSourcesRequest): Promise<ListSourcesResponse> => {
    const limit = checkPageSize(request.pageSize);
    const state = request.state === undefined ? undefined : stateOf(request.state);
    const host = request.host === '' ? undefined : checkHost('host', request.host);
    const { pageToken } = request;
    const after = pageToken === '' ? undefined : checkUrl('page_token', pageToken);
    const { name } = findCrawl(crawls, 'crawl', request.crawl);
    // After a start it may not be read yet.
    await planners.open(name);
    // One more says whether there is a next page.
    const found = desk.listSources(name, { state, host, after, limit: limit + 1 });
    const page = found.slice(0, limit);
    return {
      sources: page.map(sourceMessage),
      nextPageToken: found.length > limit ? page.at(-1)!.url : '',
    };
  };

function stateOf(number: number): SourceState {
  for (const [state, named] of Object.entries(SOURCE_STATES)) {
    if (named === number) return state as SourceState;
  }
  throw invalid('state', `must be candidate, active, resting or retired; it is ${number}`);
}

function sourcedCrawl(crawls: CrawlBook, name: string): string {
  if (name === BY_HAND) throw invalid('crawl', 'by-hand follows no links and has no sources');
  return findCrawl(crawls, 'crawl', name).name;
}

function givenUrl(text: string): Given {
  const normalised = normaliseUrl(text);
  return normalised.ok ? { url: normalised.url } : { rule: normalised.rule };
}

/** Asks of each URL once; those of which the answer is yes. */
async function each(
  given: readonly Given[],
  ask: (urls: readonly Url[]) => Promise<boolean[]>,
): Promise<ReadonlySet<Url>> {
  const urls = [...new Set(given.flatMap((one) => ('url' in one ? [one.url] : [])))];
  const answers = urls.length === 0 ? [] : await ask(urls);
  return new Set(urls.filter((_, at) => answers[at]));
}

/** What is named twice in one request is added, or removed, once. */
function firstPlaces(given: readonly Given[]): ReadonlySet<number> {
  const places = new Map<Url, number>();
  given.forEach((one, at) => {
    if ('url' in one && !places.has(one.url)) places.set(one.url, at);
  });
  return new Set(places.values());
}
