import type { Clock } from '@mayfly/clock';
import type { HostKey } from '@mayfly/url';
import { Books } from './books.ts';
import { Budget } from './budget.ts';
import type { Buckets } from './buckets.ts';
import { Crawls } from './crawls.ts';
import { restLeftMs, usualPauseMs } from './host-pause.ts';
import { HostState } from './host-state.ts';
import { Lane } from './lane.ts';
import { type Manners, politer } from './manners.ts';
import type { BucketState, Tables } from './ports.ts';
import { type HostRow, REST, type Rest } from './rows.ts';
import type { FrontierSettings } from './settings.ts';

export interface FrontierAround {
  readonly tables: Tables;
  readonly buckets: Buckets;
  readonly clock: Clock;
  readonly random: () => number;
  readonly settings: FrontierSettings;
}

/** A host that rests longer than this is worth a mention. */
export const LONG_REST_MS = 60_000;

/** What there is: crawls, buckets, hosts in memory, counts and budgets. The rules work on it. */
export class Frontier {
  readonly around: FrontierAround;
  readonly books = new Books();
  readonly crawls: Crawls;
  readonly lanes: readonly Lane[];
  /** Hosts that rest long, and some that did. */
  readonly longRests = new Set<HostState>();
  /** When the budgets of the owner before are full again, by the wall clock. */
  readonly budgetsBefore = new Map<string, number>();
  budget: Budget;
  /** Told of every host that came into memory or has changed by reading. */
  onReload: (hosts: Iterable<HostState>) => void = () => {};
  /** When everything was read; before that, whatever is met is met at the start. */
  #startedMs: number | undefined;

  constructor(around: FrontierAround) {
    const { settings, clock, tables, buckets } = around;
    this.around = around;
    this.crawls = new Crawls(settings.manners, settings.byHandPrivate);
    this.budget = new Budget(settings.requestsPerSecond, clock.monotonicMs());
    this.lanes = Array.from(
      { length: buckets.count },
      (_, bucket) =>
        new Lane(bucket, {
          tables,
          clock,
          books: this.books,
          meet: (lane, row) => this.meet(lane, row),
          reloaded: (lane, state) => this.#reloaded(lane, state),
        }),
    );
  }

  /** Reads everything that has to be in memory. */
  async load(): Promise<void> {
    const { tables, clock, settings } = this.around;
    const rows = await tables.crawls();
    const nowMs = clock.monotonicMs();
    // Limits come with the budgets, once all buckets are read.
    for (const row of rows) this.crawls.put(row, nowMs, () => 0);
    await Promise.all(this.lanes.map((lane) => lane.load()));
    this.#startedMs = clock.monotonicMs();
    this.budget = new Budget(settings.requestsPerSecond, nowMs, this.budgetLeftMs('all'));
    for (const crawl of this.crawls.live()) {
      const { requestsPerSecond } = crawl.row.settings;
      if (requestsPerSecond === undefined) continue;
      crawl.budget = new Budget(requestsPerSecond, nowMs, this.budgetLeftMs(`crawl:${crawl.name}`));
    }
  }

  /** How long a budget of the owner before needs to be full again. */
  budgetLeftMs(name: string): number {
    const fullMs = this.budgetsBefore.get(name);
    return fullMs === undefined ? 0 : fullMs - this.around.clock.nowMs();
  }

  laneOf(host: HostKey): Lane {
    return this.lanes[this.around.buckets.ofHost(host)]!;
  }

  hostOf(host: HostKey): HostState | undefined {
    return this.laneOf(host).hosts.get(host);
  }

  /** Manners towards a host when a crawl asks it; those of no crawl are the defaults. */
  mannersOf(crawl: string, row: HostRow): Manners {
    const manners = this.crawls.get(crawl)?.manners ?? this.around.settings.manners;
    return politer(manners, row.policy);
  }

  /** Takes a host into memory. Since we started it has rested its own delay, whatever was before. */
  meet(lane: Lane, row: HostRow): HostState {
    const { clock, settings } = this.around;
    const nowMs = clock.monotonicMs();
    const delays = Object.keys(row.waiting).map((crawl) =>
      usualPauseMs(row, this.mannersOf(crawl, row), settings.pause),
    );
    if (delays.length === 0)
      delays.push(usualPauseMs(row, politer(settings.manners, row.policy), settings.pause));
    const freshMs = (this.#startedMs ?? nowMs) + Math.max(...delays);
    const beforeMs = nowMs + restLeftMs(row, clock.nowMs());
    const host = new HostState(row, { untilMs: -Infinity, reason: REST.none });
    if (row.attempt > 0) this.rest(host, freshMs, REST.restart);
    if (beforeMs > nowMs) this.rest(host, beforeMs, row.restReason);
    lane.hosts.set(row.host, host);
    for (const crawl of Object.keys(row.waiting)) host.queue(crawl);
    return host;
  }

  rest(host: HostState, untilMs: number, reason: Rest): void {
    host.rest(untilMs, reason);
    const nowMs = this.around.clock.monotonicMs();
    if (host.restUntilMs > nowMs + LONG_REST_MS) this.longRests.add(host);
  }

  #reloaded(lane: Lane, state: BucketState): void {
    const { clock, settings } = this.around;
    this.books.reload(lane.bucket, state.ledgers);
    for (const { name, fullMs } of state.budgets) {
      this.budgetsBefore.set(name, Math.max(fullMs, this.budgetsBefore.get(name) ?? 0));
    }
    const known = new Map([...lane.hosts.values()].map((host) => [host, new Map(host.leases)]));
    for (const host of lane.hosts.values()) {
      host.leases.clear();
      for (const queue of host.queues.values()) queue.unload();
      for (const crawl of Object.keys(host.row.waiting)) host.queue(crawl);
    }
    for (const row of state.activeHosts) if (!lane.hosts.has(row.host)) this.meet(lane, row);
    for (const { row, host: hostRow } of state.leasesOut) {
      const host = lane.hosts.get(row.host) ?? this.meet(lane, hostRow);
      const leftMs = Math.min(settings.leaseMs, Math.max(0, row.expiresMs - clock.nowMs()));
      const expiresMs = known.get(host)?.get(row.attempt)?.expiresMs;
      host.leases.set(row.attempt, { row, expiresMs: expiresMs ?? clock.monotonicMs() + leftMs });
    }
    for (const [host, leases] of known) {
      for (const attempt of leases.keys()) {
        if (!host.leases.has(attempt)) this.#restUnseen(host);
      }
    }
    this.onReload(lane.hosts.values());
  }

  /** A lease ended, as the table says, but nobody told the host to rest: the answer of that write was lost. */
  #restUnseen(host: HostState): void {
    const { clock, settings } = this.around;
    const nowMs = clock.monotonicMs();
    const { row } = host;
    const usualMs = usualPauseMs(row, politer(settings.manners, row.policy), settings.pause);
    this.rest(host, nowMs + usualMs, REST.delay);
    this.rest(host, nowMs + restLeftMs(row, clock.nowMs()), row.restReason);
  }
}
