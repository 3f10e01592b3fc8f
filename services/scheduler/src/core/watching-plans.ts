import type { Crawl } from './crawl.ts';
import type { PlanDesk, SourceState } from './plan-desk.ts';
import { overviewOf } from './plan-overview.ts';

/** What the plans of all crawls come to. */
export interface PlanSums {
  readonly states: Record<SourceState, number>;
  readonly alarms: { silent: number; 'not-found': number };
  readonly profit: { expected: number; possible: number };
  readonly rate: { planned: number; 'for-all': number };
}

/** An alarm that was not there at the last look. */
export interface NewAlarm {
  readonly crawl: string;
  readonly url: string;
  readonly kind: string;
  readonly expected: number;
}

/** Looks at the plans of crawls from time to time, and notices new alarms. */
export class WatchingPlans {
  readonly #desk: Pick<PlanDesk, 'plan' | 'listSources'>;
  readonly #pause: () => Promise<void>;
  #alarmed = new Set<string>();

  constructor(parts: {
    readonly desk: Pick<PlanDesk, 'plan' | 'listSources'>;
    readonly pause: () => Promise<void>;
  }) {
    this.#desk = parts.desk;
    this.#pause = parts.pause;
  }

  async look(
    crawls: readonly Crawl[],
  ): Promise<{ readonly sums: PlanSums; readonly alarms: readonly NewAlarm[] }> {
    const sums = noSums();
    const fresh: NewAlarm[] = [];
    const alarmed = new Set<string>();
    for (const { name: crawl } of crawls) {
      const planned = this.#desk.plan(crawl);
      if (planned === undefined) continue;
      const { plan, states } = planned;
      for (const state of Object.keys(sums.states) as SourceState[]) {
        sums.states[state] += states[state];
      }
      sums.profit.expected += plan.expectedProfit;
      sums.profit.possible += plan.possibleProfit;
      sums.rate.planned += plan.rate;
      sums.rate['for-all'] += plan.rateForAll;
      const overview = await overviewOf(this.#desk, crawl, { most: 0, pause: this.#pause });
      sums.alarms.silent += overview.alarms.silent;
      sums.alarms['not-found'] += overview.alarms['not-found'];
      for (const { url, alarm } of overview.alarmed) {
        const { kind, expected, sinceMs } = alarm!;
        const name = `${crawl} ${url} ${kind} ${sinceMs}`;
        alarmed.add(name);
        if (!this.#alarmed.has(name)) fresh.push({ crawl, url, kind, expected });
      }
    }
    this.#alarmed = alarmed;
    return { sums, alarms: fresh };
  }
}

function noSums(): PlanSums {
  return {
    states: { candidate: 0, active: 0, resting: 0, retired: 0 },
    alarms: { silent: 0, 'not-found': 0 },
    profit: { expected: 0, possible: 0 },
    rate: { planned: 0, 'for-all': 0 },
  };
}
