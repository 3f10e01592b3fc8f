import type { Clock } from '@mayfly/clock';
import { RequestKind } from '@mayfly/contracts/crawl/v1';
import {
  type FrontierServiceDefinition,
  type Lease,
  LeaseAnswer,
  type NamedUrl,
  ReleaseReason,
} from '@mayfly/contracts/frontier/v1';
import type { FrontierReplicas } from '@mayfly/frontier-client';
import { type CallOptions, type Client, durationMs, durationOf } from '@mayfly/grpc';
import type { Frontier, Named, ReleaseWhy } from '../attempts/frontier.ts';
import type { Task } from '../core/task.ts';
import { LeasePolls } from './lease-polls.ts';

/** What a call may take beyond what it was asked to wait. */
const SLACK_MS = 10_000;

interface Parts {
  readonly frontier: FrontierReplicas;
  readonly fetcherId: string;
  readonly clock: Clock;
}

type FrontierRpc = Client<FrontierServiceDefinition>;

interface AskedLeases {
  readonly max: number;
  readonly waitMs: number;
  readonly named?: NamedUrl[];
}

/** Whether another replica owns the lease. */
export const isElsewhere = (answer: LeaseAnswer) => answer === LeaseAnswer.LEASE_ANSWER_NOT_OWNER;

/** Leases: how they are had, kept and given back, each where its host is owned. */
export function leaseCalls(parts: Parts) {
  const { frontier, clock } = parts;
  const release = releaser(frontier);
  const polls = new LeasePolls<FrontierRpc, Task>({
    ...{ clock, eachOwner: (call) => frontier.owners.eachOwner(call) },
    ask: async (client, asked, options) => {
      const { leases } = await askForLeases(parts, client, { asked, options });
      return tasksOf(leases, clock);
    },
    release: (tasks) => release(tasks, 'not-attempted'),
  });
  const leaseNamed = namedLeaser(parts);
  const lease: Frontier['lease'] = ({ max, waitMs, named = [] }, options) =>
    named.length === 0
      ? polls.lease({ max, waitMs }, options)
      : leaseNamed({ max, waitMs, named }, options);
  return { lease, release, extend: extender(frontier, clock), close: () => polls.close() };
}

function askForLeases(
  { fetcherId }: Parts,
  client: FrontierRpc,
  { asked, options }: { readonly asked: AskedLeases; readonly options: CallOptions },
) {
  const { max, waitMs, named = [] } = asked;
  const request = { fetcherId, maxLeases: max, wait: durationOf(waitMs), named };
  return client.leaseUrls(request, { deadlineMs: waitMs + SLACK_MS, ...options });
}

function namedLeaser(parts: Parts) {
  const { owners, keyOfUrl } = parts.frontier;
  return async (
    { max, waitMs, named }: { max: number; waitMs: number; named: readonly Named[] },
    options: CallOptions,
  ): Promise<Task[]> => {
    const [leases] = await owners.sendToOwners([named], {
      keyOf: ([first]) => keyOfUrl(first!.url),
      send: async (client, [some], { deadlineMs, ...call }) => {
        // Who is asked second waits for what is left of the time.
        const leftMs = Math.min(waitMs, Math.max(0, (deadlineMs ?? Infinity) - SLACK_MS));
        const asked = { max, waitMs: leftMs, named: some!.map(namedUrl) };
        const answer = await askForLeases(parts, client, { asked, options: call });
        const isOurs = answer.leases.length > 0 || answer.owners.length === 0;
        return isOurs
          ? { answers: [answer.leases], owners: [] }
          : { answers: [undefined], owners: answer.owners };
      },
      isElsewhere: (answer) => answer === undefined,
      // A lease whose answer was lost is out until it expires.
      isIdempotent: false,
      deadlineMs: waitMs + SLACK_MS,
      ...options,
    });
    return tasksOf(leases ?? [], parts.clock);
  };
}

function releaser({ owners, keyOfHost }: FrontierReplicas): Frontier['release'] {
  return async (leases, why) => {
    const reason = REASONS[why];
    await owners.sendToOwners(leases, {
      keyOf: ({ host }) => keyOfHost(host),
      send: (client, some, call) => {
        const releases = some.map(({ leaseId }) => ({ leaseId, reason }));
        return client.releaseLeases({ releases }, call);
      },
      isElsewhere,
    });
  };
}

function extender({ owners, keyOfHost }: FrontierReplicas, clock: Clock): Frontier['extend'] {
  return async (leases) => {
    const answers = await owners.sendToOwners(leases, {
      keyOf: ({ host }) => keyOfHost(host),
      send: async (client, some, call) => {
        const leaseIds = some.map(({ leaseId }) => leaseId);
        const { duration, ...response } = await client.extendLeases({ leaseIds }, call);
        const endsMs = clock.monotonicMs() + (duration === undefined ? 0 : durationMs(duration));
        const each = response.answers.map((answer) => ({ answer, endsMs }));
        return { answers: each, owners: response.owners };
      },
      isElsewhere: ({ answer }) => isElsewhere(answer),
    });
    return {
      endsMs: Math.min(...answers.map(({ endsMs }) => endsMs)),
      extended: answers.map(({ answer }) => answer === LeaseAnswer.LEASE_ANSWER_DONE),
    };
  };
}

const REASONS: Readonly<Record<ReleaseWhy, ReleaseReason>> = {
  'not-attempted': ReleaseReason.RELEASE_REASON_NOT_ATTEMPTED,
  'robots-unknown': ReleaseReason.RELEASE_REASON_ROBOTS_UNKNOWN,
};

function namedUrl({ url, kind, crawl = '', afterLeaseId = '' }: Named) {
  const page = kind === 'page';
  return {
    url,
    kind: page ? RequestKind.REQUEST_KIND_PAGE : RequestKind.REQUEST_KIND_ROBOTS,
    crawl,
    afterLeaseId,
  };
}

function tasksOf(leases: readonly Lease[], clock: Clock): Task[] {
  const nowMs = clock.monotonicMs();
  return leases.map((lease) => taskOf(lease, nowMs));
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
