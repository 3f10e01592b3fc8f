import type { Turn } from '@mayfly/lifecycle';
import type { ClosingCrawls } from '../core/closing-crawls.ts';
import { isAtWork } from '../core/crawl.ts';
import type { CrawlBook, StreamLag } from '../core/ports.ts';
import { crawlFinished } from '../events.ts';

/** Looks which crawls are finished, and how far behind we are. */
export const finishCrawls =
  ({
    crawls,
    closing,
    measureLag,
  }: {
    readonly crawls: CrawlBook;
    readonly closing: ClosingCrawls;
    readonly measureLag: () => Promise<StreamLag>;
  }) =>
  async (signal: AbortSignal): Promise<Turn> => {
    await measureLag();
    for (const crawl of crawls.all().filter(isAtWork)) {
      if (signal.aborted) break;
      if (crawl.finish !== undefined || crawl.handedOver === 0) continue;
      const finish = await closing.look(crawl);
      if (finish === undefined) continue;
      crawlFinished(crawl.name, finish.reason, finish.deferredHosts.length);
    }
    return 'done';
  };
