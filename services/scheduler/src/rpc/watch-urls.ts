import type { WatchUrlsRequest, WatchUrlsResponse } from '@mayfly/contracts/scheduler/v1';
import type { ServerCall } from '@mayfly/grpc';
import type { Url } from '@mayfly/url';
import { refusedEvent } from '../core/attempt-end.ts';
import type { CrawlBook, WishBook } from '../core/ports.ts';
import type { Watcher, WatchHub } from '../core/watch-hub.ts';
import { checkUrl, invalid } from './check-request.ts';
import { findCrawl } from './crawl-message.ts';

const MOST_URLS = 10_000;

interface Deps {
  readonly crawls: CrawlBook;
  readonly wishes: WishBook;
  readonly hub: WatchHub;
}

export const watchUrls = (deps: Deps) =>
  async function* (
    request: WatchUrlsRequest,
    { signal, draining }: ServerCall,
  ): AsyncGenerator<WatchUrlsResponse> {
    const { crawls, hub } = deps;
    if (request.urls.length > MOST_URLS) {
      throw invalid('urls', `must be at most 10,000; there are ${request.urls.length}`);
    }
    const { name } = findCrawl(crawls, 'crawl', request.crawl);
    const urls = [...new Set(request.urls.map((url, at) => checkUrl(`urls[${at}]`, url)))];
    // Watching begins before anything is looked up, so nothing falls between.
    const watcher = hub.watch(name, urls.length === 0 ? undefined : urls);
    const stop = new AbortController();
    const end = (): void => stop.abort();
    // No `AbortSignal.any`: one of them lives as long as the server, and would remember every watcher.
    for (const each of [signal, draining]) each.addEventListener('abort', end);
    if (signal.aborted || draining.aborted) end();
    try {
      await lookUp(deps, { name, urls, watcher });
      for await (const event of watcher.events(stop.signal)) yield event as WatchUrlsResponse;
    } finally {
      for (const each of [signal, draining]) each.removeEventListener('abort', end);
      hub.leave(name, watcher);
    }
  };

/** A URL with no wish open is answered with what there is of it already. */
async function lookUp(
  { wishes, hub }: Deps,
  { name, urls, watcher }: { name: string; urls: readonly Url[]; watcher: Watcher },
): Promise<void> {
  if (urls.length === 0) return;
  const found = await wishes.find(name, urls);
  found.forEach((wish, at) => {
    if (wish?.state === 'refused') watcher.offer(refusedEvent(urls[at]!, wish.rule ?? ''));
  });
  hub.ask(
    watcher,
    urls.filter((_, at) => found[at] === undefined),
  );
}
