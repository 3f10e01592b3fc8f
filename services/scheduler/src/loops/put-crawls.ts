import type { Turn } from '@mayfly/lifecycle';
import type { HandingOver } from '../core/handing-over.ts';
import type { CrawlBook } from '../core/ports.ts';
import { hasFrontierNewest } from '../core/crawl.ts';

/** Tells the frontier what crawls there are; of those deleted nothing is kept once it knows. */
export const putCrawls =
  ({ crawls, handing }: { readonly crawls: CrawlBook; readonly handing: HandingOver }) =>
  async (signal: AbortSignal): Promise<Turn> => {
    await handing.handOver(crawls.all().filter(({ ready, deleted }) => ready || deleted));
    const gone = crawls
      .all()
      .filter((crawl) => crawl.deleted && !crawl.cleaned && hasFrontierNewest(crawl));
    for (const { name } of gone) {
      while (!signal.aborted && !(await crawls.clean(name)));
    }
    return 'done';
  };
