import type { HostKey } from '@mayfly/url';
import { batchesOf } from './batches.ts';
import { BY_HAND, GONE } from './crawl.ts';
import type { Frontier } from './frontier.ts';
import { Heap } from './heap.ts';
import type { HostState } from './host-state.ts';
import { isNotOwner, type Op } from './lane.ts';
import { type LeaseName, leaseOfId } from './lease-id.ts';
import {
  type End,
  END,
  type LeaseRow,
  type Rest,
  STATE,
  type UrlKey,
  type UrlRow,
} from './rows.ts';
import type { Turn } from './turn.ts';
import type { Waking } from './waking.ts';

/** What became of a lease that was named; the numbers are those of the contract. */
export const ANSWER = { done: 1, expired: 2, unknown: 3, notOwner: 4 } as const;
export type LeaseAnswer = (typeof ANSWER)[keyof typeof ANSWER];

/** How long a host rests from now on, and why. */
export interface NewRest {
  readonly restMs: number;
  readonly reason: Rest;
}

/** How leases end, each with a report: what that makes of the URL, and of the host. */
export interface Ending<Report> {
  readonly end: End;
  readonly url: (report: Report, row: UrlRow, turn: Turn) => UrlRow;
  /** Changes the host's row; gives the rest that follows, if any. */
  readonly host: (report: Report, ended: EndOfLease) => NewRest | undefined;
  /** It had expired before: what is said of the host still counts. */
  readonly late?: (report: Report, lease: LeaseName, turn: Turn) => NewRest | undefined;
  readonly isPage?: (report: Report) => boolean;
}

export interface EndOfLease {
  readonly host: HostKey;
  readonly lease: LeaseRow;
  readonly turn: Turn;
}

interface Item<Report> extends LeaseName {
  readonly bucket: number;
  readonly report: Report;
}

const MOST_A_TURN = 200;
/** Before so many expiries nobody looks for those of leases that have ended. */
const FEWEST_TO_SWEEP = 5_000;

interface Expiry {
  readonly atMs: number;
  readonly host: HostState;
  readonly attempt: number;
}

/** Ends leases, each once, and keeps an eye on those that expire. */
export class LeaseEnds {
  readonly #frontier: Frontier;
  readonly #waking: Waking;
  readonly #pump: () => void;
  readonly #expiries = new Heap<Expiry>((one, other) => one.atMs < other.atMs);
  #sweepAt = FEWEST_TO_SWEEP;

  constructor(frontier: Frontier, waking: Waking, pump: () => void) {
    this.#frontier = frontier;
    this.#waking = waking;
    this.#pump = pump;
  }

