import type { Clock } from '@mayfly/clock';
import { VisitKind } from '@mayfly/contracts/events/v1';
import { SchedulerServiceDefinition, type Visit } from '@mayfly/contracts/scheduler/v1';
import type { Visit as DemoVisit } from '@mayfly/demo-world';
import { type Client, openClient } from '@mayfly/grpc';
import { Loop } from '@mayfly/lifecycle';
import { logOf } from '@mayfly/telemetry';
import type { Demo } from '../demo.ts';

/** Reports what readers do until it is closed. */
export interface VisitReporter {
  close(): Promise<void>;
}

const EVERY_MS = 1_000;
const MOST_AT_ONCE = 1_000;
/** Kept while the scheduler is away; the oldest go first. */
const MOST_KEPT = 10_000;
const CALL_MS = 5_000;

type Scheduler = Pick<Client<typeof SchedulerServiceDefinition>, 'reportVisits' | 'close'>;

/** Lets the readers of the demo world report what they visit to the scheduler at an address, once a second. */
export async function reportDemoVisits(
  demo: Pick<Demo, 'onVisit'>,
  address: string,
  clock: Clock,
): Promise<VisitReporter> {
  const target = `dns:///${address}`;
  const client = await openClient(SchedulerServiceDefinition, { service: 'mayfly', target });
  return reporterOf(demo, client, clock);
}

/** The same for a scheduler that is at hand. */
export function reporterOf(
  demo: Pick<Demo, 'onVisit'>,
  scheduler: Scheduler,
  clock: Clock,
): VisitReporter {
  let kept: Visit[] = [];
  const leave = demo.onVisit((visit) => {
    kept.push(messageOf(visit));
    if (kept.length > MOST_KEPT) kept = kept.slice(-MOST_KEPT);
  });
  const turn = async () => {
    const visits = kept.slice(0, MOST_AT_ONCE);
    if (visits.length === 0) return 'done';
    await scheduler.reportVisits([{ visits }], { deadlineMs: CALL_MS });
    const sent = new Set(visits);
    kept = kept.filter((visit) => !sent.has(visit));
    return kept.length >= MOST_AT_ONCE ? 'more' : 'done';
  };
  const loop = new Loop({
    name: 'demo-visits',
    turn,
    everyMs: EVERY_MS,
    clock,
    log: logOf('mayfly'),
  });
  return {
    close: async () => {
      leave();
      await loop.stop();
      await scheduler.close();
    },
  };
}

function messageOf({ url, referrer = '', atMs, reader }: DemoVisit): Visit {
  const kind = VisitKind.VISIT_KIND_BROWSE;
  return { url, referrer, visitTime: new Date(atMs), kind, readerKey: reader, userAgent: '' };
}
