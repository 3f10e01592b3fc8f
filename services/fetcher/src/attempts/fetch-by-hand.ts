import { CrawlError } from '@mayfly/errors';
import type { Url } from '@mayfly/url';
import type { AttemptEnd } from '../core/attempt-end.ts';
import { NO_CONTACT } from '../core/contact.ts';
import type { Outcome } from '../core/outcome.ts';
import type { Task } from '../core/task.ts';
import type { Attempts } from './attempts.ts';
import type { Frontier } from './frontier.ts';

/** The call of a person who waits. */
export interface Waiting {
  readonly signal: AbortSignal;
  remainingMs(): number;
}

/** A URL, and whether only its freshness is asked for. */
export interface Wanted {
  readonly url: Url;
  readonly check: boolean;
}

/** Fetches one URL now and answers how it ended. */
export type FetchByHand = (
  wanted: Wanted,
  call: Waiting,
) => Promise<{ task: Task; end: AttemptEnd }>;

interface Parts {
  readonly frontier: Frontier;
  readonly attempts: Pick<Attempts, 'run'>;
  readonly publishing: () => { readonly ok: boolean };
  readonly nowMs: () => number;
}

/** The longest that the frontier lets anybody wait. */
const LONGEST_WAIT_MS = 60_000;
/** What must be left of the caller's time to make a request. */
const RESERVE_MS = 500;

/** Ends of robots.txt after which its rules are not known, so that the page is not asked for. */
const LEAVE_RULES_UNKNOWN: ReadonlySet<Outcome> = new Set([
  ...(['blocked-address', 'dns', 'tls', 'reset', 'timeout', 'too-slow'] as const),
  ...(['busy', 'server-error', 'bad-response', 'abandoned'] as const),
]);

/** Takes leases by name until the page's own is given: before it may come robots.txt. */
export function fetchByHand({ frontier, attempts, publishing, nowMs }: Parts): FetchByHand {
  return async ({ url, check }, call) => {
    const askedTime = new Date(nowMs());
    for (;;) {
      if (!publishing().ok) throw new CrawlError('STREAM_AWAY', 'nothing can be published now');
      const waitMs = Math.min(LONGEST_WAIT_MS, call.remainingMs() - RESERVE_MS);
      if (waitMs <= 0)
        throw new CrawlError(
          'HOST_RESTING',
          'the host may not be asked yet, within the time that you wait',
        );
      const asked = { max: 1, waitMs, named: [{ url, kind: 'page' as const }] };
      const [lease] = await frontier.lease(asked, { parent: call });
      if (lease === undefined) continue;
      const task = lease.kind === 'page' ? wantedTask(lease, check, askedTime) : lease;
      const ran = await attempts.run(task);
      if (ran.kind === 'dropped') throw new CrawlError('DEPENDENCY_AWAY', 'the fetcher stops');
      if (ran.kind === 'released' && ran.why === 'not-attempted') {
        throw new CrawlError('DEPENDENCY_AWAY', 'the fetcher stops, or its lease was too short');
      }
      if (ran.kind === 'released') continue;
      // Most hosts are asked for robots.txt first: without a contact it is not, and the host would only rest.
      if (ran.end.detail === NO_CONTACT) throw new CrawlError('CONTACT_MISSING', NO_CONTACT);
      if (task.kind === 'robots') {
        if (!LEAVE_RULES_UNKNOWN.has(ran.end.outcome)) continue;
        // The host rests for long now: who waits is told at once what its robots.txt ran into.
        const detail = `its robots.txt cannot be had: ${ran.end.detail}`;
        return { task: { ...task, url }, end: { ...ran.end, detail } };
      }
      return { task, end: ran.end };
    }
  };
}

/**
 * A person wants to see the page, also where it has not changed since the last time; only a check asks for that. And what
 * was waited for is this request, not the first one of its kind.
 */
function wantedTask(lease: Task, check: boolean, askedTime: Date): Task {
  const times = { discoverTime: askedTime, leaseTime: lease.times.leaseTime };
  const validators = check ? lease.validators : undefined;
  return { ...lease, validators, check, byHand: true, times };
}