  /** Remembers when a lease expires. */
  watch(host: HostState, attempt: number): void {
    const out = host.leases.get(attempt);
    if (out === undefined) return;
    this.#expiries.push({ atMs: out.expiresMs, host, attempt });
    if (this.#expiries.size < this.#sweepAt) return;
    // Most leases have ended long before they would expire.
    this.#expiries.keep((one) => one.host.leases.get(one.attempt)?.expiresMs === one.atMs);
    this.#sweepAt = Math.max(FEWEST_TO_SWEEP, 2 * this.#expiries.size);
  }

  /** Leases whose time is over. */
  due(): { readonly host: HostState; readonly lease: LeaseRow }[] {
    const nowMs = this.#frontier.around.clock.monotonicMs();
    const due: { host: HostState; lease: LeaseRow }[] = [];
    for (let next = this.#expiries.peek(); next !== undefined; next = this.#expiries.peek()) {
      if (next.atMs > nowMs) break;
      this.#expiries.pop();
      const out = next.host.leases.get(next.attempt);
      if (out?.expiresMs === next.atMs) due.push({ host: next.host, lease: out.row });
    }
    return due;
  }

  /** Ends the lease that each report names. */
  async end<Report extends { readonly id: string }>(
    reports: readonly Report[],
    ending: Ending<Report>,
  ): Promise<LeaseAnswer[]> {
    const { buckets } = this.#frontier.around;
    const items = reports.map((report): Item<Report> | undefined => {
      const name = leaseOfId(report.id);
      if (name === undefined) return undefined;
      const { attempt, crawl, kind, id } = name;
      const { host, bucket } = buckets.placeOf(name.host);
      return { host, bucket, attempt, crawl, kind, id, report };
    });
    return this.run(items, (some, answers) => this.#endOp(some, ending, answers));
  }

  /** Runs operations on leases, a few buckets at a time; answers in the order of the items. */
  async run<T extends { readonly bucket: number }>(
    items: readonly (T | undefined)[],
    opOf: (
      some: readonly { readonly at: number; readonly item: T }[],
      answers: LeaseAnswer[],
    ) => Omit<Op, 'failed' | 'size'>,
  ): Promise<LeaseAnswer[]> {
    const answers = new Array<LeaseAnswer>(items.length).fill(ANSWER.unknown);
    await Promise.all(
      batchesOf(items, MOST_A_TURN).map(({ bucket, items: some }) => {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        const op = opOf(some, answers);
        const done = () => {
          op.done();
          resolve();
        };
        // Spreading would lose the methods of an operation that is a class; these are plain.
        const failed = (error: unknown) => {
          if (!isNotOwner(error)) {
            reject(error);
            return;
          }
          for (const { at } of some) answers[at] = ANSWER.notOwner;
          resolve();
        };
        const size = some.length + new Set(op.hosts).size;
        this.#frontier.push(bucket, { ...op, size, done, failed });
        return promise;
      }),
    );
    this.#pump();
    return answers;
  }

  #endOp<Report>(
    some: readonly { readonly at: number; readonly item: Item<Report> }[],
    ending: Ending<Report>,
    answers: LeaseAnswer[],
  ): Omit<Op, 'failed' | 'size'> {
    let effects = new Effects(this.#frontier, this.#waking);
    return {
      hosts: some.map(({ item }) => item.host),
      urls: some.flatMap(({ item }) => urlOf(item) ?? []),
      apply: (turn) => {
        effects = new Effects(this.#frontier, this.#waking);
        for (const { at, item } of some) {
          answers[at] = this.#endOne(item, ending, { turn, effects });
        }
      },
      done: () => effects.happen(),
    };
  }

  #endOne<Report>(
    item: Item<Report>,
    ending: Ending<Report>,
    { turn, effects }: { readonly turn: Turn; readonly effects: Effects },
  ): LeaseAnswer {
    const { host, attempt, report } = item;
    const key = urlOf(item);
    const lease = turn.lease(host, attempt);
    if (lease === undefined) return endedBefore(item, ending, { turn, effects });
    if (!isOf(lease, item)) return ANSWER.unknown;
    turn.endLease(host, attempt, ending.end);
    effects.ended(host, attempt, ending.host(report, { host, lease, turn }));
    const isOrphan = lease.orphan === true;
    const books = isOrphan ? GONE : lease.crawl;
    turn.count(host, books, 'out', -1);
    turn.count(host, books, COUNT_OF[ending.end]);
    const isDeleted = isOrphan || this.#frontier.crawls.get(lease.crawl) === undefined;
    if (isDeleted || key === undefined) return ANSWER.done;
    const row = turn.url(key);
    if (row?.state !== STATE.leased || row.lastAttempt !== attempt) {
      throw new Error(`lease ${attempt} of ${host} is out, and its URL is not leased by it`);
    }
    const after = ending.url(report, row, turn);
    turn.putUrl(after);
    if (ending.isPage?.(report) === true) turn.count(host, lease.crawl, 'pages');
    if (after.state === STATE.waiting) effects.waits(after);
    return ANSWER.done;
  }
}

/** The URL that a lease was for; none for robots.txt. */
function urlOf<T extends Omit<UrlKey, 'id'> & Pick<LeaseName, 'id'>>(
  item: T,
): (T & UrlKey) | undefined {
  return item.id === undefined ? undefined : (item as T & UrlKey);
}

/** Whether an id that somebody gave us is the one that this lease got. */
function isOf(lease: LeaseRow, { crawl, id }: LeaseName): boolean {
  return lease.crawl === crawl && lease.id === id;
}

/** A lease that is not out: what was said of it before holds. */
function endedBefore<Report>(
  item: Item<Report>,
  ending: Ending<Report>,
  { turn, effects }: { readonly turn: Turn; readonly effects: Effects },
): LeaseAnswer {
  const { host, attempt, report } = item;
  const end = turn.endOf(host, attempt) ?? endByUrl(urlOf(item), attempt, turn);
  if (end === undefined) return ANSWER.unknown;
  if (end === ending.end) return ANSWER.done;
  if (end === END.expired) effects.rests(host, ending.late?.(report, item, turn));
  return ANSWER.expired;
}

/** How a lease ended, by the URL it was for. One that was leased again later was too late, whatever else it was. */
function endByUrl(key: UrlKey | undefined, attempt: number, turn: Turn): End | undefined {
  const { lastAttempt = 0, lastEnd } = (key && turn.url(key)) ?? {};
  if (lastAttempt === attempt) return lastEnd;
  return lastAttempt > attempt ? END.expired : undefined;
}

const COUNT_OF = { 1: 'settled', 2: 'released', 3: 'expired' } as const;

/** A lease that has ended, or without an attempt one that had expired before, and the rest of its host. */
interface Ended {
  readonly host: HostKey;
  readonly attempt: number | undefined;
  readonly rest: NewRest | undefined;
}

/** What happens in memory once it has happened in the table. */
class Effects {
  readonly #frontier: Frontier;
  readonly #waking: Waking;
  readonly #ended: Ended[] = [];
  readonly #waiting: UrlRow[] = [];

  constructor(frontier: Frontier, waking: Waking) {
    this.#frontier = frontier;
    this.#waking = waking;
  }

  ended(host: HostKey, attempt: number, rest: NewRest | undefined): void {
    this.#ended.push({ host, attempt, rest });
  }

  rests(host: HostKey, rest: NewRest | undefined): void {
    if (rest !== undefined) this.#ended.push({ host, attempt: undefined, rest });
  }

  waits(row: UrlRow): void {
    this.#waiting.push(row);
  }

  happen(): void {
    const nowMs = this.#frontier.around.clock.monotonicMs();
    const hosts = new Set<HostState>();
    for (const { host, attempt, rest } of this.#ended) {
      const state = this.#frontier.hostOf(host);
      if (state === undefined) continue;
      hosts.add(state);
      if (rest !== undefined) this.#frontier.rest(state, nowMs + rest.restMs, rest.reason);
      if (attempt === undefined) continue;
      const server = state.leases.take(attempt)?.server;
      for (const other of this.#frontier.servers.end(server, nowMs)) hosts.add(other);
    }
    for (const row of this.#waiting) this.#waking.waits(row);
    for (const host of hosts) this.#waking.look(host);
  }
}

/** Whether a URL that got no answer is asked for again: nobody waits for those of `by-hand`. */
export const triesAgain = ({ crawl }: UrlRow): boolean => crawl !== BY_HAND;
