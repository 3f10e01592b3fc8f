import type { Clock } from '@mayfly/clock';
import { RequestKind } from '@mayfly/contracts/crawl/v1';
import {
  type FrontierServiceDefinition,
  type Lease,
  LeaseAnswer,
  ReleaseReason,
  type Settlement,
} from '@mayfly/contracts/frontier/v1';
import { type Client, durationMs, durationOf } from '@mayfly/grpc';
import {
  context,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api';
import { OUTCOMES } from '../attempts/contract-words.ts';
import type {
  ExtendedLeases,
  Frontier,
  Named,
  ReleaseWhy,
  Settling,
} from '../attempts/frontier.ts';
import { hostTimeMs, type RobotsResult } from '../core/attempt-end.ts';
import type { Task } from '../core/task.ts';
import { Batcher } from './batcher.ts';

const MOST_SETTLEMENTS = 500;
const SETTLE_WITHIN_MS = 5;
/** What a call may take beyond what it was asked to wait. */
const SLACK_MS = 10_000;

interface Parts {
  readonly client: Client<FrontierServiceDefinition>;
  readonly fetcherId: string;
  readonly clock: Clock;
  readonly tracer: Tracer;
  /** The name of the span around a call that settles many. */
  readonly settleSpan: string;
}

/** The frontier as the fetcher needs it. */
export function frontierClient({ client, fetcherId, clock, tracer, settleSpan }: Parts): Frontier {
  const settle = async (items: readonly ToSettle[]): Promise<readonly boolean[]> => {
    // The call belongs to many attempts at once, so it is linked to them and below none of them.
    const links: Link[] = items.flatMap(({ span }) =>
      span === undefined ? [] : [{ context: span }],
    );
    const options = { root: true, links };
    return tracer.startActiveSpan(settleSpan, options, ROOT_CONTEXT, async (span) => {
      try {
        const settlements = items.map(({ settlement }) => settlement);
        const { answers } = await client.settleLeases({ settlements });
        return items.map((_, at) => answers[at] === LeaseAnswer.LEASE_ANSWER_DONE);
      } finally {
        span.end();
      }
    });
  };
  const batcher = new Batcher<ToSettle, boolean>({
    most: MOST_SETTLEMENTS,
    withinMs: SETTLE_WITHIN_MS,
    clock,
    handOver: settle,
  });
  return {
    lease: async ({ max, waitMs, named = [] }, options) => {
      const { leases } = await client.leaseUrls(
        { fetcherId, maxLeases: max, wait: durationOf(waitMs), named: named.map(namedUrl) },
        { deadlineMs: waitMs + SLACK_MS, ...options },
      );
      return leases.map((lease) => taskOf(lease, clock.monotonicMs()));
    },
    settle: (settling) =>
      // The timer of the batch must not run in the trace of whoever came first.
      context.with(ROOT_CONTEXT, () =>
        batcher.add({ settlement: settlementOf(settling), span: settling.span }),
      ),
    release: async (leaseIds, why) => {
      const reason = REASONS[why];
      await client.releaseLeases({ releases: leaseIds.map((leaseId) => ({ leaseId, reason })) });
    },
    extend: async (leaseIds) => extended(await client.extendLeases({ leaseIds: [...leaseIds] })),
  };

  function extended(response: Awaited<ReturnType<typeof client.extendLeases>>): ExtendedLeases {
    const { answers, duration } = response;
    const endsMs = clock.monotonicMs() + (duration === undefined ? 0 : durationMs(duration));
    return { endsMs, extended: answers.map((each) => each === LeaseAnswer.LEASE_ANSWER_DONE) };
  }
}

const REASONS: Readonly<Record<ReleaseWhy, ReleaseReason>> = {
  'not-attempted': ReleaseReason.RELEASE_REASON_NOT_ATTEMPTED,
  'robots-unknown': ReleaseReason.RELEASE_REASON_ROBOTS_UNKNOWN,
};

interface ToSettle {
  readonly settlement: Settlement;
  readonly span: SpanContext | undefined;
}

function namedUrl({ url, kind, crawl = '', afterLeaseId = '' }: Named) {
  const page = kind === 'page';
  return {
    url,
    kind: page ? RequestKind.REQUEST_KIND_PAGE : RequestKind.REQUEST_KIND_ROBOTS,
    crawl,
    afterLeaseId,
  };
}

function taskOf(lease: Lease, nowMs: number): Task {
  const { leaseId, crawl, attempt, depth, hops, seed, abandon, obeyRobots } = lease;
  return {
    ...{ leaseId, crawl, attempt, depth, hops, seed, abandon, obeyRobots },
    url: lease.url as Task['url'],
    host: lease.host as Task['host'],
    kind: lease.kind === RequestKind.REQUEST_KIND_ROBOTS ? 'robots' : 'page',
    robotsAttempt: lease.robotsAttempt,
    private: lease.private,
    validators: hasValidators(lease) ? lease.validators : undefined,
    times: lease.times ?? {},
    endsMs: nowMs + (lease.duration === undefined ? 0 : durationMs(lease.duration)),
    submitTraceparent: lease.submitTraceparent,
  };
}

function hasValidators({ validators }: Lease): boolean {
  return validators !== undefined && (validators.etag !== '' || validators.lastModified !== '');
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
