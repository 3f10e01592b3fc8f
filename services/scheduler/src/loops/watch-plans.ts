import type { Turn } from '@mayfly/lifecycle';
import { isAtWork } from '../core/crawl.ts';
import type { PlanDesk, SourceState } from '../core/plan-desk.ts';
import type { CrawlBook } from '../core/ports.ts';
import { plansSeen } from '../quality-events.ts';

/** Tells what the plans of all crawls come to. */
export const watchPlans =
  ({ crawls, desk }: { readonly crawls: CrawlBook; readonly desk: Pick<PlanDesk, 'plan'> }) =>
  async (): Promise<Turn> => {
    const plans = crawls
      .all()
      .filter(isAtWork)
      .flatMap(({ name }) => desk.plan(name) ?? []);
    const sum = (of: (plan: (typeof plans)[number]) => number) =>
      plans.reduce((all, plan) => all + of(plan), 0);
    const inState = (state: SourceState) => sum(({ states }) => states[state]);
    plansSeen({
      states: {
        ...{ candidate: inState('candidate'), active: inState('active') },
        ...{ resting: inState('resting'), retired: inState('retired') },
      },
      profit: {
        expected: sum(({ plan }) => plan.expectedProfit),
        possible: sum(({ plan }) => plan.possibleProfit),
      },
      rate: {
        planned: sum(({ plan }) => plan.sourceRate + plan.pageRate),
        'for-all': sum(({ plan }) => plan.rateForAll),
      },
    });
    return 'done';
  };
