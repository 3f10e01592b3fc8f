import type { GetPlanRequest, GetPlanResponse } from '@mayfly/contracts/scheduler/v1';
import { durationOf } from '@mayfly/grpc';
import type { CrawlPlan, PlanDesk, SourceState } from '../core/plan-desk.ts';
import { overviewOf } from '../core/plan-overview.ts';
import type { Planners } from '../core/planning/planners.ts';
import type { CrawlBook } from '../core/ports.ts';
import { checkMostSources, invalid } from './check-request.ts';
import { findCrawl } from './crawl-message.ts';
import { SOURCE_STATES, sourceMessage } from './source-message.ts';

interface Deps {
  readonly crawls: CrawlBook;
  readonly desk: PlanDesk;
  readonly planners: Pick<Planners, 'open'>;
}

export const getPlan =
  ({ crawls, desk, planners }: Deps) =>
  async (request: GetPlanRequest): Promise<GetPlanResponse> => {
    const most = checkMostSources(request.mostSources);
    const { name } = findCrawl(crawls, 'crawl', request.crawl);
    // After a start it may not be read yet.
    await planners.open(name);
    const planned = desk.plan(name);
    if (planned === undefined) throw invalid('crawl', `${name} plans nothing`);
    const { shortest, alarmed, alarms, lookedAt } = overviewOf(desk, name, most);
    return {
      crawl: name,
      ...planMessage(planned),
      sources: shortest.map(sourceMessage),
      alarms: alarmed.map(sourceMessage),
      alarmedSources: alarms,
      lookedAtSources: lookedAt,
    };
  };

function planMessage({ policy, plan, states }: CrawlPlan) {
  const { rate, sourceRate, pageRate, price, expectedProfit, possibleProfit, rateForAll } = plan;
  const { keptSources, refusedSources, waitingPages, jobs, explorationJobs } = plan;
  const { watchedPages, freshness, age } = plan;
  return {
    ...{ policy, rate, sourceRate, pageRate, price, expectedProfit, possibleProfit, rateForAll },
    // A price is what the last request per second brings.
    profitOfOneMore: price,
    ...{ keptSources, refusedSources, waitingPages, lastingPages: watchedPages },
    sourcesByState: Object.entries(states).map(([state, sources]) => ({
      ...{ state: SOURCE_STATES[state as SourceState], sources },
    })),
    explorationShare: jobs === 0 ? 0 : explorationJobs / jobs,
    freshness: watchedPages === 0 ? undefined : freshness,
    age: watchedPages === 0 ? undefined : durationOf(age * 1_000),
  };
}
