import type { Url } from '@mayfly/url';
import type { SpanContext } from '@opentelemetry/api';
import type { AttemptEnd, RobotsResult } from '../core/attempt-end.ts';
import type { Task } from '../core/task.ts';

/** A URL that is asked for by name. */
export interface Named {
  readonly url: Url;
  readonly kind: Task['kind'];
  /** The crawl whose budget is drawn from, for robots.txt. */
  readonly crawl?: string;
  /** The lease whose request led here and has ended, where it is still held. */
  readonly afterLeaseId?: string;
}

/** What limits a call to the frontier: a signal, or the call that is being answered meanwhile. */
export interface Within {
  readonly signal?: AbortSignal;
  readonly parent?: { readonly signal: AbortSignal; remainingMs(): number };
}

/** An attempt that is to be settled. */
export interface Settling {
  readonly task: Task;
  readonly end: AttemptEnd;
  readonly robots: RobotsResult | undefined;
  /** The span of the attempt, to be linked to. */
  readonly span: SpanContext | undefined;
}

/** Why no request was made. */
export type ReleaseWhy = 'not-attempted' | 'robots-unknown';

/** A lease that is held: the frontier finds it by its id, and its owner by the host. */
export type Held = Pick<Task, 'leaseId' | 'host'>;

/** Which leases got more time, in the order they were named, and until when. */
export interface ExtendedLeases {
  readonly endsMs: number;
  readonly extended: readonly boolean[];
}

/** The frontier as the fetcher needs it. Failures are retryable errors of the catalogue. */
export interface Frontier {
  lease(
    asked: { readonly max: number; readonly waitMs: number; readonly named?: readonly Named[] },
    within: Within,
  ): Promise<Task[]>;
  /** Answers whether the lease was still ours. */
  settle(settling: Settling): Promise<boolean>;
  release(leases: readonly Held[], why: ReleaseWhy): Promise<void>;
  extend(leases: readonly Held[]): Promise<ExtendedLeases>;
}
