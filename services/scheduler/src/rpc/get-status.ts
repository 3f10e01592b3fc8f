import type { GetStatusResponse } from '@mayfly/contracts/scheduler/v1';
import type { CrawlBook, Reachable, StreamLag } from '../core/ports.ts';
import { BY_HAND } from '../core/crawl.ts';

export const getStatus =
  (deps: {
    readonly crawls: CrawlBook;
    readonly reachable: () => Reachable;
    readonly lastLag: () => StreamLag;
  }) =>
  async (): Promise<GetStatusResponse> => {
    const { crawls, reachable, lastLag } = deps;
    const live = crawls.all().filter(({ deleted }) => !deleted);
    const totals = [BY_HAND, ...live.map(({ name }) => name)].map((name) => crawls.totals(name));
    const sum = (of: 'submitted' | 'candidates') =>
      totals.reduce((all, each) => all + Math.max(0, each[of]), 0);
    const { messages, seconds } = lastLag();
    return {
      crawls: live.length,
      finished: live.filter(({ finish }) => finish !== undefined).length,
      paused: live.filter(({ paused }) => paused).length,
      submitted: sum('submitted'),
      candidates: sum('candidates'),
      frontierOk: reachable().frontier,
      siteScoringOk: reachable().siteScoring,
      lagMessages: messages,
      lagSeconds: seconds,
    };
  };
