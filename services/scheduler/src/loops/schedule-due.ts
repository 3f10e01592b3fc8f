import type { Turn } from '@mayfly/lifecycle';
import { isAtWork } from '../core/crawl.ts';
import type { CrawlBook } from '../core/ports.ts';
import type { Scheduling } from '../core/scheduling.ts';
import { urlsScheduled } from '../events.ts';

/** Orders what is next of each crawl. */
export const scheduleDue =
  ({ crawls, scheduling }: { readonly crawls: CrawlBook; readonly scheduling: Scheduling }) =>
  async (signal: AbortSignal): Promise<Turn> => {
    let isMore = false;
    for (const crawl of crawls.all().filter(isAtWork)) {
      if (signal.aborted) break;
      if (crawl.finish?.reason === 'page-limit' || crawl.handedOver === 0) continue;
      const { sources, pages, spare, more } = await scheduling.schedule(crawl);
      urlsScheduled('source', sources);
      urlsScheduled('page', pages);
      urlsScheduled('spare', spare);
      isMore ||= more;
    }
    return isMore ? 'more' : 'done';
  };
