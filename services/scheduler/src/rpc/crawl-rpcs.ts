import type {
  DeleteCrawlRequest,
  DeleteCrawlResponse,
  GetCrawlRequest,
  GetCrawlResponse,
  ListCrawlsRequest,
  ListCrawlsResponse,
  PauseCrawlRequest,
  PauseCrawlResponse,
  ResumeCrawlRequest,
  ResumeCrawlResponse,
  UpdateCrawlRequest,
  UpdateCrawlResponse,
} from '@mayfly/contracts/scheduler/v1';
import { BY_HAND, type Crawl, hasFrontierNewest, revised, type Settings } from '../core/crawl.ts';
import type { CrawlBook } from '../core/ports.ts';
import { crawlDeleted } from '../events.ts';
import { checkDuration, checkName, checkPageSize, invalid } from './check-request.ts';
import { crawlMessage, findCrawl } from './crawl-message.ts';
import { checkLimits } from './settings-check.ts';

interface Deps {
  readonly crawls: CrawlBook;
  readonly wake: () => void;
}

export const getCrawl =
  ({ crawls }: Deps) =>
  async ({ name }: GetCrawlRequest): Promise<GetCrawlResponse> => ({
    crawl: crawlMessage(findCrawl(crawls, 'name', name), crawls),
  });

/** The cursor is the name after which the page begins. */
export const listCrawls =
  ({ crawls }: Deps) =>
  async (request: ListCrawlsRequest): Promise<ListCrawlsResponse> => {
    const { pageToken } = request;
    const pageSize = checkPageSize(request.pageSize);
    if (pageToken !== '') checkName('page_token', pageToken);
    const rest = crawls.all().filter(({ name, deleted }) => !deleted && name > pageToken);
    const page = rest.slice(0, pageSize);
    return {
      crawls: page.map((crawl) => crawlMessage(crawl, crawls)),
      nextPageToken: rest.length > page.length ? page.at(-1)!.name : '',
    };
  };

export const updateCrawl =
  (deps: Deps) =>
  async (request: UpdateCrawlRequest): Promise<UpdateCrawlResponse> => {
    const { name, revisitInterval } = request;
    const limits = request.limits === undefined ? undefined : checkLimits('limits', request.limits);
    const revisitIntervalMs =
      revisitInterval === undefined
        ? undefined
        : checkDuration('revisit_interval', revisitInterval, { leastMs: 1_000 });
    return change(deps, name, (crawl) => {
      const settings: Settings = { ...crawl.settings, limits, revisitIntervalMs };
      const isSame = JSON.stringify(settings) === JSON.stringify(crawl.settings);
      // Whether it is still finished is looked at anew.
      return isSame ? crawl : revised(crawl, { settings, finish: undefined });
    });
  };

export const pauseCrawl =
  (deps: Deps) =>
  async ({ name }: PauseCrawlRequest): Promise<PauseCrawlResponse> =>
    change(deps, name, (crawl) => (crawl.paused ? crawl : revised(crawl, { paused: true })));

export const resumeCrawl =
  (deps: Deps) =>
  async ({ name }: ResumeCrawlRequest): Promise<ResumeCrawlResponse> =>
    change(deps, name, (crawl) => (crawl.paused ? revised(crawl, { paused: false }) : crawl));

/** The tombstone first; a loop tells the frontier and removes the rows. */
export const deleteCrawl =
  ({ crawls, wake }: Deps) =>
  async ({ name }: DeleteCrawlRequest): Promise<DeleteCrawlResponse> => {
    checkOwn(name);
    const isNew = crawls.find(name) !== undefined;
    const after = await crawls.change(name, (crawl) =>
      crawl.deleted ? crawl : revised(crawl, { deleted: true }),
    );
    if (isNew) crawlDeleted(name);
    wake();
    return { done: after === undefined || hasFrontierNewest(after) };
  };

async function change(
  { crawls, wake }: Deps,
  name: string,
  how: (crawl: Crawl) => Crawl,
): Promise<GetCrawlResponse> {
  checkOwn(name);
  findCrawl(crawls, 'name', name);
  await crawls.change(name, (crawl) => (crawl.deleted ? crawl : how(crawl)));
  wake();
  return { crawl: crawlMessage(findCrawl(crawls, 'name', name), crawls) };
}

function checkOwn(name: string): void {
  checkName('name', name);
  if (name === BY_HAND) throw invalid('name', 'by-hand is built in and stays as it is');
}
