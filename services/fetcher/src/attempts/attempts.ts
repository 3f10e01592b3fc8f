import type { Clock } from '@mayfly/clock';
import { isRetryable } from '@mayfly/errors';
import { context, type Tracer } from '@opentelemetry/api';
import type { AttemptEnd, RobotsResult } from '../core/attempt-end.ts';
import { type Fetching, fetchPage } from '../core/fetch-page.ts';
import { fetchRobots, type RobotsFetching } from '../core/fetch-robots.ts';
import type { RobotsRules, WebAnswer, WebRequest } from '../core/ports.ts';
import type { Task } from '../core/task.ts';
import * as events from '../events.ts';
import { TELEMETRY } from '../events.ts';
import type { PublishEnd } from '../streams/publish-fetch-ended.ts';
import type { Frontier, ReleaseWhy } from './frontier.ts';
import { inSpan, RunningAttempt } from './running-attempt.ts';
import { untilPassed } from './until-passed.ts';

/** What attempts need. */
export interface AttemptParts {
  readonly frontier: Frontier;
  readonly publish: PublishEnd;
  readonly get: (request: WebRequest, signal: AbortSignal) => Promise<WebAnswer>;
  readonly robots: RobotsRules;
  readonly read: Fetching['read'];
  readonly readRobots: RobotsFetching['readRobots'];
  readonly clock: Clock;
  readonly tracer: Tracer;
  readonly agent: string;
  readonly settings: AttemptSettings;
}

/** How attempts are bounded. */
export interface AttemptSettings {
  readonly timeoutMs: number;
  /** A request is given up this long before its lease ends, so that its end can still be told. */
  readonly leaseMarginMs: number;
  readonly maxBodyBytes: number;
  /** Whether larger bodies are cut; otherwise they are refused. */
  readonly cutBodies: boolean;
  readonly robotsMaxAgeMs: number;
  /** How long a robots.txt that redirects waits for the lease of its target. */
  readonly hopWaitMs: number;
}

/** What became of a lease: the attempt ended, or no request was made, or nothing is known of it. */
export type Ran =
  | { readonly kind: 'ended'; readonly end: AttemptEnd }
  | { readonly kind: 'released'; readonly why: ReleaseWhy }
  | { readonly kind: 'dropped' };

/** How long attempts that were told to stop may still take. */
const GOODBYE_MS = 2_000;

/** Runs leases to their ends: fetch, read, publish, settle, always in that order. */
export class Attempts {
  readonly totals = { attempts: 0, documents: 0, bodyBytes: 0 };
  readonly #parts: AttemptParts;
  readonly #running = new Set<RunningAttempt>();
  readonly #stop = new AbortController();
  readonly #fetching: Omit<RobotsFetching, 'lease'>;
  #changed = Promise.withResolvers<void>();

