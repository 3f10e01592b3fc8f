import type { CountedVisit, Interest } from '../visit-ports.ts';
import type { Planners } from './planners.ts';

/** Plans learn from visits that count, crawl by crawl. */
export class PlanInterest implements Interest {
  readonly #planners: Pick<Planners, 'visited'>;

  constructor(planners: Pick<Planners, 'visited'>) {
    this.#planners = planners;
  }

  async visited(visits: readonly CountedVisit[]): Promise<void> {
    const opened = visits.filter(({ kind }) => kind !== 'shown');
    for (const [crawl, own] of Map.groupBy(opened, (visit) => visit.crawl)) {
      await this.#planners.visited(crawl, own);
    }
  }
}
