import type { Turn } from '@mayfly/lifecycle';
import { type Crawl, isAtWork } from '../core/crawl.ts';
import type { Granting } from '../core/granting.ts';
import type { CrawlBook } from '../core/ports.ts';

/** Hands wishes to the frontier, crawl by crawl. */
export const submitPending =
  ({
    crawls,
    atWork,
    granting,
  }: {
    readonly crawls: CrawlBook;
    readonly atWork: () => readonly Crawl[];
    readonly granting: Granting;
  }) =>
  async (signal: AbortSignal): Promise<Turn> => {
    let more = false;
    for (const crawl of atWork().filter(isAtWork)) {
      if (signal.aborted) break;
      if (crawls.totals(crawl.name).submitted <= 0 || crawl.handedOver === 0) continue;
      more = (await granting.grant(crawl)) || more;
    }
    return more ? 'more' : 'done';
  };
