import type { HostKey } from '@mayfly/url';
import { OutLeases } from './out-leases.ts';
import { Queue } from './queue.ts';
import {
  type Block,
  type HostRow,
  REST,
  type Rest,
  type RobotsState,
  type Scheme,
} from './rows.ts';
import type { Want } from './caller.ts';

const DAY_MS = 86_400_000;

/** A host that somebody waits for, that has a lease out, or that rests: all others are in the table alone. */
export class HostState {
  readonly bucket: number;
  readonly host: HostKey;
  row: HostRow;
  readonly leases = new OutLeases();
  readonly queues = new Map<string, Queue>();
  /** URLs of it that callers asked for by name. */
  wants: Want[] = [];
  /** Leases that were chosen and are being written. */
  pending = 0;
  pendingRobots = 0;
  /** By the clock that never jumps. */
  restUntilMs: number;
  restReason: Rest;
  /** Since when it is asked by this process, where somebody asked it before: whichever crawl asks it rests its own delay from then. */
  sinceMs = -Infinity;
  /** The moment for which an alarm is set, so that there is one at a time. */
  alarmMs = Infinity;
  /** Its bucket is not ours any more: whoever remembers it forgets it. */
  isGone = false;

  constructor(row: HostRow, rest: { readonly untilMs: number; readonly reason: Rest }) {
    this.bucket = row.bucket;
    this.host = row.host;
    this.row = row;
    this.restUntilMs = rest.untilMs;
    this.restReason = rest.reason;
  }

  queue(crawl: string): Queue {
    const found = this.queues.get(crawl);
    if (found !== undefined) return found;
    const queue = new Queue(crawl, this);
    this.queues.set(crawl, queue);
    return queue;
  }

  get slots(): number {
    return this.leases.size + this.pending;
  }

  /** Whether robots.txt is being asked for: everything else waits for its rules. */
  get asksRobots(): boolean {
    return this.pendingRobots > 0 || this.leases.robots > 0;
  }

  rest(untilMs: number, reason: Rest): void {
    if (untilMs <= this.restUntilMs) return;
    this.restUntilMs = untilMs;
    this.restReason = reason;
  }

  /** Whether nothing of it needs to be in memory. */
  isIdle(nowMs: number): boolean {
    return (
      this.slots === 0 &&
      this.wants.length === 0 &&
      this.row.active === undefined &&
      this.restUntilMs <= nowMs
    );
  }
}

/** The block that holds, by the wall clock. */
export function blockOf({ block }: HostRow, nowMs: number): Block | undefined {
  if (block === undefined) return undefined;
  return block.untilMs === undefined || block.untilMs > nowMs ? block : undefined;
}

/** The rules that hold for an origin. One that would hold for more than a day is from a clock that jumped. */
export function rulesOf(row: HostRow, scheme: Scheme, nowMs: number): RobotsState | undefined {
  const rules = row.robots[scheme];
  if (rules === undefined || rules.expiresMs <= nowMs) return undefined;
  return rules.expiresMs - nowMs <= DAY_MS ? rules : undefined;
}

/** How many URLs of a crawl wait at a host. */
export function waitingAt({ counts }: HostRow, crawl: string): number {
  return counts[crawl]?.waiting ?? 0;
}

/** The crawls that have URLs waiting at a host. */
export function crawlsWaitingAt({ counts }: HostRow): string[] {
  return Object.keys(counts).filter((crawl) => counts[crawl]!.waiting > 0);
}

/** A host that was never heard of. */
export function newHost(bucket: number, host: HostKey): HostRow {
  return {
    bucket,
    host,
    attempt: 0,
    urls: 0,
    robots: {},
    robotsFailures: 0,
    nextAllowedMs: 0,
    restMs: 0,
    restReason: REST.none,
    failures: 0,
    counts: {},
    leases: [],
    ended: [],
  };
}
