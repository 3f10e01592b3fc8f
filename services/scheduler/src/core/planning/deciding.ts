import type { Job } from '@mayfly/echo';
import type { Url } from '@mayfly/url';
import type { OrderAnswer } from '../ports.ts';
import type { KeptSource } from './kept-source.ts';
import type { PlanState } from './plan-state.ts';
import { worthPriority } from './worth-priority.ts';

/** One fetch that the policy chose. */
export interface PlannedOrder {
  readonly job: Job;
  readonly url: Url;
  readonly priority: number;
  readonly afterAttempt: number | undefined;
  readonly depth: number;
}

/** Hosts with a limit are asked for so many seconds ahead, in steps of so many. */
const HORIZON = 2;
const STEP = 0.1;
/** A source that fails is left alone twice as long each time, up to so many times. */
const MOST_DOUBLINGS = 6;
/** When there is capacity to spare, retired sources are looked at: after so many intervals, so many at a time. */
const RETIRED_INTERVALS = 20;
const MOST_RETIRED = 10;

/** What the policy would do next, as far as sources may be visited again. */
export class Deciding {
  readonly #state: PlanState;
  /** Sources that the policy gave out too early, and until when they are kept from it. */
  readonly #early = new Map<number, number>();
  #lastWorth = 0;

  constructor(state: PlanState) {
    this.#state = state;
  }

  /** Whether the policy may have anything to give; asking it costs a look at the frontier. */
  hasWork(nowMs: number): boolean {
    const { policy, sourceCount, pages, crawl } = this.#state;
    if (policy.name === 'bfs') return false;
    if (pages.waitingCount > 0) return true;
    if (sourceCount === 0) return false;
    if (this.#early.size < sourceCount) return true;
    const { revisitIntervalMs } = crawl.settings;
    if (revisitIntervalMs === undefined) return false;
    return [...this.#early.values()].some((untilMs) => untilMs <= nowMs);
  }

  decide(room: number, nowMs: number): PlannedOrder[] {
    this.#release(nowMs);
    const { policy, hasHostLimits } = this.#state;
    const orders: PlannedOrder[] = [];
    let at = nowMs / 1_000;
    const end = hasHostLimits ? at + HORIZON : at;
    while (orders.length < room) {
      const job = policy.next(at);
      if (job === undefined) {
        at += STEP;
        if (at > end) break;
        continue;
      }
      const order = job.kind === 'source' ? this.#visit(job, nowMs) : this.#page(job, nowMs);
      if (order !== undefined) orders.push(order);
    }
    if (orders.length < room) orders.push(...this.#retired(room - orders.length, nowMs));
    return orders;
  }

  /** What became of orders; answers with sources that the frontier does not know yet. */
  answered(
    orders: readonly PlannedOrder[],
    answers: readonly OrderAnswer[],
    nowMs: number,
  ): PlannedOrder[] {
    const unknown: PlannedOrder[] = [];
    orders.forEach((order, at) => {
      const { job } = order;
      const answer = answers[at];
      if (answer === 'crawl-unknown') this.#state.giveBack(job, nowMs, true);
      else if (answer === 'url-unknown' && job.kind === 'source') unknown.push(order);
      else if (answer === 'url-unknown') this.#drop(job, nowMs);
    });
    return unknown;
  }

  /** A later attempt of these whose end we never heard of: the next visit follows that one. */
  stale({ url, job }: PlannedOrder, lastAttempt: number | undefined, nowMs: number): void {
    const { pages } = this.#state;
    const young = pages.young(url);
    if (young !== undefined && lastAttempt !== undefined) {
      pages.put({ ...young, attempt: Math.max(lastAttempt, young.attempt) });
    }
    const source = this.#state.source(url);
    if (source === undefined) {
      this.#drop(job, nowMs);
      return;
    }
    const attempt = Math.max(lastAttempt ?? 0, source.attempt);
    this.#state.setSource({ ...source, attempt, sinceMs: nowMs }, nowMs);
    this.#state.giveBack(job, nowMs);
  }

  /** The frontier will not have it. */
  refused(url: Url, rule: string, nowMs: number): void {
    const source = this.#state.source(url);
    if (source === undefined) return;
    const retired = { state: 'retired', stateSinceMs: nowMs, removed: true } as const;
    const reason = `the frontier refuses it: ${rule}`;
    this.#state.setSource({ ...source, ...retired, reason }, nowMs);
  }

  /** Orders that were not given after all. */
  undo(orders: readonly PlannedOrder[], nowMs: number): void {
    for (const { job } of orders) this.#state.giveBack(job, nowMs, true);
  }

  /** It will not be fetched; of a page that no source showed nothing more is heard, and its place is free. */
  #drop(job: Job, nowMs: number): void {
    this.#state.giveBack(job, nowMs);
    if (job.kind === 'page') this.#state.forgetLoose(job.id);
  }

  #release(nowMs: number): void {
    for (const [source, untilMs] of this.#early) {
      if (untilMs > nowMs) continue;
      this.#early.delete(source);
      this.#state.giveBack({ kind: 'source', id: source }, nowMs);
    }
  }

  /** The interval may have changed: sources kept until never come back. */
  intervalChanged(nowMs: number): void {
    for (const source of this.#early.keys()) this.#early.set(source, nowMs);
  }

  #visit(job: Job, nowMs: number): PlannedOrder | undefined {
    const { policy } = this.#state;
    const source = this.#state.sourceAt(job.id);
    if (source === undefined) return undefined;
    const dueMs = this.#dueMs(source);
    if (dueMs > nowMs) {
      this.#early.set(job.id, dueMs);
      return undefined;
    }
    // One that is only visited to learn takes the place of the job that would have been next.
    const index = policy.viewSource(job.id, nowMs / 1_000)?.index ?? 0;
    return this.#order(job, source, Math.max(index, this.#lastWorth));
  }

  #order(job: Job, { url, attempt, depth }: KeptSource, worth: number): PlannedOrder {
    this.#lastWorth = worth;
    const priority = worthPriority(this.#state.policy.name, worth);
    return { job, url, priority, afterAttempt: attempt > 0 ? attempt : undefined, depth };
  }

  #dueMs({ crawls, failures, sinceMs, attempt }: KeptSource): number {
    if (crawls === 0 && failures === 0 && attempt === 0) return -Infinity;
    const { revisitIntervalMs } = this.#state.crawl.settings;
    if (revisitIntervalMs === undefined) return Infinity;
    return sinceMs + revisitIntervalMs * 2 ** Math.min(failures, MOST_DOUBLINGS);
  }

