import { CrawlError } from '@mayfly/errors';
import type { HostKey } from '@mayfly/url';
import { type CrawlRow, GONE } from './crawl.ts';
import { isNewer } from './crawls.ts';
import type { Frontier } from './frontier.ts';
import type { Lane, Op } from './lane.ts';
import type { UrlRow } from './rows.ts';
import { pagesName } from './slice.ts';
import type { Turn } from './turn.ts';
import type { Waking } from './waking.ts';

const MOST_A_TURN = 500;
const MOST_TRIES = 5;
/** By then every replica has heard that a crawl is deleted, or has lost its buckets: until then it may take URLs of it. */
const HEARD_BY_ALL_MS = 10_000;

/** Takes what the scheduler says of crawls, and forgets those that are deleted. */
export class CrawlKeeping {
  readonly #frontier: Frontier;
  readonly #waking: Waking;
  readonly #pump: () => void;
  /** Since when we forget deleted crawls, by the clock that never jumps. */
  readonly #forgettingMs = new Map<string, number>();

  constructor(frontier: Frontier, waking: Waking, pump: () => void) {
    this.#frontier = frontier;
    this.#waking = waking;
    this.#pump = pump;
  }

  /** The revisions that there are afterwards. */
  async put(rows: readonly Omit<CrawlRow, 'forgotten'>[]): Promise<number[]> {
    for (const row of rows) await this.#putOne(row);
    this.#pump();
    return rows.map(({ name }) => this.#frontier.crawls.row(name)?.revision ?? 0);
  }

  /** Takes what other replicas were told. */
  async hear(): Promise<void> {
    const { crawls, around } = this.#frontier;
    for (const row of await around.tables.crawls()) {
      if (isLater(crawls.row(row.name), row)) this.#take(row);
    }
    this.#pump();
  }

  async #putOne(row: Omit<CrawlRow, 'forgotten'>): Promise<void> {
    const { crawls } = this.#frontier;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const before = crawls.row(row.name);
      if (!isNewer(before, row.revision)) return;
      const isUnheard = before === undefined || before.forgotten;
      const now = { ...row, forgotten: row.deleted && isUnheard };
      if (await this.#write(before, now)) return;
      // Another replica was told first.
      await this.hear();
    }
    throw new CrawlError('STORE_AWAY', `crawl ${row.name}: others change it at the same time`);
  }

