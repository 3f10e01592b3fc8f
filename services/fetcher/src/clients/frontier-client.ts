import type { Clock } from '@mayfly/clock';
import { LeaseAnswer, type Settlement } from '@mayfly/contracts/frontier/v1';
import type { FrontierReplicas } from '@mayfly/frontier-client';
import { durationOf } from '@mayfly/grpc';
import {
  context,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api';
import { OUTCOMES } from '../attempts/contract-words.ts';
import type { Frontier, Settling } from '../attempts/frontier.ts';
import { hostTimeMs, type RobotsResult } from '../core/attempt-end.ts';
import type { Task } from '../core/task.ts';
import { Batcher } from './batcher.ts';
import { isElsewhere, leaseCalls } from './lease-calls.ts';

const MOST_SETTLEMENTS = 500;
const SETTLE_WITHIN_MS = 5;

interface Parts {
  readonly frontier: FrontierReplicas;
  readonly fetcherId: string;
  readonly clock: Clock;
  readonly tracer: Tracer;
  /** The name of the span around a call that settles many. */
  readonly settleSpan: string;
}

/** The frontier as the fetcher needs it, and an end of what is under way when no more leases are wanted. */
export type OpenFrontier = Frontier & { readonly close: () => Promise<void> };

export function frontierClient(parts: Parts): OpenFrontier {
  const { frontier, fetcherId, clock } = parts;
  const { close, lease, release, extend } = leaseCalls({ frontier, fetcherId, clock });
  const batcher = new Batcher<ToSettle, boolean>({
    most: MOST_SETTLEMENTS,
    withinMs: SETTLE_WITHIN_MS,
    clock,
    handOver: settler(parts),
  });
  return {
    ...{ close, lease, release, extend },
    settle: (settling) =>
      // The timer of the batch must not run in the trace of whoever came first.
      context.with(ROOT_CONTEXT, () =>
        batcher.add({
          ...{ settlement: settlementOf(settling), host: settling.task.host, span: settling.span },
        }),
      ),
  };
}

/** Settles many at once. The call belongs to many attempts, so it is linked to them and below none of them. */
function settler({ frontier, tracer, settleSpan }: Parts) {
  const { owners, keyOfHost } = frontier;
  return async (items: readonly ToSettle[]): Promise<readonly boolean[]> => {
    const links: Link[] = items.flatMap(({ span }) =>
      span === undefined ? [] : [{ context: span }],
    );
    const options = { root: true, links };
    return tracer.startActiveSpan(settleSpan, options, ROOT_CONTEXT, async (span) => {
      try {
        const answers = await owners.sendToOwners(items, {
          keyOf: ({ host }) => keyOfHost(host),
          send: (client, some, call) => {
            const settlements = some.map(({ settlement }) => settlement);
            return client.settleLeases({ settlements }, call);
          },
          isElsewhere,
        });
        return items.map((_, at) => answers[at] === LeaseAnswer.LEASE_ANSWER_DONE);
      } finally {
        span.end();
      }
    });
  };
}

interface ToSettle {
  readonly settlement: Settlement;
  readonly host: Task['host'];
  readonly span: SpanContext | undefined;
}

function settlementOf({ task, end, robots }: Settling): Settlement {
  const tookMs = hostTimeMs(end);
  return {
    leaseId: task.leaseId,
    outcome: OUTCOMES[end.outcome],
    hostTime: optionalDuration(tookMs),
    retryAfter: optionalDuration(end.retryAfterMs),
    validators: end.validators,
    robots: robots === undefined ? undefined : robotsResult(robots),
    address: end.address ?? '',
  };
}

function robotsResult({ known, crawlDelayMs, maxAgeMs }: RobotsResult) {
  return {
    known,
    crawlDelay: optionalDuration(crawlDelayMs),
    maxAge: optionalDuration(maxAgeMs),
  };
}

function optionalDuration(ms: number | undefined) {
  return ms === undefined ? undefined : durationOf(ms);
}