  constructor(parts: AttemptParts) {
    this.#parts = parts;
    const { robots, readRobots, clock, agent, settings, tracer } = parts;
    this.#fetching = {
      robots: {
        find: (origin, attempt) =>
          this.#wait('robots rules', origin, () => robots.find(origin, attempt)),
        save: (origin, attempt, rules) =>
          this.#wait('robots rules', origin, () => robots.save(origin, attempt, rules)),
      },
      read: (document) => inSpan(tracer, TELEMETRY.read.name, () => parts.read(document)),
      readRobots,
      deadlineOf: (attempt) => this.#deadlineOf(attempt),
      maxBodyBytes: settings.maxBodyBytes,
      cutBodies: settings.cutBodies,
      clock,
      agent,
      maxAgeMs: settings.robotsMaxAgeMs,
    };
  }

  /** Leases that are held now. */
  get size(): number {
    return this.#running.size;
  }

  /** Those that are not in the middle of a request: their leases may need more time. */
  waiting(): readonly RunningAttempt[] {
    return [...this.#running].filter(({ requesting }) => !requesting);
  }

  /** Resolves when one has ended. */
  changed(): Promise<void> {
    return this.#changed.promise;
  }

  /** Runs a lease to its end; never rejects. */
  async run(task: Task): Promise<Ran> {
    if (this.#stop.signal.aborted || this.#deadlineOf(task) <= this.#parts.clock.monotonicMs()) {
      return this.#release(task, 'not-attempted');
    }
    const attempt = this.#begin(task);
    try {
      return await context.with(attempt.context, () => this.#runWithin(attempt));
    } catch (error) {
      attempt.failed();
      if (!this.#stop.signal.aborted) events.attemptFailed(task, error);
      else if (!attempt.requested) return await this.#release(task, 'not-attempted');
      return { kind: 'dropped' };
    } finally {
      this.#close(attempt);
    }
  }

  /** Lets what runs come to its end for a while. What has not begun its request is given back; the leases of the rest expire. */
  async drain(ms: number): Promise<void> {
    await this.#idleWithin(ms);
    const requested = [...this.#running].filter((attempt) => attempt.requested).length;
    if (requested > 0) events.attemptsDropped(requested);
    this.#stop.abort(new Error('the fetcher stops'));
    if (this.#running.size > 0) await this.#idleWithin(GOODBYE_MS);
  }

  async #runWithin(attempt: RunningAttempt): Promise<Ran> {
    if (attempt.task.kind === 'robots') return this.#runRobots(attempt);
    const end = await fetchPage(attempt, this.#fetching);
    if (end === false) return this.#release(attempt.task, 'robots-unknown');
    return { kind: 'ended', end: attempt.published ?? end };
  }

  async #runRobots(first: RunningAttempt): Promise<Ran> {
    const hops: RunningAttempt[] = [];
    const lease = async (url: Task['url'], held: Task) => {
      const hop = await this.#leaseHop(url, held);
      if (hop !== undefined) hops.push(hop);
      return hop;
    };
    try {
      return { kind: 'ended', end: await fetchRobots(first, { ...this.#fetching, lease }) };
    } finally {
      hops.forEach((hop) => this.#close(hop));
    }
  }

  #begin(task: Task): RunningAttempt {
    const work = {
      get: (request: WebRequest) => this.#parts.get(request, this.#stop.signal),
      end: (attempt: RunningAttempt, end: AttemptEnd, robots: RobotsResult | undefined) =>
        this.#end(attempt, end, robots),
    };
    const attempt = new RunningAttempt(task, work, this.#parts.tracer);
    this.#running.add(attempt);
    return attempt;
  }

  #close(attempt: RunningAttempt): void {
    if (!this.#running.delete(attempt)) return;
    attempt.close();
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** Publish, then settle: a crash between the two costs a second request, never a page. */
  async #end(attempt: RunningAttempt, end: AttemptEnd, robots?: RobotsResult): Promise<void> {
    const { publish, frontier } = this.#parts;
    const { task } = attempt;
    const published = await attempt.within(TELEMETRY.publish.name, () =>
      this.#wait('publishing', task.host, () => publish(task, end, this.#stop.signal)),
    );
    attempt.published = published;
    this.#count(task, published);
    const span = attempt.span.spanContext();
    const settled = await this.#wait('settling', task.host, () =>
      frontier.settle({ task, end: published, robots, span }),
    );
    if (!settled) events.leaseLost(task);
    // One may end before the work that it is part of: a hop of a robots.txt, say.
    this.#close(attempt);
  }

  async #leaseHop(url: Task['url'], held: Task): Promise<RunningAttempt | undefined> {
    const { frontier, settings } = this.#parts;
    const { crawl, leaseId: afterLeaseId } = held;
    const named = [{ url, kind: 'robots' as const, crawl, afterLeaseId }];
    try {
      const asked = { max: 1, waitMs: settings.hopWaitMs, named };
      const [task] = await frontier.lease(asked, { signal: this.#stop.signal });
      return task === undefined ? undefined : this.#begin(task);
    } catch (error) {
      this.#stop.signal.throwIfAborted();
      if (isRetryable(error)) return undefined;
      throw error;
    }
  }

  #count(task: Task, end: AttemptEnd): void {
    this.totals.attempts += 1;
    this.totals.documents += end.document === undefined ? 0 : 1;
    this.totals.bodyBytes += end.document?.body.length ?? 0;
    events.attemptEnded(task, end);
  }

  async #release(task: Task, why: ReleaseWhy): Promise<Ran> {
    events.leasesReleased(1, why);
    // A lease that cannot be given back expires.
    await this.#parts.frontier.release([task], why).catch((error: unknown) => {
      events.attemptWaits('releasing', task.host, error);
    });
    return { kind: 'released', why };
  }

  #deadlineOf({ endsMs }: Pick<Task, 'endsMs'>): number {
    const { clock, settings } = this.#parts;
    const nowMs = clock.monotonicMs();
    // A short lease has a short margin, or nothing could be done with it.
    const marginMs = Math.min(settings.leaseMarginMs, Math.max(0, endsMs - nowMs) / 4);
    return Math.min(nowMs + settings.timeoutMs, endsMs - marginMs);
  }

  #wait<T>(what: string, host: string, work: () => Promise<T>): Promise<T> {
    return untilPassed(work, {
      clock: this.#parts.clock,
      signal: this.#stop.signal,
      waits: (error) => events.attemptWaits(what, host, error),
    });
  }

  async #idleWithin(ms: number): Promise<void> {
    const over = new AbortController();
    const late = this.#parts.clock.sleep(ms, over.signal).catch(() => {});
    let isLate = false;
    void late.then(() => (isLate = true));
    while (this.#running.size > 0 && !isLate) await Promise.race([late, this.changed()]);
    over.abort();
    await late;
  }
}