  async #write(before: CrawlRow | undefined, after: CrawlRow): Promise<boolean> {
    const outcome = await this.#frontier.around.tables.putCrawl({ before, after });
    if (outcome === 'unknown') {
      throw new CrawlError('STORE_AWAY', 'whether it was written is unknown; ask again');
    }
    if (outcome === 'applied') this.#take(after);
    return outcome === 'applied';
  }

  #take(row: CrawlRow): void {
    const { crawls, around } = this.#frontier;
    const isNew = crawls.get(row.name) === undefined;
    if (row.deleted) this.#frontier.pageSlices.forget(row.name);
    crawls.put(row, around.clock.monotonicMs(), (name) => this.#frontier.budgetLeftMs(name));
    if (!isNew || row.deleted) return;
    // A host may have been in memory for it while it was not there.
    for (const lane of this.#frontier.owned()) {
      for (const host of lane.hosts.values()) {
        if (host.queues.has(row.name)) this.#waking.look(host);
      }
    }
  }

  /** Takes away what is left of deleted crawls. */
  async forget(signal: AbortSignal): Promise<void> {
    for (const row of this.#frontier.crawls.toForget()) {
      for (const lane of this.#frontier.owned()) {
        if (signal.aborted) return;
        // Counts are written with the first row and removed after the last.
        if (!this.#frontier.books.has(lane.bucket, row.name)) continue;
        await this.#forgetIn(lane, row.name, signal);
      }
      if (signal.aborted) return;
      if (!this.#isHeardByAll(row.name)) continue;
      // Other replicas forget what is in their buckets.
      const left = await this.#frontier.around.tables.bucketsWith(row.name);
      if (left.length > 0) continue;
      await this.#frontier.around.tables.removeSlices([pagesName(row.name)]);
      await this.#write(row, { ...row, forgotten: true });
      this.#forgettingMs.delete(row.name);
    }
  }

  #isHeardByAll(crawl: string): boolean {
    const nowMs = this.#frontier.around.clock.monotonicMs();
    const sinceMs = this.#forgettingMs.get(crawl) ?? nowMs;
    this.#forgettingMs.set(crawl, sinceMs);
    return this.#frontier.isWhole || nowMs - sinceMs >= HEARD_BY_ALL_MS;
  }

  async #forgetIn(lane: Lane, crawl: string, signal: AbortSignal): Promise<void> {
    await this.#orphan(lane, crawl);
    const { tables } = this.#frontier.around;
    while (!signal.aborted) {
      const { rows } = await tables.list({ bucket: lane.bucket, crawl, limit: MOST_A_TURN });
      if (rows.length === 0) break;
      await this.#removeUrls(lane, rows, crawl);
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
    await tables.removeSlices(names);
  }

  /** Leases that are out concern their hosts alone from here on. */
  async #orphan(lane: Lane, crawl: string): Promise<void> {
    // One that was chosen before the crawl was deleted may still be being written: then it is out after this.
    await this.#run(lane, { size: 1, apply: () => {} });
    const out: { readonly host: HostKey; readonly attempt: number }[] = [];
    for (const host of lane.hosts.values()) {
      for (const { row } of host.leases.all()) {
        if (row.crawl !== crawl || row.orphan === true) continue;
        out.push({ host: host.host, attempt: row.attempt });
      }
    }
    if (out.length === 0) return;
    const op = {
      size: out.length,
      hosts: out.map(({ host }) => host),
      apply: (turn: Turn) => out.forEach(({ host, attempt }) => orphanOne(turn, host, attempt)),
    };
    await this.#run(lane, op, () => {
      for (const { host, attempt } of out) {
        const state = lane.hosts.get(host);
        const known = state?.leases.get(attempt);
        if (known === undefined) continue;
        state?.leases.put({ ...known, row: { ...known.row, orphan: true } });
      }
    });
  }

  /** Takes away some URLs, and what their hosts know of the crawl. */
  async #removeUrls(lane: Lane, rows: readonly UrlRow[], crawl: string): Promise<void> {
    const hosts = [...new Set(rows.map(({ host }) => host))];
    const op = {
      size: rows.length + hosts.length,
      hosts,
      apply: (turn: Turn) => {
        for (const row of rows) turn.removeUrl(row);
        for (const host of hosts) turn.forgetAtHost(host, crawl);
      },
    };
    await this.#run(lane, op, () => {
      for (const name of hosts) {
        const host = lane.hosts.get(name);
        if (host === undefined) continue;
        host.queues.get(crawl)?.unload();
        host.queues.delete(crawl);
        this.#waking.look(host);
      }
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

/** What was read may be older than what we were told meanwhile. */
function isLater(known: CrawlRow | undefined, { revision, forgotten }: CrawlRow): boolean {
  if (known === undefined || revision > known.revision) return true;
  return revision === known.revision && forgotten && !known.forgotten;
}

/** The lease counts as one of a crawl that is gone: the next crawl of that name has nothing to do with it. */
function orphanOne(turn: Turn, host: HostKey, attempt: number): void {
  const lease = turn.lease(host, attempt);
  if (lease === undefined || lease.orphan === true) return;
  turn.changeLease(host, attempt, { orphan: true });
  for (const count of ['given', 'out'] as const) {
    turn.count(host, lease.crawl, count, -1);
    turn.count(host, GONE, count);
  }
}

/** For a crawl that the frontier does not know, or no longer. */
export function crawlUnknown(name: string): CrawlError {
  return new CrawlError('CRAWL_UNKNOWN', `crawl: the frontier knows none called ${name}`);
}
