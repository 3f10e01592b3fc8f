import type { Turn } from '@mayfly/lifecycle';
import { isAtWork } from '../core/crawl.ts';
import type { Planners } from '../core/planning/planners.ts';
import type { CrawlBook } from '../core/ports.ts';
import { planned, sourceAlarm, youngPagesDropped } from '../events.ts';

/** Lets time pass for plans: log periods end, old pages go, sources are found, rest, come back or alarm. */
export const tendPlans =
  ({ crawls, planners }: { readonly crawls: CrawlBook; readonly planners: Planners }) =>
  async (signal: AbortSignal): Promise<Turn> => {
    for (const crawl of crawls.all().filter(isAtWork)) {
      if (signal.aborted) break;
      const planner = await planners.open(crawl.name);
      if (planner === undefined || crawl.finish !== undefined) continue;
      const before = new Map([...planner.state.allSources()].map(({ url, alarm }) => [url, alarm]));
      await planners.tend(crawl.name);
      const { state, tending } = planner;
      let alarms = 0;
      for (const { url, alarm } of state.allSources()) {
        if (alarm === undefined) continue;
        alarms += 1;
        if (before.get(url)?.kind === alarm.kind) continue;
        sourceAlarm(crawl.name, url, alarm.kind, alarm.expected);
      }
      planned(crawl.name, tending.plan, { young: state.pages.youngCount, alarms });
      youngPagesDropped(tending.takeDropped());
    }
    return 'done';
  };