  #page(job: Job, nowMs: number): PlannedOrder | undefined {
    const { pages, policy } = this.#state;
    const url = pages.urlOf(job.id);
    // It was ordered in spare time already.
    if (url === undefined || pages.isOut(job.id)) return undefined;
    pages.setOut(job.id, true);
    const { worth } = policy.viewPage(job.id, nowMs / 1_000);
    this.#lastWorth = worth;
    const attempt = pages.young(url)?.attempt ?? 0;
    const afterAttempt = attempt > 0 ? attempt : undefined;
    return { job, url, priority: worthPriority(policy.name, worth), afterAttempt, depth: 0 };
  }

  /** Nothing else is worth doing. */
  #retired(room: number, nowMs: number): PlannedOrder[] {
    const { revisitIntervalMs } = this.#state.crawl.settings;
    if (revisitIntervalMs === undefined) return [];
    const restMs = revisitIntervalMs * RETIRED_INTERVALS;
    const orders: PlannedOrder[] = [];
    for (const source of this.#state.allSources()) {
      if (orders.length >= Math.min(room, MOST_RETIRED)) break;
      if (source.state !== 'retired' || source.removed || nowMs - source.sinceMs < restMs) continue;
      this.#state.setSource({ ...source, sinceMs: nowMs }, nowMs);
      orders.push(this.#order({ kind: 'source', id: source.number }, source, 0));
    }
    return orders;
  }
}
