import type { Clock } from '@mayfly/clock';
import { Loop, type LoopOptions } from '@mayfly/lifecycle';
import { logOf } from '@mayfly/telemetry';
import type { Clients } from './clients/open-clients.ts';
import type { SchedulerConfig } from './config.ts';
import { BY_HAND } from './core/crawl.ts';
import { GivingUp } from './core/giving-up.ts';
import type { PlanDesk } from './core/plan-desk.ts';
import { KeepingQuality } from './core/quality/keeping-quality.ts';
import { Quality } from './core/quality/quality.ts';
import type { WatchHub } from './core/watch-hub.ts';
import { qualityNotes, qualityUnsaved } from './quality-events.ts';
import { giveUpWishes } from './loops/give-up-wishes.ts';
import { keepQuality } from './loops/keep-quality.ts';
import { putBudgets } from './loops/put-budgets.ts';
import { watchPlans } from './loops/watch-plans.ts';
import type { Books } from './store/books.ts';

/** So much of what was measured is lost with the process, at most. */
const KEEP_QUALITY_MS = 5_000;
const WATCH_PLANS_MS = 60_000;

interface Parts {
  readonly config: SchedulerConfig;
  readonly books: Books;
  readonly clients: Clients;
  readonly hub: WatchHub;
  readonly clock: Clock;
  /** There once all is wired. */
  readonly desk: () => PlanDesk;
}

/** What stands behind the door for other services: what they asked for, and what is measured for them. */
export interface Door {
  readonly quality: Quality;
  /** There is something to do. */
  readonly wake: () => void;
  /** Starts the loops; what comes back stops them. */
  readonly start: () => () => Promise<void>;
  /** Saves what was measured, for the last time. */
  readonly save: () => Promise<void>;
}

export async function openDoor(parts: Parts): Promise<Door> {
  const { books, clock, desk } = parts;
  const createdMs = (crawl: string) => books.crawls.find(crawl)?.createdMs;
  const quality = await Quality.open({ desk, createdMs, notes: qualityNotes }, books.qualityBook);
  const keeping = new KeepingQuality({
    ...{ quality, book: books.qualityBook, nowMs: () => clock.nowMs() },
  });
  let loops: Loop[] = [];
  return {
    quality,
    wake: () => loops[0]?.wake(),
    start: () => {
      const options = { clock, log: logOf('scheduler') };
      loops = Object.entries(turnsOf(parts, keeping)).map(
        ([name, turn]) => new Loop({ ...turn, ...options, name }),
      );
      return async () => {
        await Promise.all(loops.map((loop) => loop.stop()));
      };
    },
    // A store that is away keeps nobody from stopping.
    save: async () => {
      await keeping.keep().catch(qualityUnsaved);
    },
  };
}

function turnsOf(
  { config, books, clients, hub, clock, desk }: Parts,
  keeping: KeepingQuality,
): Readonly<Record<string, Pick<LoopOptions, 'turn' | 'everyMs'>>> {
  const { crawls, wishes, budgets } = books;
  const nowMs = () => clock.nowMs();
  const all = () => [crawls.find(BY_HAND)!, ...crawls.all()];
  const giving = new GivingUp({
    ...{ wishes, frontier: clients.frontier, nowMs },
    tell: (crawl, event) => hub.tell(crawl, event),
  });
  return {
    // The first is woken by callers.
    'put-budgets': {
      everyMs: config.turnMs,
      turn: putBudgets({ budgets, put: clients.putBudgets, nowMs }),
    },
    'give-up-wishes': { everyMs: config.finishMs, turn: giveUpWishes({ all, giving }) },
    'keep-quality': { everyMs: KEEP_QUALITY_MS, turn: keepQuality({ keeping }) },
    'watch-plans': { everyMs: WATCH_PLANS_MS, turn: watchPlans({ crawls, desk: desk() }) },
  };
}
