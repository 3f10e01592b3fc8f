import type { Clock } from '@mayfly/clock';
import type { SchedulerServiceDefinition } from '@mayfly/contracts/scheduler/v1';
import type { Handlers } from '@mayfly/grpc';
import type { BudgetBook } from '../core/budgets.ts';
import type { PlanDesk } from '../core/plan-desk.ts';
import type { Planners } from '../core/planning/planners.ts';
import type { CrawlBook, Reachable, StreamLag, WishBook } from '../core/ports.ts';
import type { Quality } from '../core/quality/quality.ts';
import type { QualityBook } from '../core/quality/quality-ports.ts';
import type { TakingVisits } from '../core/taking-visits.ts';
import type { VisitBook } from '../core/visit-ports.ts';
import type { WatchHub } from '../core/watch-hub.ts';
import { getBudget, setBudget } from './budget-rpcs.ts';
import {
  deleteCrawl,
  getCrawl,
  listCrawls,
  pauseCrawl,
  resumeCrawl,
  updateCrawl,
} from './crawl-rpcs.ts';
import { createCrawl } from './create-crawl.ts';
import { type ExplainAtFrontier, explainSource, explainUrl } from './explain-rpcs.ts';
import { getPlan } from './get-plan.ts';
import { getQuality } from './get-quality.ts';
import { getStatus } from './get-status.ts';
import { getUrl, type Readers } from './get-url.ts';
import { getVisits } from './get-visits.ts';
import { reportVisits } from './report-visits.ts';
import { addSources, listSources, removeSources } from './source-rpcs.ts';
import { submitUrls } from './submit-urls.ts';
import { watchUrls } from './watch-urls.ts';

export function schedulerRpc(deps: {
  readonly crawls: CrawlBook;
  readonly wishes: WishBook;
  readonly visits: VisitBook;
  readonly taking: TakingVisits;
  readonly hub: WatchHub;
  readonly readers: Readers;
  readonly explainAtFrontier: ExplainAtFrontier;
  readonly desk: PlanDesk;
  readonly planners: Pick<Planners, 'open'>;
  readonly budgets: BudgetBook;
  readonly quality: Quality;
  readonly qualityBook: QualityBook;
  readonly clock: Clock;
  readonly reachable: () => Reachable;
  readonly lastLag: () => StreamLag;
  /** There is something for the loops to do. */
  readonly wake: () => void;
}): Handlers<SchedulerServiceDefinition> {
  return {
    submitUrls: submitUrls(deps),
    getUrl: getUrl(deps),
    watchUrls: watchUrls(deps),
    reportVisits: reportVisits(deps),
    getVisits: getVisits(deps),
    addSources: addSources(deps),
    listSources: listSources(deps),
    removeSources: removeSources(deps),
    getBudget: getBudget(deps),
    setBudget: setBudget(deps),
    getPlan: getPlan(deps),
    getQuality: getQuality(deps),
    explainUrl: explainUrl(deps),
    explainSource: explainSource(deps),
    createCrawl: createCrawl(deps),
    getCrawl: getCrawl(deps),
    listCrawls: listCrawls(deps),
    updateCrawl: updateCrawl(deps),
    pauseCrawl: pauseCrawl(deps),
    resumeCrawl: resumeCrawl(deps),
    deleteCrawl: deleteCrawl(deps),
    getStatus: getStatus(deps),
  };
}
