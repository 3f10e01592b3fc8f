import { BudgetKeeping } from './budget-keeping.ts';
import type { LeaseRequest } from './leasing.ts';
import type { Granted } from './caller.ts';
import { CrawlKeeping } from './crawl-keeping.ts';
import { LeaseEnds } from './ending.ts';
import { Frontier, type FrontierAround } from './frontier.ts';
import { Leasing } from './leasing.ts';
import { Looking } from './looking.ts';
import { Explaining } from './explaining.ts';
import { Pricing } from './pricing.ts';
import { Scheduling } from './scheduling.ts';
import { Settling } from './settling.ts';
import { Submitting } from './submitting.ts';

/** The frontier at work: one object for each thing that can be asked of it. */
export interface Desk {
  readonly frontier: Frontier;
  readonly crawls: CrawlKeeping;
  readonly budgets: BudgetKeeping;
  readonly submitting: Submitting;
  readonly scheduling: Scheduling;
  readonly pricing: Pricing;
  readonly explaining: Explaining;
  readonly leasing: Leasing;
  readonly settling: Settling;
  readonly looking: Looking;
  /** Gives back what other replicas may need of the limits that are shared. */
  keepSlices(): Promise<void>;
  /** Nothing is woken any more, and what is under way has ended. */
  close(): Promise<void>;
}

export type { Granted, LeaseRequest };

/** Reads what there is and makes it ready to be asked. */
export async function openDesk(around: FrontierAround): Promise<Desk> {
  const frontier = new Frontier(around);
  const leasing = new Leasing(frontier, (host, { lease }) => ends.watch(host, lease.attempt));
  const { waking } = leasing;
  const pump = () => leasing.pump();
  const ends = new LeaseEnds(frontier, waking, pump);
  frontier.onReload = (hosts) => {
    for (const host of hosts) {
      for (const { row } of host.leases.all()) ends.watch(host, row.attempt);
      waking.look(host);
    }
    pump();
  };
  frontier.onRoom = (hosts) => {
    for (const host of hosts) waking.look(host);
    pump();
  };
  await frontier.load();
  return {
    frontier,
    leasing,
    crawls: new CrawlKeeping(frontier, waking, pump),
    budgets: new BudgetKeeping(frontier, pump),
    submitting: new Submitting(frontier, waking, pump),
    scheduling: new Scheduling(frontier, waking, pump),
    pricing: new Pricing(frontier, waking, pump),
    explaining: new Explaining(frontier),
    settling: new Settling(frontier, ends),
    looking: new Looking(frontier),
    keepSlices: async () => {
      await frontier.pageSlices.keep();
      await frontier.rates.keep();
    },
    close: async () => {
      waking.stop();
      for (const lane of frontier.owned()) await lane.idle();
    },
  };
}
