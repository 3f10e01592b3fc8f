import type { Turn } from '@mayfly/lifecycle';
import { isAtWork } from '../core/crawl.ts';
import type { CrawlBook } from '../core/ports.ts';
import type { WatchingPlans } from '../core/watching-plans.ts';
import { plansSeen, sourceAlarmed } from '../events.ts';

/** Tells what plans come to, and of sources that fell silent. */
export const watchPlans =
  ({ crawls, watching }: { readonly crawls: CrawlBook; readonly watching: WatchingPlans }) =>
  async (): Promise<Turn> => {
    const { sums, alarms } = await watching.look(crawls.all().filter(isAtWork));
    plansSeen(sums);
    for (const alarm of alarms) sourceAlarmed(alarm);
    return 'done';
  };
