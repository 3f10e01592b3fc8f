import type { HostKey } from '@mayfly/url';
import { batchesOf } from './batches.ts';
import { BY_HAND, GONE } from './crawl.ts';
import type { Frontier } from './frontier.ts';
import { Heap } from './heap.ts';
import type { HostState } from './host-state.ts';
import type { Op } from './lane.ts';
import { leaseOfId } from './lease-id.ts';
import type { LeaseKey } from './ports.ts';
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
import { CrawlError } from '@mayfly/errors';

/** What became of a lease that was named; the numbers are those of the contract. */
export const ANSWER = { done: 1, expired: 2, unknown: 3 } as const;
export type LeaseAnswer = (typeof ANSWER)[keyof typeof ANSWER];

/** A rest that the host begins once it is durable. */
export interface HostRest {
  readonly host: HostKey;
  readonly restMs: number;
  readonly reason: Rest;
}

/** How some leases end: what it makes of the URL, and of the host. */
export interface Ending {
  readonly end: End;
  readonly url: (row: UrlRow, turn: Turn) => UrlRow;
  /** Changes the host's row; gives the rest that follows, if any. */
  readonly host: (lease: LeaseRow, turn: Turn) => Omit<HostRest, 'host'> | undefined;
  /** It had expired before: what is said of the host still counts. */
  readonly late?: (lease: LeaseRow, turn: Turn) => Omit<HostRest, 'host'> | undefined;
  readonly isPage?: boolean;
}

interface Item {
  readonly bucket: number;
  readonly key: LeaseKey;
  readonly ending: Ending;
}

const MOST_A_TURN = 200;

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

  constructor(frontier: Frontier, waking: Waking, pump: () => void) {
    this.#frontier = frontier;
    this.#waking = waking;
    this.#pump = pump;
  }

  /** Remembers when a lease expires. */
  watch(host: HostState, attempt: number): void {
    const out = host.leases.get(attempt);
    if (out !== undefined) this.#expiries.push({ atMs: out.expiresMs, host, attempt });
  }

  /** Leases whose time is over. */
  due(): { readonly host: HostState; readonly attempt: number }[] {
    const nowMs = this.#frontier.around.clock.monotonicMs();
    const due: Expiry[] = [];
    for (let next = this.#expiries.peek(); next !== undefined; next = this.#expiries.peek()) {
      if (next.atMs > nowMs) break;
      this.#expiries.pop();
      if (next.host.leases.get(next.attempt)?.expiresMs === next.atMs) due.push(next);
    }
    return due;
  }

  async end(
    leases: readonly { readonly id: string; readonly ending: Ending }[],
  ): Promise<LeaseAnswer[]> {
    const items = leases.map(({ id, ending }): Item | undefined => {
      const key = this.keyOf(id);
      return key && { bucket: key.bucket, key, ending };
    });
    return this.run(items, (some, answers) => this.#endOp(some, answers));
  }

  /** Where the lease of that id is written; undefined when no lease can have it. */
  keyOf(id: string): LeaseKey | undefined {
    const name = leaseOfId(id);
    return name && { ...name, bucket: this.#frontier.around.buckets.ofHost(name.host) };
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
        this.#frontier.lanes[bucket]!.push({ ...op, size: 4 * some.length, done, failed: reject });
        return promise;
      }),
    );
    this.#pump();
    return answers;
  }

  #endOp(
    some: readonly { readonly at: number; readonly item: Item }[],
    answers: LeaseAnswer[],
  ): Omit<Op, 'failed' | 'size'> {
    const effects = new Effects(this.#frontier, this.#waking);
    const urls = some.flatMap(({ item: { key } }) => this.#urlOf(key) ?? []);
    return {
      leases: some.map(({ item: { key } }) => key),
      urls,
      apply: (turn) => {
        for (const { at, item } of some) answers[at] = this.#endOne(turn, item, effects);
      },
      done: () => effects.happen(),
    };
  }

  /** The URL of a lease that is out, as far as memory knows. */
  #urlOf({ host, attempt }: LeaseKey): UrlKey | undefined {
    const row = this.#frontier.hostOf(host)?.leases.get(attempt)?.row;
    if (row?.id === undefined) return undefined;
    return { bucket: row.bucket, crawl: row.crawl, host, id: row.id };
  }

  #endOne(turn: Turn, { key, ending }: Item, effects: Effects): LeaseAnswer {
    const lease = turn.lease(key);
    if (lease === undefined) return ANSWER.unknown;
    if (lease.ended !== undefined) {
      if (lease.ended === ending.end) return ANSWER.done;
      if (lease.ended === END.expired) effects.rests(lease, ending.late?.(lease, turn));
      return ANSWER.expired;
    }
    turn.putLease({ ...lease, outMs: undefined, ended: ending.end, endedMs: turn.nowMs });
    effects.ended(lease, ending.host(lease, turn));
    const isOrphan = lease.orphan === true;
    const books = isOrphan ? GONE : lease.crawl;
    turn.count(books, 'out', -1);
    turn.count(books, COUNT_OF[ending.end]);
    const isDeleted = isOrphan || this.#frontier.crawls.get(lease.crawl) === undefined;
    if (isDeleted || lease.id === undefined) return ANSWER.done;
    const row = turn.url({
      bucket: lease.bucket,
      crawl: lease.crawl,
      host: lease.host,
      id: lease.id,
    });
    if (row?.state !== STATE.leased || row.lastAttempt !== lease.attempt) {
      // Memory did not know of the lease when this was asked for; it does now.
      throw new CrawlError('STORE_AWAY', 'the lease was being read again; ask again');
    }
    const after = ending.url(row, turn);
    turn.putUrl(after);
    if (ending.isPage === true) turn.count(lease.crawl, 'pages');
    if (after.state === STATE.waiting) effects.waits(after);
    return ANSWER.done;
  }
}

const COUNT_OF = { 1: 'settled', 2: 'released', 3: 'expired' } as const;

/** What happens in memory once it has happened in the table. */
class Effects {
  readonly #frontier: Frontier;
  readonly #waking: Waking;
  readonly #ended: LeaseRow[] = [];
  readonly #rests: HostRest[] = [];
  readonly #waiting: UrlRow[] = [];

  constructor(frontier: Frontier, waking: Waking) {
    this.#frontier = frontier;
    this.#waking = waking;
  }

  ended(lease: LeaseRow, rest: Omit<HostRest, 'host'> | undefined): void {
    this.#ended.push(lease);
    this.rests(lease, rest);
  }

  rests({ host }: LeaseRow, rest: Omit<HostRest, 'host'> | undefined): void {
    if (rest !== undefined) this.#rests.push({ host, ...rest });
  }

  waits(row: UrlRow): void {
    this.#waiting.push(row);
  }

  happen(): void {
    const nowMs = this.#frontier.around.clock.monotonicMs();
    const hosts = new Set<HostState>();
    for (const { host, attempt } of this.#ended) {
      const state = this.#frontier.hostOf(host);
      state?.leases.delete(attempt);
      if (state !== undefined) hosts.add(state);
    }
    for (const { host, restMs, reason } of this.#rests) {
      const state = this.#frontier.hostOf(host);
      if (state === undefined) continue;
      this.#frontier.rest(state, nowMs + restMs, reason);
      hosts.add(state);
    }
    for (const row of this.#waiting) this.#waking.waits(row);
    for (const host of hosts) this.#waking.look(host);
  }
}

/** Whether a URL that got no answer is asked for again: nobody waits for those of `by-hand`. */
export const triesAgain = ({ crawl }: UrlRow): boolean => crawl !== BY_HAND;
