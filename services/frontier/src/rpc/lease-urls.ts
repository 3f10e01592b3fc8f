import type {
  Lease,
  LeaseUrlsRequest,
  LeaseUrlsResponse,
  NamedUrl,
} from '@mayfly/contracts/frontier/v1';
import { RequestKind } from '@mayfly/contracts/crawl/v1';
import { durationOf, type ServerCall } from '@mayfly/grpc';
import { hostOf } from '@mayfly/url';
import type { Granted } from '../core/caller.ts';
import { BY_HAND } from '../core/crawl.ts';
import type { Desk } from '../core/desk.ts';
import { leaseId, leaseOfId } from '../core/lease-id.ts';
import type { Named } from '../core/leasing.ts';
import { type Kind, KIND } from '../core/rows.ts';
import { leasesGiven } from '../events.ts';
import { checkCount, checkCrawlName, checkDuration, checkUrl, invalid } from './request-checks.ts';
import { activeTraceparent, linkTo } from './traceparent.ts';

const LONGEST_WAIT_MS = 60_000;
/** So much of the caller's time is kept for writing the leases and sending the answer. */
const MARGIN_MS = 500;
const FETCHER = /^[\w.-]{1,100}$/;

export const leaseUrls =
  ({ leasing, settling, frontier }: Pick<Desk, 'leasing' | 'settling' | 'frontier'>) =>
  async (request: LeaseUrlsRequest, call: ServerCall): Promise<LeaseUrlsResponse> => {
    const { fetcherId: fetcher, maxLeases: max } = request;
    checkFetcher(fetcher);
    checkCount('max_leases', max, 1_000);
    const askedMs = checkDuration('wait', request.wait, LONGEST_WAIT_MS) ?? 0;
    if (request.named.length > 100) throw invalid('named', 'must be at most 100');
    const wanted = request.named.map(namedOf);
    const named = wanted.filter(({ url }) => frontier.ownsHost(hostOf(url)));
    const elsewhere = wanted.filter(({ url }) => !frontier.ownsHost(hostOf(url)));
    const owners = elsewhere.map(({ url }) => frontier.ownerOf(hostOf(url)));
    if (wanted.length > 0 && named.length === 0) return { leases: [], owners };
    const waitMs = Math.min(askedMs, call.remainingMs() - MARGIN_MS);
    const stops = [call.signal, call.draining];
    const traceparent = activeTraceparent();
    const granted = await leasing.lease({ fetcher, max, waitMs, named, traceparent }, stops);
    if (call.signal.aborted) {
      await settling.release(
        granted.map(({ host, lease }) => ({ id: leaseId(host, lease), robotsUnknown: false })),
      );
      return { leases: [], owners };
    }
    leasesGiven(granted.map(({ lease }) => lease.kind));
    linkTo(granted.flatMap(({ url }) => url?.traceparent ?? []));
    return { leases: leaseMessages(granted, frontier.around.settings.leaseMs), owners };
  };

export function checkFetcher(id: string): string {
  if (FETCHER.test(id)) return id;
  throw invalid('fetcher_id', 'must be 1 to 100 letters, digits, dots, hyphens and underscores');
}

/** Leases as their fetcher is told of them. */
export function leaseMessages(granted: readonly Granted[], leaseMs: number): Lease[] {
  const duration = durationOf(leaseMs);
  const times = new Times();
  return granted.map((one) => {
    const lease = leaseOf(one, times);
    lease.duration = duration;
    lease.expireTime = times.of(one.lease.leasedMs + leaseMs);
    return lease;
  });
}

/** Most times of leases that go out together are the same few. */
class Times {
  readonly #known = new Map<number, Date>();

  of(ms: number): Date {
    let time = this.#known.get(ms);
    if (time === undefined) {
      time = new Date(ms);
      this.#known.set(ms, time);
    }
    return time;
  }

  some(ms: number | undefined): Date | undefined {
    return ms === undefined ? undefined : this.of(Math.floor(ms));
  }
}

function namedOf({ url, kind, crawl, afterLeaseId }: NamedUrl, at: number): Named {
  const field = `named[${at}]`;
  const isPage = kind === RequestKind.REQUEST_KIND_PAGE;
  if (!isPage && kind !== RequestKind.REQUEST_KIND_ROBOTS) {
    throw invalid(`${field}.kind`, 'must be a page or robots.txt');
  }
  const after = leaseOfId(afterLeaseId);
  if (afterLeaseId !== '' && after === undefined) {
    throw invalid(`${field}.after_lease_id`, 'must be of a lease');
  }
  return {
    url: checkUrl(`${field}.url`, url),
    kind: isPage ? KIND.page : KIND.robots,
    crawl: crawl === '' ? BY_HAND : checkCrawlName(`${field}.crawl`, crawl),
    after,
  };
}

function leaseOf(granted: Granted, times: Times): Lease {
  const { host, lease, url } = granted;
  const { etag = '', lastModified = '' } = url ?? {};
  const { ageMs, notBeforeMs, discoverMs } = url ?? {};
  return {
    leaseId: leaseId(host, lease),
    url: url?.url ?? lease.url ?? '',
    host,
    crawl: lease.crawl,
    attempt: lease.attempt,
    kind: kindOf(lease.kind),
    depth: url?.depth ?? 0,
    hops: url?.hops ?? 0,
    seed: url?.seed ?? false,
    abandon: granted.abandon,
    obeyRobots: granted.obeyRobots,
    robotsAttempt: granted.robotsAttempt,
    private: granted.private,
    validators: etag === '' && lastModified === '' ? undefined : { etag, lastModified },
    times: {
      discoverTime: times.some(discoverMs),
      scheduleTime: times.some(ageMs),
      dueTime: times.some(ageMs === undefined ? undefined : Math.max(ageMs, notBeforeMs ?? 0)),
      leaseTime: times.of(lease.leasedMs),
    },
    submitTraceparent: url?.traceparent ?? '',
    fetcherId: lease.fetcher,
  };
}

const kindOf = (kind: Kind): RequestKind => kind;
