import type { Clock } from '@mayfly/clock';
import { documentsRecorded, fetchesEnded } from '@mayfly/events';
import { Loop, type LoopOptions } from '@mayfly/lifecycle';
import type { Stream } from '@mayfly/stream';
import { logOf } from '@mayfly/telemetry';
import type { Clients } from './clients/open-clients.ts';
import type { SchedulerConfig } from './config.ts';
import { ClosingCrawls } from './core/closing-crawls.ts';
import { BY_HAND } from './core/crawl.ts';
import { Following } from './core/following.ts';
import { Granting } from './core/granting.ts';
import type { HandingOver } from './core/handing-over.ts';
import type { StreamLag } from './core/ports.ts';
import type { PageStory, PlanDesk } from './core/plan-desk.ts';
import { PlannedDesk } from './core/planning/planned-desk.ts';
import { Scheduling } from './core/scheduling.ts';
import type { WatchHub } from './core/watch-hub.ts';
import { candidatesDropped } from './events.ts';
import { answerWatchers } from './loops/answer-watchers.ts';
import { finishCrawls } from './loops/finish-crawls.ts';
import { keepReaders } from './loops/keep-readers.ts';
import { putCrawls } from './loops/put-crawls.ts';
import { scheduleDue } from './loops/schedule-due.ts';
import { submitPending } from './loops/submit-pending.ts';
import { tendPlans } from './loops/tend-plans.ts';
import type { Asking } from './open-asking.ts';
import type { Visits } from './open-visits.ts';
import type { Books } from './store/books.ts';

/** So much of the marks of readers is read again at a start, at most. */
const KEEP_READERS_MS = 5_000;

/** The first loops are woken by callers; the others find enough to do whenever they look. */
const WOKEN = 3;

interface Parts {
  readonly config: SchedulerConfig;
  readonly books: Books;
  readonly clients: Clients;
  readonly hub: WatchHub;
  readonly stream: Stream;
  readonly clock: Clock;
  readonly asking: Asking;
  readonly visits: Visits;
  readonly stories: readonly PageStory[];
}

/** What the scheduler does by itself. */
export interface Work {
  readonly following: Following;
  /** What people and services ask of plans. */
  readonly desk: PlanDesk;
  readonly lastLag: () => StreamLag;
  /** There is something to do. */
  readonly wake: () => void;
  /** Starts the loops; what comes back stops them. */
  readonly start: () => () => Promise<void>;
}

type Turns = Readonly<Record<string, Pick<LoopOptions, 'turn' | 'everyMs'>>>;

export function openWork(parts: Parts): Work {
  const { books, clients, hub, stream, clock } = parts;
  const { crawls, announcements, planners } = books;
  const { handing } = parts.asking;
  const nowMs = () => clock.nowMs();
  let lag: StreamLag = { messages: 0, seconds: 0 };
  const recordLag = async () => (lag = await stream.lag(documentsRecorded, 'scheduler'));
  let loops: Loop[] = [];
  const wake = () => loops.slice(0, WOKEN).forEach((loop) => loop.wake());
  hub.onQuestion = wake;
  return {
    following: new Following({
      ...{ ...parts.asking, crawls, announcements, planners, nowMs, stories: parts.stories },
      ...{ frontier: clients.frontier, priors: clients.priors },
    }),
    desk: new PlannedDesk(planners, nowMs),
    lastLag: () => lag,
    wake,
    start: () => {
      const turns = turnsOf(parts, handing, recordLag);
      loops = Object.entries(turns).map(
        ([name, turn]) => new Loop({ ...turn, name, clock, log: logOf('scheduler') }),
      );
      return async () => {
        await Promise.all(loops.map((loop) => loop.stop()));
      };
    },
  };
}

function turnsOf(
  { config, books, clients, hub, stream, clock, visits }: Parts,
  handing: HandingOver,
  recordLag: () => Promise<StreamLag>,
): Turns {
  const { crawls, plans, planners, wishes } = books;
  const { frontier, priors, documents } = clients;
  const nowMs = () => clock.nowMs();
  const granting = new Granting({
    ...{ wishes, frontier, documents, handing },
    tell: (crawl, event) => hub.tell(crawl, event),
  });
  const scheduling = new Scheduling({
    ...{ crawls, plans, planners, wishes, frontier, priors, handing, nowMs },
    ahead: config.ahead,
    dropped: candidatesDropped,
  });
  const closing = new ClosingCrawls({
    ...{ crawls, plans, frontier, recordLag, nowMs },
    fetchLag: () => stream.lag(fetchesEnded, 'document-store'),
  });
  const atWork = () => [crawls.find(BY_HAND)!, ...crawls.all()];
  const everyMs = config.turnMs;
  return {
    'put-crawls': { everyMs, turn: putCrawls({ crawls, handing }) },
    'submit-pending': { everyMs, turn: submitPending({ crawls, atWork, granting }) },
    'answer-watchers': { everyMs, turn: answerWatchers({ hub, documents }) },
    'schedule-due': { everyMs, turn: scheduleDue({ crawls, scheduling }) },
    'tend-plans': { everyMs: config.tendMs, turn: tendPlans({ crawls, planners }) },
    'finish-crawls': {
      everyMs: config.finishMs,
      turn: finishCrawls({ crawls, closing, measureLag: recordLag }),
    },
    'keep-readers': {
      everyMs: KEEP_READERS_MS,
      turn: keepReaders({
        ...{ readers: visits.readers, salts: books.salts, visits: books.visits, nowMs },
        maxAgeMs: config.visits.maxAgeMs,
      }),
    },
  };
}
