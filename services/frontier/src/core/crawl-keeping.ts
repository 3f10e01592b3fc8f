import { CrawlError } from '@mayfly/errors';
import { type CrawlRow, GONE } from './crawl.ts';
import { isNewer } from './crawls.ts';
import type { Frontier } from './frontier.ts';
import type { Lane, Op } from './lane.ts';
import type { LeaseKey } from './ports.ts';
import type { UrlKey } from './rows.ts';
import type { Turn } from './turn.ts';
import type { Waking } from './waking.ts';

const MOST_A_TURN = 500;

/** Takes what the scheduler says of crawls, and forgets those that are deleted. */
export class CrawlKeeping {
  readonly #frontier: Frontier;
  readonly #waking: Waking;
  readonly #pump: () => void;

  constructor(frontier: Frontier, waking: Waking, pump: () => void) {
    this.#frontier = frontier;
    this.#waking = waking;
    this.#pump = pump;
  }

  /** The revisions that there are afterwards. */
  async put(rows: readonly Omit<CrawlRow, 'forgotten'>[]): Promise<number[]> {
    const { crawls } = this.#frontier;
    const taken = new Map<string, CrawlRow>();
    await this.#run(this.#frontier.lanes[0]!, {
      size: rows.length,
      apply: (turn) => {
        taken.clear();
        for (const row of rows) {
          const before = taken.get(row.name) ?? crawls.row(row.name);
          if (!isNewer(before, row.revision)) continue;
          const isUnheard = before === undefined || before.forgotten;
          const now = { ...row, forgotten: row.deleted && isUnheard };
          taken.set(row.name, now);
          turn.putCrawl(now);
        }
      },
    });
    for (const row of taken.values()) this.#take(row);
    this.#pump();
    return rows.map(({ name }) => crawls.row(name)?.revision ?? 0);
  }

  #take(row: CrawlRow): void {
    const { crawls, around } = this.#frontier;
    const isNew = crawls.get(row.name) === undefined;
    crawls.put(row, around.clock.monotonicMs(), (name) => this.#frontier.budgetLeftMs(name));
    if (!isNew || row.deleted) return;
    // A host may have been in memory for it while it was not there.
    for (const lane of this.#frontier.lanes) {
      for (const host of lane.hosts.values()) {
        if (host.queues.has(row.name)) this.#waking.look(host);
      }
    }
  }

  /** Takes away what is left of deleted crawls. */
  async forget(signal: AbortSignal): Promise<void> {
    for (const row of this.#frontier.crawls.toForget()) {
      for (const lane of this.#frontier.lanes) {
        if (signal.aborted) return;
        // Counts are written with the first row and removed after the last.
        if (!this.#frontier.books.has(lane.bucket, row.name)) continue;
        await this.#forgetIn(lane, row.name, signal);
      }
      if (signal.aborted) return;
      const forgotten = { ...row, forgotten: true };
      await this.#run(this.#frontier.lanes[0]!, {
        size: 1,
        apply: (turn) => turn.putCrawl(forgotten),
      });
      this.#take(forgotten);
    }
  }

  /** Forgets leases that ended so long ago that nobody asks for them any more. */
  async forgetLeases(beforeMs: number, signal: AbortSignal): Promise<void> {
    const { tables, buckets } = this.#frontier.around;
    for (let bucket = 0; bucket < buckets.count && !signal.aborted; bucket += 1) {
      for (;;) {
        const ended = await tables.endedLeases(bucket, beforeMs, MOST_A_TURN);
        if (ended.length === 0 || signal.aborted) break;
        await this.#run(this.#frontier.lanes[bucket]!, {
          size: ended.length,
          apply: (turn) => ended.forEach((row) => turn.removeLease(row)),
        });
        if (ended.length < MOST_A_TURN) break;
      }
    }
  }

  async #forgetIn(lane: Lane, crawl: string, signal: AbortSignal): Promise<void> {
    await this.#orphan(lane, crawl);
    await this.#dropQueues(lane, crawl);
    const { tables } = this.#frontier.around;
    while (!signal.aborted) {
      const { rows } = await tables.list({ bucket: lane.bucket, crawl, limit: MOST_A_TURN });
      if (rows.length === 0) break;
      await this.#removeUrls(lane, rows);
    }
    if (signal.aborted) return;
    const state = await tables.bucketState(lane.bucket);
    const budgets = state.budgets.filter((row) => row.crawl === crawl && row.name !== 'all');
    const names = budgets.map(({ name }) => name);
    await this.#run(lane, {
      size: 1 + names.length,
      apply: (turn) => turn.forgetBooks(crawl, names),
    });
    for (const name of names) this.#frontier.budgetsBefore.delete(name);
  }

  /** Leases that are out concern their hosts alone from here on. */
  async #orphan(lane: Lane, crawl: string): Promise<void> {
    // One that was chosen before the crawl was deleted may still be being written: then it is out after this.
    await this.#run(lane, { size: 1, apply: () => {} });
    const out: LeaseKey[] = [];
    for (const host of lane.hosts.values()) {
      for (const { row } of host.leases.values()) {
        if (row.crawl === crawl && row.orphan !== true) out.push(row);
      }
    }
    if (out.length === 0) return;
    const op = {
      size: out.length,
      leases: out,
      apply: (turn: Turn) => out.forEach((key) => orphanOne(turn, key)),
    };
    await this.#run(lane, op, () => {
      for (const { host, attempt } of out) {
        const state = lane.hosts.get(host);
        const known = state?.leases.get(attempt);
        if (known === undefined) continue;
        state?.leases.set(attempt, { ...known, row: { ...known.row, orphan: true } });
      }
    });
  }

  async #dropQueues(lane: Lane, crawl: string): Promise<void> {
    const hosts = [...lane.hosts.values()].filter(({ row }) => row.waiting[crawl] !== undefined);
    for (let at = 0; at < hosts.length; at += MOST_A_TURN) {
      const some = hosts.slice(at, at + MOST_A_TURN);
      await this.#run(lane, {
        size: some.length,
        hosts: some.map(({ host }) => host),
        apply: (turn) => some.forEach(({ host }) => dropQueue(turn, host, crawl)),
      });
      for (const host of some) {
        host.queues.get(crawl)?.unload();
        host.queues.delete(crawl);
        this.#waking.look(host);
      }
    }
  }

  #removeUrls(lane: Lane, keys: readonly UrlKey[]): Promise<void> {
    return this.#run(lane, {
      size: keys.length,
      apply: (turn) => keys.forEach((key) => turn.removeUrl(key)),
    });
  }

  /** What `after` does is done before the next turn begins. */
  #run(lane: Lane, op: Omit<Op, 'done' | 'failed'>, after = () => {}): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const done = () => {
      after();
      resolve();
    };
    lane.push({ ...op, done, failed: reject });
    return promise;
  }
}

/** The lease counts as one of a crawl that is gone: the next crawl of that name has nothing to do with it. */
function orphanOne(turn: Turn, key: LeaseKey): void {
  const lease = turn.lease(key);
  if (lease === undefined || lease.ended !== undefined || lease.orphan === true) return;
  turn.putLease({ ...lease, orphan: true });
  for (const count of ['given', 'out'] as const) {
    turn.count(lease.crawl, count, -1);
    turn.count(GONE, count);
  }
}

function dropQueue(turn: Turn, name: Parameters<Turn['host']>[0], crawl: string): void {
  const row = turn.host(name);
  const waiting = Object.fromEntries(Object.entries(row.waiting).filter(([of]) => of !== crawl));
  const active = Object.keys(waiting).length > 0 ? 1 : undefined;
  turn.putHost({ ...row, waiting, active });
}

/** For a crawl that the frontier does not know, or no longer. */
export function crawlUnknown(name: string): CrawlError {
  return new CrawlError('CRAWL_UNKNOWN', `crawl: the frontier knows none called ${name}`);
}
