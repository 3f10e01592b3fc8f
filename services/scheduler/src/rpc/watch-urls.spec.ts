import { getEventListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { ServerCall } from '@mayfly/grpc';
import { refusedEvent } from '../core/attempt-end.ts';
import { byHandCrawl } from '../core/crawl.ts';
import type { CrawlBook, WishBook } from '../core/ports.ts';
import { WatchHub } from '../core/watch-hub.ts';
import { watchUrls } from './watch-urls.ts';

const A = 'https://a.test/';

function watching() {
  const hub = new WatchHub();
  const deps = {
    crawls: { find: () => byHandCrawl } as Partial<CrawlBook> as CrawlBook,
    wishes: { find: async () => [undefined] } as Partial<WishBook> as WishBook,
    hub,
  };
  const [call, server] = [new AbortController(), new AbortController()];
  const around = { signal: call.signal, draining: server.signal } as ServerCall;
  const events = watchUrls(deps)({ crawl: byHandCrawl.name, urls: [A] }, around);
  return { hub, call, server, events };
}

describe('WatchUrls', () => {
  it('leaves nothing behind on a signal that lives as long as the server', async () => {
    const { hub, server, events } = watching();
    const first = events.next();
    hub.tell(byHandCrawl.name, refusedEvent(A, 'scope'));
    expect(await first).toMatchObject({ value: { url: A } });
    expect(await events.next()).toMatchObject({ done: true });
    expect(getEventListeners(server.signal, 'abort')).toHaveLength(0);
    expect(isFollowed(server.signal)).toBe(false);
  });

  it.each(['call', 'server'] as const)('ends when the %s does', async (which) => {
    const { events, ...ends } = watching();
    const next = events.next();
    ends[which].abort();
    expect(await next).toMatchObject({ done: true });
  });
});

/** Whether a signal made by `AbortSignal.any` hangs on it. */
function isFollowed(signal: AbortSignal): boolean {
  return Object.getOwnPropertySymbols(signal).some((name) => {
    const kept = (signal as unknown as Record<symbol, unknown>)[name];
    return (
      name.description === 'kDependantSignals' &&
      (kept as Set<unknown> | undefined)?.size !== undefined
    );
  });
}
